#include <trainer/error.h>
#include <trainer/fit.h>

#include "api/boundary.h"
#include "api/call_scopes.h"
#include "api/fit_run.h"
#include "api/report.h"
#include "base/stop.h"
#include "config/load.h"

namespace trainer {
struct Trainer::Impl {
  Config config;
  FitCallbacks callbacks;
};

Trainer::Trainer(Config config) : impl_(std::make_unique<Impl>(Impl{std::move(config), {}})) {}
Trainer::~Trainer() = default;
Trainer::Trainer(Trainer&&) noexcept = default;
Trainer& Trainer::operator=(Trainer&&) noexcept = default;

Trainer& Trainer::on_step_end(std::function<void(const StepReport&)> callback) {
  impl_->callbacks.step_end = std::move(callback);
  return *this;
}

Trainer& Trainer::on_epoch_end(std::function<void(const EpochReport&)> callback) {
  impl_->callbacks.epoch_end = std::move(callback);
  return *this;
}

Trainer& Trainer::on_checkpoint(std::function<void(const std::string& folder)> callback) {
  impl_->callbacks.checkpoint = std::move(callback);
  return *this;
}

void Trainer::request_stop() {
  trainer::request_stop();
}

FitResult Trainer::fit(const FitOptions& options) {
  return at_boundary([&] {
    std::unique_ptr<ProgressSink> progress;
    if (options.show_progress) {
      progress = std::make_unique<TerminalProgress>();
    } else {
      progress = std::make_unique<ProgressSink>();
    }
    const StopScope stop;
    const QuietScope quiet(!options.show_progress);
    const ProgressScope shown(*progress);
    try {
      return FitRun(impl_->config, options, impl_->callbacks, *progress).run();
    } catch (const ConfigError& error) {
      // What only the data or the network can tell: its place is known, its source line not yet.
      throw explained(impl_->config, error);
    }
  });
}

}  // namespace trainer
