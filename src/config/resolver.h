#pragma once
#include <optional>
#include <string>

#include <trainer/options.h>

#include "config/mistakes.h"

namespace trainer {

/// The work of `resolve`: walks tables and written tree together. `key` and `path` are dotted, `at`
/// is where something missing is reported.
class Resolver {
 public:
  Resolver(const OptionTable& root, Mistakes& mistakes, bool complete)
      : root_(root), mistakes_(mistakes), complete_(complete) {}

  /// `written` is a map, or null for one without keys.
  Node section(const OptionTable& table,
               const Node& written,
               const std::string& path,
               const Position& at);
  /// Empty after a mistake.
  std::optional<Node> value(const OptionType& type,
                            const Node& written,
                            const std::string& key,
                            const Position& at);

 private:
  const Catalog::Item* pick_variant(const OptionTable& table,
                                    const Node& written,
                                    const std::string& path,
                                    const Position& at,
                                    Node& resolved);
  void add_options(const OptionTable& table,
                   const Node& written,
                   const std::string& path,
                   const Position& at,
                   Node& resolved);
  Node fallback(const Option& option, const std::string& key) const;

  std::optional<Node> list(const OptionType& type, const Node& written, const std::string& key);
  std::optional<Node> list_of_one(const OptionType& type,
                                  const Node& written,
                                  const std::string& key);
  std::optional<Node> map(const OptionType& type,
                          const Node& written,
                          const std::string& key,
                          const Position& at);
  std::optional<Node> component(const OptionType& type,
                                const Node& written,
                                const std::string& key);
  std::optional<Node> component_options(const Catalog::Item& item,
                                        Node options,
                                        const std::string& key,
                                        const Position& at);

  void report_missing(const Position& at,
                      const std::string& key,
                      const std::string& expected,
                      const std::string& hint);
  void report_unknown_name(const Catalog& catalog,
                           const Node& found,
                           const Position& at,
                           const std::string& key);
  std::optional<Node> refuse(const OptionType& type,
                             const Node& written,
                             const std::string& key,
                             const std::string& hint);

  const OptionTable& root_;
  Mistakes& mistakes_;
  bool complete_;
};

}  // namespace trainer
