#pragma once
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

#include <trainer/options.h>

namespace trainer::test {

/// A value as the configuration would hold it: `[1, 2]` is a list, anything else a scalar.
inline Node value_node(const std::string& text) {
  if (text.empty() || text.front() != '[') return Node::scalar(text);
  Node list = Node::list();
  std::istringstream items(text.substr(1, text.size() - 2));
  for (std::string item; std::getline(items >> std::ws, item, ',');) {
    list.items.push_back(Node::scalar(item));
  }
  return list;
}

/// The component `name` of a catalogue with these keys, completed from its table as the resolver
/// would; each value stands at line 7, column 3 of run.yaml.
inline Component component(const Catalog& catalog,
                           const std::string& name,
                           std::map<std::string, std::string> keys = {}) {
  Component made;
  made.name = name;
  made.position = {"run.yaml", 6, 3};
  made.options = Node::map();
  made.options.position = made.position;
  const Catalog::Item* item = catalog.find(name);
  if (item && item->table) {
    for (const Option& option : item->table->options()) {
      const auto own = keys.find(option.key);
      Node value = own == keys.end() ? option.fallback : value_node(own->second);
      value.position = {"run.yaml", 7, 3};
      made.options.set(option.key, std::move(value));
      if (own != keys.end()) keys.erase(own);
    }
  }
  if (!keys.empty()) throw std::logic_error("unknown key " + keys.begin()->first);
  return made;
}

}  // namespace trainer::test
