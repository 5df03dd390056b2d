#pragma once
#include <string>
#include <vector>

#include <trainer/node.h>

#include "config/mistakes.h"

namespace trainer {

/// Sets values from `key=value` texts in a written tree: `train.epochs=3`,
/// `transforms.val.0.resize=256`, `optimizer={name: adamw}`. The value is YAML and replaces what
/// was there whole; maps on the way are made where there are none.
void apply_overrides(Node& root,
                     const std::vector<std::string>& overrides,
                     Mistakes& mistakes,
                     Sources& sources);

}  // namespace trainer
