// Trainer: the frames of a film.
#include "trainer/film_schedule.h"
#include "trainer/gradient_norms.h"
#include "trainer/trainer.h"

namespace regard::train {

bool Trainer::frame_is_due(int64_t before) const {
  if (!film_) return false;
  return has_frame(before, progress_.scheduled, options_.steps) || is_over_by_count();
}

void Trainer::add_frame(const StepResult& step) {
  film_->add({.step = progress_.step,
              .seconds = progress_.cost.seconds,
              .loss = step.loss / static_cast<double>(step.target_tokens),
              .gradient_norm = step.gradient_norm,
              .layers = gradient_norms(task_.model(), step.gradient_norm),
              .sentences = task_.filmed()});
}

}  // namespace regard::train
