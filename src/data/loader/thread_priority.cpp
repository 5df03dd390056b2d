#include "data/loader/thread_priority.h"

#include <cerrno>
#include <cstring>

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/log.h"
#include "base/text.h"

namespace trainer {

void lower_priority(int nice) {
  if (nice == 0) return;
  // On Linux the niceness belongs to the thread, not to the process.
  const auto id = static_cast<id_t>(syscall(SYS_gettid));
  errno = 0;
  const int own = getpriority(PRIO_PROCESS, id);
  if (errno != 0 || setpriority(PRIO_PROCESS, id, own + nice) != 0) {
    log_debug(concat("decode threads keep their priority: ", std::strerror(errno)));
  }
}

}  // namespace trainer
