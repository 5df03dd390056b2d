#pragma once
#include <string>

#include <trainer/node.h>

#include "config/mistakes.h"

namespace trainer {

/// What is wrong with a run's name, or empty: a folder must be made of it, and only inside of
/// `output`.
std::string run_name_problem(const std::string& name);

/// Puts in the defaults that follow from other keys: the run's name from the file's, no epochs
/// beside max_steps, what is monitored by whether there is validation data.
void complete_run_options(Node& resolved, const std::string& file);

/// What no key can check alone, on a resolved and completed tree. A key that already has a mistake
/// gets no second one; where a value is a default, the place is that of its section or `file`.
void check_run_options(const Node& resolved, const std::string& file, Mistakes& mistakes);

/// Adds the paths of data and weights that are not there.
void check_paths(const Node& resolved, Mistakes& mistakes);

}  // namespace trainer
