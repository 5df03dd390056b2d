#pragma once
#include <memory>
#include <string>

#include <trainer/transform.h>

namespace trainer {

/// Every transform by name with its options, in the order of `trainer list transforms`; built-ins
/// are added on first use.
const Catalog& transform_catalog();

/// Makes a transform out of a resolved component. `normalize` is none: it runs on the batch.
/// Throws UsageError where its options cannot work.
std::unique_ptr<Transform> make_transform(const Component& component,
                                          const TransformRequest& request);

}  // namespace trainer
