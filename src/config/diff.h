#pragma once
#include <string>
#include <vector>

#include <trainer/config.h>
#include <trainer/options.h>

namespace trainer {

/// What a resume thinks of a changed key.
enum class ChangeRule {
  fixed,       ///< another run: refused
  on_request,  ///< allowed with `--allow-change KEY`
  free,        ///< allowed
};

/// One key whose values differ. A side without the key has an empty text.
struct ConfigChange {
  std::string key;  ///< dotted
  std::string before, after;
  Position before_at, after_at;
  ChangeRule rule = ChangeRule::fixed;
};

/// The differences of two trees that were resolved with `table`, in its order.
std::vector<ConfigChange> config_diff(const OptionTable& table,
                                      const Node& before,
                                      const Node& after);

/// One line a change: `optimizer.lr: 0.1 -> 0.05`; empty when there is none.
std::string diff_text(const std::vector<ConfigChange>& changes);

}  // namespace trainer
