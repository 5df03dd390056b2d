#include "base/log.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>

#include <spdlog/sinks/ansicolor_sink.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/spdlog.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {
namespace {

/// stderr and its bottom line: one lock, so that a message never lands inside the line.
struct Terminal {
  std::mutex mutex;
  std::string line;
  LogLevel level = LogLevel::info;
  ColorMode color = ColorMode::automatic;
  std::shared_ptr<spdlog::logger> file;
};

/// Never destroyed: worker threads may log while the process ends.
Terminal& terminal() {
  static Terminal& instance = *new Terminal;
  return instance;
}

bool stderr_is_terminal() {
  return isatty(STDERR_FILENO) == 1;
}

bool colored(const Terminal& t) {
  if (t.color != ColorMode::automatic) return t.color == ColorMode::always;
  const char* no_color = std::getenv("NO_COLOR");
  return (no_color == nullptr || *no_color == '\0') && stderr_is_terminal();
}

void erase_line(const Terminal& t) {
  if (!t.line.empty()) std::fputs("\r\x1b[2K", stderr);
}

void draw_line(const Terminal& t) {
  if (!t.line.empty()) std::fputs(t.line.c_str(), stderr);
}

const char* label(LogLevel level) {
  switch (level) {
    case LogLevel::debug:
      return "debug: ";
    case LogLevel::info:
      return "";
    case LogLevel::warning:
      return "warning: ";
    case LogLevel::error:
      return "error: ";
  }
  return "";
}

const char* paint(LogLevel level) {
  switch (level) {
    case LogLevel::debug:
      return "\x1b[2m";
    case LogLevel::info:
      return "";
    case LogLevel::warning:
      return "\x1b[33m";
    case LogLevel::error:
      return "\x1b[31m";
  }
  return "";
}

spdlog::level::level_enum to_spdlog(LogLevel level) {
  switch (level) {
    case LogLevel::debug:
      return spdlog::level::debug;
    case LogLevel::info:
      return spdlog::level::info;
    case LogLevel::warning:
      return spdlog::level::warn;
    case LogLevel::error:
      return spdlog::level::err;
  }
  return spdlog::level::info;
}

void write(LogLevel level, const std::string& message) {
  Terminal& t = terminal();
  const std::lock_guard lock(t.mutex);
  if (level >= t.level) {
    erase_line(t);
    const bool paints = colored(t) && *paint(level) != '\0';
    std::fprintf(stderr,
                 "%s%s%s%s\n",
                 paints ? paint(level) : "",
                 label(level),
                 paints ? "\x1b[0m" : "",
                 message.c_str());
    draw_line(t);
    std::fflush(stderr);
  }
  if (t.file && level >= std::min(t.level, LogLevel::info)) {
    t.file->log(to_spdlog(level), spdlog::string_view_t(message));
  }
}

}  // namespace

void log_debug(const std::string& message) {
  write(LogLevel::debug, message);
}
void log_info(const std::string& message) {
  write(LogLevel::info, message);
}
void log_warning(const std::string& message) {
  write(LogLevel::warning, message);
}
void log_error(const std::string& message) {
  write(LogLevel::error, message);
}

void set_log_level(LogLevel level) {
  const std::lock_guard lock(terminal().mutex);
  terminal().level = level;
}

LogLevel log_level() {
  const std::lock_guard lock(terminal().mutex);
  return terminal().level;
}

void set_log_file(const std::string& path) {
  std::shared_ptr<spdlog::logger> file;
  if (!path.empty()) {
    try {
      file = std::make_shared<spdlog::logger>(
          "run", std::make_shared<spdlog::sinks::basic_file_sink_mt>(path));
    } catch (const spdlog::spdlog_ex& error) {
      throw DataError(concat("cannot open the log file: ", error.what()), path);
    }
    file->set_level(spdlog::level::debug);
    file->set_pattern("%Y-%m-%d %H:%M:%S.%e %l %v");
    file->flush_on(spdlog::level::info);
  }
  const std::lock_guard lock(terminal().mutex);
  terminal().file = std::move(file);
}

void set_color_mode(ColorMode mode) {
  const std::lock_guard lock(terminal().mutex);
  terminal().color = mode;
}

bool color_enabled() {
  const std::lock_guard lock(terminal().mutex);
  return colored(terminal());
}

void show_progress_line(const std::string& text) {
  if (!stderr_is_terminal()) return;
  winsize size{};
  const std::size_t width =
      ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1U : 79U;
  Terminal& t = terminal();
  const std::lock_guard lock(t.mutex);
  if (t.level > LogLevel::info) return;
  erase_line(t);
  t.line = text.substr(0, width);
  draw_line(t);
  std::fflush(stderr);
}

bool progress_line_possible() {
  return stderr_is_terminal();
}

}  // namespace trainer
