#include "api/report.h"

#include <algorithm>
#include <cmath>

#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/text.h"

namespace trainer {
namespace {

constexpr double kRedrawSeconds = 0.1;
constexpr int kWidestBar = 24;
constexpr int kNarrowestBar = 6;

std::string two_digits(long long value) {
  return concat(value < 10 ? "0" : "", value);
}

std::string bar(std::int64_t done, std::int64_t total, int width) {
  const double part =
      total > 0 ? std::clamp(static_cast<double>(done) / static_cast<double>(total), 0.0, 1.0) : 0;
  const auto full = static_cast<std::size_t>(part * width);
  std::string text(full, '=');
  text += '>';
  text.resize(static_cast<std::size_t>(width), ' ');
  return concat("[", text, "]");
}

/// `before  [====>  ]  after` with the widest bar that fits, or without one.
std::string line_with_bar(const std::string& before,
                          std::int64_t done,
                          std::int64_t total,
                          const std::string& after,
                          int columns) {
  const int room = columns - static_cast<int>(before.size() + after.size() + 6);
  if (room < kNarrowestBar) return concat(before, "  ", after);
  return concat(before, "  ", bar(done, total, std::min(room, kWidestBar)), "  ", after);
}

int terminal_columns() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  // The last column stays free: some terminals wrap when it is written.
  return known ? size.ws_col - 1 : 79;
}

std::string rate_text(double images_per_second) {
  return concat(fixed_text(images_per_second, images_per_second < 100 ? 1 : 0), " images/s");
}

/// A learning rate in three significant digits.
std::string lr_text(double lr) {
  if (lr == 0) return "0";
  if (lr < 1e-4) {
    const double exponent = std::floor(std::log10(lr));
    return concat(fixed_text(lr / std::pow(10.0, exponent), 2), "e", static_cast<int>(exponent));
  }
  return fixed_text(lr, lr < 0.01 ? 5 : lr < 1 ? 4 : 2);
}

std::string epoch_text(std::int64_t epoch, std::int64_t epochs) {
  return epochs > 0 ? concat("epoch ", epoch, "/", epochs) : concat("epoch ", epoch);
}

std::string facts(const StepProgress& step, double seconds_left) {
  std::string text = rate_text(step.images_per_second);
  if (seconds_left >= 0) text += concat("  ", duration_text(seconds_left), " left");
  if (step.loss) text += concat("  loss ", fixed_text(*step.loss, 4));
  return concat(text, "  lr ", lr_text(step.lr));
}

}  // namespace

std::string duration_text(double seconds) {
  const auto whole = static_cast<long long>(std::llround(std::max(0.0, seconds)));
  if (whole < 60) return concat(whole, " s");
  if (whole < 3600) return concat(whole / 60, ":", two_digits(whole % 60), " min");
  return concat(whole / 3600, ":", two_digits(whole / 60 % 60), ":", two_digits(whole % 60), " h");
}

std::string metrics_text(const std::map<std::string, double>& metrics) {
  std::vector<std::string> parts;
  const auto add = [&](const std::string& name, double value) {
    const bool share = name.starts_with("top") || name.ends_with("recall");
    parts.push_back(concat(
        name, " ", fixed_text(share ? value * 100 : value, share ? 2 : 4), share ? " %" : ""));
  };
  if (const auto loss = metrics.find("loss"); loss != metrics.end()) add("loss", loss->second);
  for (const auto& [name, value] : metrics) {
    if (name.starts_with("top")) add(name, value);
  }
  for (const auto& [name, value] : metrics) {
    if (name != "loss" && !name.starts_with("top")) add(name, value);
  }
  return join(parts, ", ");
}

std::string step_line(const RunOutline& run,
                      const StepProgress& step,
                      double seconds_left,
                      int columns) {
  return line_with_bar(
      epoch_text(step.epoch, run.epochs),
      step.step_of_epoch,
      step.steps_of_epoch,
      concat(step.step_of_epoch, "/", step.steps_of_epoch, "  ", facts(step, seconds_left)),
      columns);
}

