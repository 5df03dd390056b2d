#include "data/sources/class_list.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include <trainer/error.h>

#include "base/log.h"
#include "base/text.h"
#include "base/utf8.h"
#include "data/sources/file_dataset.h"

namespace trainer {
namespace {

using Lookup = std::unordered_map<std::string, std::int64_t>;

std::string quoted(std::string_view name) {
  return concat("\"", printable(name), "\"");
}

/// A few of many names, so that a message stays readable.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 5;
  std::vector<std::string> shown(
      names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(kShown, names.size())));
  std::string text = join(shown, ", ");
  if (names.size() > kShown)
    text += concat(" and ", static_cast<long long>(names.size() - kShown), " more");
  return text;
}

/// Names go into the model, reports and TensorBoard, all of which are UTF-8.
void check_names(const FoundClasses& found) {
  for (const FoundClasses::Class& item : found.classes) {
    if (is_utf8(item.name)) continue;
    throw DataError(concat(printable(found.place),
                           ": the class name ",
                           quoted(item.name),
                           " is no UTF-8; rename it (convmv renames whole folders)"),
                    found.place);
  }
}

Lookup index_fixed_classes(const std::vector<std::string>& names) {
  Lookup lookup;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto [place, is_new] = lookup.emplace(names[i], static_cast<std::int64_t>(i));
    if (!is_new) {
      throw DataError(concat("data.classes: ",
                             quoted(names[i]),
                             " is listed twice, at places ",
                             static_cast<long long>(place->second + 1),
                             " and ",
                             static_cast<long long>(i + 1),
                             "; each class has one place"));
    }
  }
  return lookup;
}

std::string describe_empty(const FoundClasses& found, const std::string& name) {
  return found.folders ? concat(quoted(name), " (", printable(join_path(found.place, name)), ")")
                       : quoted(name);
}

/// Classes without images: an error, or one warning each.
void judge_empty(const FoundClasses& found,
                 const std::vector<std::string>& empty,
                 const DatasetRequest& request,
                 bool permitted) {
  if (empty.empty()) return;
  if (permitted) {
    constexpr std::size_t kShown = 10;
    for (std::size_t i = 0; i < std::min(kShown, empty.size()); ++i) {
      log_warning(concat(printable(empty[i]),
                         ": 0 ",
                         split_word(request.split),
                         " images (",
                         printable(found.place),
                         ")"));
    }
    if (empty.size() > kShown) {
      log_warning(concat("and ", empty.size() - kShown, " more classes without images"));
    }
    return;
  }
  std::vector<std::string> shown;
  for (const std::string& name : empty) shown.push_back(describe_empty(found, name));
  const std::string accepted =
      found.folders ? concat(" (accepted extensions: ", accepted_extensions(), ")") : std::string();
  throw DataError(concat(printable(found.place),
                         ": expected at least one image for each class, but ",
                         empty.size() == 1 ? "this class has" : "these classes have",
                         " none: ",
                         some_of(shown),
                         accepted,
                         "; add images, remove the class, or set data.allow_empty_classes: true to "
                         "keep its place"),
                  found.folders ? join_path(found.place, empty.front()) : found.place);
}

ClassMap sort_found(const FoundClasses& found, const DatasetRequest& request) {
  ClassMap map;
  std::vector<std::string> empty;
  for (const FoundClasses::Class& item : found.classes) {
    map.names.push_back(item.name);
    if (item.images == 0) empty.push_back(item.name);
  }
  std::sort(map.names.begin(), map.names.end());
  std::sort(empty.begin(), empty.end());
  judge_empty(found, empty, request, request.allow_empty_classes);
  for (const FoundClasses::Class& item : found.classes) {
    const auto place = std::lower_bound(map.names.begin(), map.names.end(), item.name);
    map.index_of.push_back(place - map.names.begin());
  }
  return map;
}

