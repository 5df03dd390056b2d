#pragma once
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <torch/nn/module.h>

#include <trainer/model.h>

namespace trainer {

/// A user's own module and how to call it: [batch, channels, height, width] to [batch, classes].
struct UserModule {
  std::shared_ptr<torch::nn::Module> module;
  std::function<at::Tensor(at::Tensor)> forward;

  UserModule(std::shared_ptr<torch::nn::Module> own, std::function<at::Tensor(at::Tensor)> call)
      : module(std::move(own)), forward(std::move(call)) {}
  /// From any module that has `at::Tensor forward(at::Tensor)`.
  template <class M>
  explicit UserModule(std::shared_ptr<M> own)
      : module(own),
        forward([call = own.get()](at::Tensor x) { return call->forward(std::move(x)); }) {}
};

/// Makes the module of an opaque node; runs when the network is built, after the default generator
/// was seeded.
class OpaqueModule {
 public:
  explicit OpaqueModule(std::function<UserModule()> make) : make_(std::move(make)) {}
  UserModule make() const { return make_(); }

 private:
  std::function<UserModule()> make_;
};

using ModuleFactory = std::function<UserModule(const ModelRequest& request, const Node& options)>;

/// Makes `model.name: name` mean an own torch::nn::Module, as one opaque node: it trains,
/// evaluates, is saved and predicts, under its own parameter names. What needs the node list
/// (shapes, FLOPs, folding, exports) says that it cannot. Call before load_config; the table's
/// keys stand beside the other keys of `model`, null: none. Throws UsageError on a known name.
void register_module(const std::string& name,
                     const OptionTable* table,
                     const std::string& help,
                     ModuleFactory factory);

}  // namespace trainer
