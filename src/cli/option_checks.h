#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace trainer::cli {

/// An option whose value is one of `choices`.
CLI::Option* add_choice(CLI::App& app,
                        const std::string& name,
                        std::string& value,
                        const std::vector<std::string>& choices,
                        const std::string& help);

/// Wide enough for any count of images, narrow enough for the `int` that some of them become.
constexpr std::int64_t kMaxWholeNumber = 2'000'000'000;

/// An option whose value is a whole number from `min` to `max`.
void require_whole_number(CLI::Option& option,
                          std::int64_t min,
                          std::int64_t max = kMaxWholeNumber);

/// Throws UsageError naming `option` when `value` was not given.
void require_given(const std::string& value, const std::string& command, const std::string& option);

/// The positional `key=value ...`.
void add_overrides(CLI::App& app, std::vector<std::string>& overrides);
/// Throws UsageError where one has no `=`. Apart from the parsing, so that an unknown option is
/// named first and not what follows it.
void check_overrides(const std::vector<std::string>& overrides);

}  // namespace trainer::cli