std::string step_record(const RunOutline& run, const StepProgress& step, double seconds_left) {
  return concat(epoch_text(step.epoch, run.epochs),
                "  step ",
                step.step_of_epoch,
                "/",
                step.steps_of_epoch,
                "  ",
                facts(step, seconds_left));
}

std::string epoch_line(const EpochReport& report) {
  std::string text = epoch_text(report.epoch, report.epochs);
  if (!report.train.empty()) text += concat("  train ", metrics_text(report.train));
  if (!report.val.empty()) text += concat("  val ", metrics_text(report.val));
  text += concat("  ", duration_text(report.seconds), ", ", rate_text(report.images_per_second));
  if (report.best) text += "  (best so far)";
  return text;
}

TerminalProgress::TerminalProgress()
    : TerminalProgress(Output{
          progress_line_possible(), show_progress_line, log_info, wall_seconds, terminal_columns}) {
}

TerminalProgress::TerminalProgress(Output output) : output_(std::move(output)) {}

TerminalProgress::~TerminalProgress() {
  show_line("", true);
}

void TerminalProgress::run_started(const RunOutline& run) {
  run_ = run;
  rate_from_ = -1;
  loss_.reset();
  std::string summary = run.summary;
  while (summary.ends_with('\n')) summary.pop_back();
  if (!summary.empty()) output_.message(summary);
  if (run.completed_steps > 0) {
    output_.message(concat("resuming after step ",
                           run.completed_steps,
                           run.total_steps > 0 ? concat(" of ", run.total_steps) : ""));
  }
}

void TerminalProgress::epoch_started(std::int64_t epoch, std::int64_t steps) {
  show_line(line_with_bar(
                epoch_text(epoch, run_.epochs), 0, steps, concat("0/", steps), output_.columns()),
            true);
}

void TerminalProgress::step_done(const StepProgress& step) {
  const double left = seconds_left(step);
  if (step.loss) loss_ = step.loss;
  StepProgress shown = step;
  shown.loss = loss_;
  if (output_.live) {
    show_line(step_line(run_, shown, left, output_.columns()),
              step.step_of_epoch == step.steps_of_epoch);
  } else if (step.recorded) {
    output_.message(step_record(run_, shown, left));
  }
}

void TerminalProgress::epoch_ended(const EpochReport& report) {
  show_line("", true);
  output_.message(epoch_line(report));
}

void TerminalProgress::evaluation_started(const EvaluationProgress& progress) {
  show_line(concat("evaluating ", progress.split), true);
}

void TerminalProgress::evaluation_advanced(const EvaluationProgress& progress) {
  const bool last = progress.images == progress.total;
  show_line(line_with_bar(concat("evaluating ", progress.split),
                          progress.images,
                          progress.total,
                          concat(progress.images, "/", progress.total, " images"),
                          output_.columns()),
            last);
}

void TerminalProgress::evaluation_ended(const EvaluationResult&) {
  show_line("", true);
}

void TerminalProgress::checkpoint_saved(const std::string& folder, bool best) {
  log_debug(concat("saved ", printable(folder), best ? " (best so far)" : ""));
}

void TerminalProgress::run_ended() {
  show_line("", true);
}

void TerminalProgress::show_line(const std::string& text, bool now) {
  if (!output_.live) return;
  const double seconds = output_.seconds();
  if (!now && drawn_at_ >= 0 && seconds - drawn_at_ < kRedrawSeconds) return;
  drawn_at_ = seconds;
  output_.line(text);
}

/// From the mean over the steps of this process, validations and saves included; negative while
/// there is nothing to go by.
double TerminalProgress::seconds_left(const StepProgress& step) {
  const double now = output_.seconds();
  if (rate_from_ < 0) {
    // The first step pays for warming up: the estimate starts after it.
    rate_from_ = now;
    rate_step_ = step.step;
    return -1;
  }
  const std::int64_t total = run_.total_steps > 0
                                 ? run_.total_steps
                                 : step.step - step.step_of_epoch + step.steps_of_epoch;
  const std::int64_t done = step.step - rate_step_;
  if (done <= 0 || total < step.step) return -1;
  return (now - rate_from_) / static_cast<double>(done) * static_cast<double>(total - step.step);
}

}  // namespace trainer
