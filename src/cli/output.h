#pragma once
#include <functional>
#include <string_view>

namespace trainer::cli {

/// Puts /dev/null where stdin, stdout or stderr are closed, so that no file that is opened later
/// gets their number; a write to such a stdout still fails.
void secure_standard_streams();

/// Writes a result to stdout, whole; throws DataError when that fails, so that a full disk or a
/// closed stream is never taken for success.
void write_result(std::string_view text);

/// Runs `write`, which writes files of results; a file that cannot be written is a DataError, as on
/// stdout.
void write_result_files(const std::function<void()>& write);

}  // namespace trainer::cli