[[noreturn]] void fail_unlisted(const FoundClasses& found,
                                const std::vector<std::string>& unlisted,
                                const DatasetRequest& request) {
  const bool training = request.split == "train";
  std::vector<std::string> shown;
  for (const std::string& name : unlisted) {
    const std::string near = nearest(name, request.classes);
    shown.push_back(near.empty() ? quoted(name)
                                 : concat(quoted(name), " (did you mean ", quoted(near), "?)"));
  }
  throw DataError(
      concat(
          printable(found.place),
          ": ",
          shown.size() == 1 ? "a class" : "classes",
          training ? " missing from data.classes: " : " unknown to the model: ",
          some_of(shown),
          training
              ? "; add the name to the list, or remove the class from the data"
              : concat("; expected the ",
                       counted(static_cast<long long>(request.classes.size()), "class", "classes"),
                       " of training, matched by name")),
      found.place);
}

[[noreturn]] void fail_absent(const FoundClasses& found,
                              const std::vector<std::string>& absent,
                              const std::vector<std::string>& names) {
  std::vector<std::string> shown;
  for (const std::string& name : absent) {
    const std::string near = nearest(name, names);
    shown.push_back(near.empty() ? quoted(name)
                                 : concat(quoted(name), " (did you mean ", quoted(near), "?)"));
  }
  throw DataError(
      concat(printable(found.place),
             ": data.classes lists ",
             shown.size() == 1 ? "a class that is unknown" : "classes that are unknown",
             " to the data: ",
             some_of(shown),
             "; correct the name, or set data.allow_empty_classes: true to keep a class "
             "without images"),
      found.place);
}

}  // namespace

std::string split_word(const std::string& split) {
  if (split == "train") return "training";
  return split == "val" ? "validation" : split;
}

ClassMap map_classes(const FoundClasses& found, const DatasetRequest& request) {
  check_names(found);
  if (request.classes.empty()) return sort_found(found, request);
  const Lookup lookup = index_fixed_classes(request.classes);
  ClassMap map{request.classes, {}};
  std::vector<std::string> unlisted, found_names;
  std::set<std::string> met, present;
  for (const FoundClasses::Class& item : found.classes) {
    const auto place = lookup.find(item.name);
    map.index_of.push_back(place == lookup.end() ? -1 : place->second);
    found_names.push_back(item.name);
    if (place != lookup.end()) {
      present.insert(item.name);
      if (item.images > 0) met.insert(item.name);
    } else if (item.images > 0) {
      unlisted.push_back(item.name);
    } else {
      log_warning(concat(printable(found.place),
                         ": the class ",
                         quoted(item.name),
                         " is not listed and has no images; it is left out"));
    }
  }
  if (!unlisted.empty()) fail_unlisted(found, unlisted, request);
  const bool permitted = request.split != "train" || request.allow_empty_classes;
  std::vector<std::string> absent, empty;
  for (const std::string& name : request.classes) {
    if (met.count(name) != 0) continue;
    empty.push_back(name);
    if (present.count(name) == 0) absent.push_back(name);
  }
  if (!absent.empty() && !permitted) fail_absent(found, absent, found_names);
  judge_empty(found, empty, request, permitted);
  return map;
}

ClassMap map_numbered_classes(const FoundClasses& found, const DatasetRequest& request) {
  check_names(found);
  const auto is_listed = [&](const FoundClasses::Class& item) {
    return std::find(request.classes.begin(), request.classes.end(), item.name) !=
           request.classes.end();
  };
  FoundClasses named = found;
  if (request.classes.empty()) {
    ClassMap map;
    std::vector<std::string> empty;
    for (const FoundClasses::Class& item : found.classes) {
      map.index_of.push_back(static_cast<std::int64_t>(map.names.size()));
      map.names.push_back(item.name);
      if (item.images == 0) empty.push_back(item.name);
    }
    judge_empty(found, empty, request, request.allow_empty_classes || request.split != "train");
    return map;
  }
  if (!std::all_of(found.classes.begin(), found.classes.end(), is_listed)) {
    if (request.classes.size() < found.classes.size()) {
      throw DataError(
          concat(printable(found.place),
                 ": expected at most ",
                 counted(static_cast<long long>(request.classes.size()), "class", "classes"),
                 ", as many as data.classes or the model has, but the labels go up to ",
                 static_cast<long long>(found.classes.size()) - 1),
          found.place);
    }
    for (std::size_t i = 0; i < named.classes.size(); ++i) {
      named.classes[i].name = request.classes[i];
    }
  }
  return map_classes(named, request);
}

}  // namespace trainer
