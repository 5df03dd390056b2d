#pragma once

namespace trainer {

/// Makes the calling thread a background worker: `nice` is added to its niceness, and signals that
/// ask the process to stop are left to other threads, so that they do not interrupt its reads.
void prepare_worker_thread(int nice);

}  // namespace trainer
