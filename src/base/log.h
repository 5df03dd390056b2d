#pragma once
#include <string>

namespace trainer {

enum class LogLevel { debug, info, warning, error };

/// Messages for the person at the terminal: to stderr, above a live progress line, and to the
/// run's log file once one is set. Thread-safe.
void log_debug(const std::string& message);
void log_info(const std::string& message);
void log_warning(const std::string& message);
void log_error(const std::string& message);

/// The least level shown on stderr; the log file gets everything from info on.
void set_log_level(LogLevel level);
LogLevel log_level();

/// Also appends to this file, until called again; an empty path closes it. Throws DataError when
/// the file cannot be opened.
void set_log_file(const std::string& path);

enum class ColorMode { automatic, always, never };
/// Colour on stderr; `automatic` asks whether it is a terminal and respects NO_COLOR.
void set_color_mode(ColorMode mode);
bool color_enabled();

/// A line that stays at the bottom of the terminal while messages scroll above it; an empty text
/// removes it. Does nothing when stderr is no terminal.
void show_progress_line(const std::string& text);
bool progress_line_possible();

}  // namespace trainer
