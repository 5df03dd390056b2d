#include <trainer/config.h>
#include <trainer/error.h>

#include "api/preview.h"
#include "base/log.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/run/run.h"

namespace trainer::cli {

int run_data_preview(const Arguments& arguments) {
  const PreviewArguments& preview = arguments.preview;
  const Config config = load_config(preview.config, preview.overrides);
  write_result_files(
      [&] { write_preview(config, preview.split, preview.epoch, preview.count, preview.output); });
  log_info(concat("wrote the preview to ", printable(preview.output)));
  return static_cast<int>(ExitCode::done);
}

}  // namespace trainer::cli
