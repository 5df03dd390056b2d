#pragma once
#include <string>

/// The message of the `Exception` that `action` throws; a text saying so when it throws none.
template <class Exception, class Action>
std::string thrown(Action&& action) {
  try {
    action();
  } catch (const Exception& error) {
    return error.what();
  }
  return "nothing was thrown";
}
