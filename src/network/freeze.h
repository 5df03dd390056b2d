#pragma once
#include <string>
#include <vector>

#include <trainer/node.h>

namespace trainer {

class NetworkModule;

/// Takes the parameters that any glob matches out of training (no gradient), and keeps every batch
/// norm all of whose parameters are frozen in evaluation mode from now on, also after `train()`:
/// its running statistics stay. Gives the frozen names. A glob that matches nothing, or freezing
/// everything, is an error: ConfigError at `position` where it has a line, UsageError otherwise.
std::vector<std::string> freeze(NetworkModule& module,
                                const std::vector<std::string>& globs,
                                const Position& position = {});

}  // namespace trainer
