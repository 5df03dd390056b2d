// How a list of transforms becomes window plans.
#include <cstddef>

#include "base/text.h"
#include "data/transforms/image_pipeline.h"
#include "data/transforms/keyed_random.h"

namespace trainer {

std::string ImagePipeline::window_obstacle() const {
  const PipelineStep* random = nullptr;  // the last one so far
  const PipelineStep* crop = nullptr;
  const PipelineStep* paint = nullptr;
  std::size_t boxes = 0;
  for (const PipelineStep& step : parts_.steps) {
    if (!step.transform->is_random()) {
      if (random != nullptr) return concat(step.name, " comes after ", random->name);
      continue;
    }
    random = &step;
    const WindowEffect effect = step.windowed ? step.windowed->window_effect() : WindowEffect::none;
    if (effect == WindowEffect::none) {
      return concat(step.name,
                    step.windowed ? " paints more than one colour"
                                  : " changes more than a crop, a "
                                    "flip or a painted box does");
    }
    if (effect == WindowEffect::paint) {
      paint = &step;
      boxes += step.windowed->most_boxes();
      continue;
    }
    if (paint != nullptr) return concat(step.name, " comes after ", paint->name);
    if (effect == WindowEffect::crop) {
      if (crop != nullptr) return concat(step.name, " comes after another ", crop->name);
      crop = &step;
    }
  }
  if (boxes > WindowPlan::kMostBoxes) {
    return concat("it paints up to ", boxes, " boxes an image, more than ", WindowPlan::kMostBoxes);
  }
  return {};
}

WindowPlan ImagePipeline::plan_window(const SampleKey& key, int height, int width) const {
  WindowPlan plan;
  plan.window = {0, 0, width, height};
  for (std::size_t i = 0; i < parts_.steps.size(); ++i) {
    const PipelineStep& step = parts_.steps[i];
    if (!step.transform->is_random()) continue;
    KeyedRandom random(key, i);
    step.windowed->plan_window(plan, random);
  }
  return plan;
}

}  // namespace trainer
