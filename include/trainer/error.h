#pragma once
#include <stdexcept>
#include <string>
#include <vector>

namespace trainer {

/// Exit codes of the program; scripts may rely on them.
enum class ExitCode : int {
  done = 0,
  internal = 1,
  usage = 2,
  data = 3,
  checkpoint = 4,
  numeric = 5,
  distributed = 6,
  out_of_memory = 7,
  interrupted = 75,
};

/// Base of every exception that leaves the library. `what()` is one complete message: what was
/// expected, what was found, where, and what to do.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode exit_code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// One mistake in a configuration. `line` and `column` count from 1; 0 means "no position".
struct ConfigMistake {
  std::string file;
  int line = 0;
  int column = 0;
  std::string key;      ///< dotted path of the key, such as `optimizer.lr`
  std::string message;  ///< what was expected and what was found
  std::string hint;     ///< what to do, such as `did you mean "momentum"?`; may be empty
  std::string source;   ///< the source line, for the caret; may be empty
};

/// All mistakes of a configuration at once. `what()` shows each with its source line and a caret.
class ConfigError : public Error {
 public:
  explicit ConfigError(std::vector<ConfigMistake> mistakes);
  explicit ConfigError(ConfigMistake mistake);
  const std::vector<ConfigMistake>& mistakes() const noexcept { return mistakes_; }

 private:
  std::vector<ConfigMistake> mistakes_;
};

/// A wrong command line, or a call of the library that cannot work as asked.
class UsageError : public Error {
 public:
  explicit UsageError(const std::string& message) : Error(ExitCode::usage, message) {}
};

/// Unreadable, missing or unusable data. `path()` names the file or folder, where there is one.
class DataError : public Error {
 public:
  explicit DataError(const std::string& message, std::string path = {})
      : Error(ExitCode::data, message), path_(std::move(path)) {}
  const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

/// A checkpoint or weights file that is missing, damaged or does not fit.
class CheckpointError : public Error {
 public:
  explicit CheckpointError(const std::string& message, std::string path = {})
      : Error(ExitCode::checkpoint, message), path_(std::move(path)) {}
  const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

/// NaN or Inf where a finite number was needed.
class NumericError : public Error {
 public:
  explicit NumericError(const std::string& message) : Error(ExitCode::numeric, message) {}
};

/// A process of a distributed run failed or did not answer in time.
class DistributedError : public Error {
 public:
  explicit DistributedError(const std::string& message) : Error(ExitCode::distributed, message) {}
};

/// Memory ran out on the host or the device.
class OutOfMemoryError : public Error {
 public:
  explicit OutOfMemoryError(const std::string& message) : Error(ExitCode::out_of_memory, message) {}
};

/// A broken promise inside the library: a bug. Raised through TRAINER_ASSERT.
class InternalError : public Error {
 public:
  explicit InternalError(const std::string& message) : Error(ExitCode::internal, message) {}
};

[[noreturn]] void fail_assertion(const char* condition,
                                 const char* file,
                                 int line,
                                 const std::string& detail);

}  // namespace trainer

/// Stops with InternalError, naming the place, when `condition` does not hold.
#define TRAINER_ASSERT(condition, detail)                                  \
  do {                                                                     \
    if (!(condition)) {                                                    \
      ::trainer::fail_assertion(#condition, __FILE__, __LINE__, (detail)); \
    }                                                                      \
  } while (false)
