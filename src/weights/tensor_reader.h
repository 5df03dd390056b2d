#pragma once
#include <string>
#include <vector>

#include "weights/value.h"

namespace trainer {

/// The tensor that `torch._utils._rebuild_tensor_v2(storage, offset, size, stride, …)` means: a
/// view of `flat` that shares its memory. `arguments` are those after the storage. Refuses views
/// that leave the storage or are not contiguous. Throws CheckpointError naming `file`.
HostTensor rebuild_tensor(const HostTensor& flat,
                          const std::vector<Value>& arguments,
                          const std::string& file);

}  // namespace trainer
