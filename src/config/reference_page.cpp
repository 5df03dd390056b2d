#include "config/reference_page.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "config/expected_text.h"
#include "config/yaml/yaml_writer.h"

namespace trainer {
namespace {

using Kind = OptionType::Kind;

constexpr const char* kIntroduction = R"(# Configuration

A run is described by one YAML file. Every key has a default unless it says *required*; unknown and
doubled keys are errors. `trainer config show FILE` prints the file with all defaults filled in,
`trainer config schema` a JSON Schema for editors.

This page is generated from the tables that also parse the file.

## How values are written

| kind | example | notes |
|---|---|---|
| true or false | `true` | only these two words |
| whole number | `128` | decimal digits; no `010`, `0x10`, `1_000` or `1e3` |
| number | `0.1`, `1e-3` | finite |
| text | `resnet18`, `"a: b"` | class names such as `no` or `on` stay texts |
| time | `90s`, `10min`, `2h`, `1.5d`, `500ms` | |
| size | `512B`, `64KiB`, `25MiB`, `4GiB`, `1GB` | `KiB` is 1024 bytes, `kB` 1000 |
| share | `1%`, `0.01` | |
| span | `5ep`, `1000step` | epochs or optimizer steps |
| interval | `1ep`, `100step`, `10min` | a span or a time |
| component | `horizontal_flip`, `{resize: 256}`, `{resize: {size: 256}}` | a name, with options where it has some |

- `base: [a.yaml, b.yaml]` inherits: maps are merged key by key, later files over earlier ones, this
  file over all of them. Paths are relative to the file. `!replace` before a map replaces it whole.
- `key=value` on the command line sets a value: `train.epochs=3`, `transforms.val.0.resize=256`,
  `optimizer={name: adamw, lr: 1e-3}`.
- `${env:NAME}` and `${env:NAME:-default}` take a value from the environment; inside of `{}` and
  `[]` they stand in quotes. `$${` is a literal `${`.
- Paths in `base` and in csv files are relative to their file, all others to the current folder.
- *Resume* says whether a run may go on after the key was changed: *free* always, *on request* with
  `--allow-change KEY`, an empty field never.
)";

std::string cell(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) {
    text.insert(at, 1, '\\');
  }
  return text;
}

std::string default_text(const Option& option) {
  if (option.required) return "*required*";
  if (option.type.only_words && option.fallback.is_scalar()) {
    return concat("`", option.fallback.text, "`");
  }
  return concat("`", cell(flow_yaml(option.fallback)), "`");
}

class PageWriter {
 public:
  std::string page(const OptionTable& root) {
    text_ = kIntroduction;
    text_ += "\n## Keys\n\n";
    rows(root);
    sections(root, "");
    while (!catalogs_.empty()) {
      const Catalog& catalog = *catalogs_.front();
      catalogs_.erase(catalogs_.begin());
      components(catalog);
    }
    return std::move(text_);
  }

 private:
  void rows(const OptionTable& table) {
    std::string rows;
    if (!table.variant_key().empty()) {
      const Catalog& catalog = *table.variant_catalog();
      want(catalog);
      const std::string& fallback = table.variant_fallback();
      rows += concat("| `",
                     table.variant_key(),
                     "` | ",
                     cell(join(catalog.names(), ", ")),
                     " | ",
                     fallback.empty() ? "*required*" : concat("`", fallback, "`"),
                     " | | ",
                     cell(table.variant_help()),
                     " |\n");
    }
    for (const Option& option : table.options()) {
      note_catalog(option.type);
      if (option.type.kind == Kind::section && option.type.words.empty()) continue;
      rows += concat("| `",
                     option.key,
                     "` | ",
                     cell(expected_text(option.type)),
                     " | ",
                     default_text(option),
                     " | ",
                     option.free_to_change          ? "free"
                     : option.changeable_on_request ? "on request"
                                                    : "",
                     " | ",
                     cell(option.help),
                     " |\n");
    }
    if (rows.empty()) return;
    text_ += concat("| key | value | default | resume | |\n|---|---|---|---|---|\n", rows);
  }

  void sections(const OptionTable& table, const std::string& path) {
    for (const Option& option : table.options()) {
      const OptionType& type = option.type;
      const bool list = type.kind == Kind::list && type.element->kind == Kind::section;
      if (type.kind != Kind::section && !list) continue;
      const OptionTable& inner = list ? *type.element->table : *type.table;
      const std::string key = path.empty() ? option.key : concat(path, ".", option.key);
      text_ +=
          concat("\n### ", key, "\n\n", option.help, list ? " (keys of each item)" : "", "\n\n");
      rows(inner);
      sections(inner, key);
    }
  }

  void components(const Catalog& catalog) {
    text_ += concat("\n## Each ", catalog.kind(), "\n");
    const std::vector<Catalog::Item>& items = catalog.items();
    for (std::size_t i = 0; i < items.size();) {
      // Neighbours that share their options share one table.
      std::size_t end = i + 1;
      while (items[i].table && end < items.size() && items[end].table == items[i].table) ++end;
      component_group({items.begin() + static_cast<std::ptrdiff_t>(i),
                       items.begin() + static_cast<std::ptrdiff_t>(end)},
                      catalog);
      i = end;
    }
  }

  void component_group(const std::vector<Catalog::Item>& items, const Catalog& catalog) {
    std::vector<std::string> names;
    for (const Catalog::Item& item : items) names.push_back(concat("`", item.name, "`"));
    text_ += concat("\n### ", catalog.kind(), " ", join(names, ", "), "\n\n");
    for (const Catalog::Item& item : items) {
      text_ += items.size() > 1 ? concat("- `", item.name, "`: ", item.help, "\n")
                                : concat(item.help, "\n");
    }
    const OptionTable* table = items[0].table;
    if (!table || table->options().empty()) return;
    if (!table->shorthand().empty()) {
      text_ += concat("\n`",
                      items[0].name,
                      ": VALUE` is short for `",
                      items[0].name,
                      ": {",
                      table->shorthand(),
                      ": VALUE}`.\n");
    }
    text_ += '\n';
    rows(*table);
    sections(*table, items[0].name);
  }

  void note_catalog(const OptionType& type) {
    if (type.catalog) want(*type.catalog);
    if (type.element) note_catalog(*type.element);
  }

  void want(const Catalog& catalog) {
    if (std::find(known_.begin(), known_.end(), &catalog) != known_.end()) return;
    known_.push_back(&catalog);
    catalogs_.push_back(&catalog);
  }

  std::string text_;
  std::vector<const Catalog*> catalogs_;  ///< still to be written
  std::vector<const Catalog*> known_;
};

}  // namespace

std::string reference_page(const OptionTable& root) {
  return PageWriter().page(root);
}

}  // namespace trainer
