#pragma once
#include <memory>
#include <string>

#include <trainer/optimizer.h>

namespace trainer {

/// torch.optim.SGD. Throws ConfigError for Nesterov without momentum or with dampening.
std::unique_ptr<UpdateRule> make_sgd(const Node& options);
/// torch.optim.Adam
std::unique_ptr<UpdateRule> make_adam(const Node& options);
/// torch.optim.AdamW
std::unique_ptr<UpdateRule> make_adamw(const Node& options);
/// torch.optim.RMSprop
std::unique_ptr<UpdateRule> make_rmsprop(const Node& options);

}  // namespace trainer
