#pragma once
#include "config/experiment.h"
#include "trainer/task.h"

namespace regard::train {

/// The share of a whole training, `steps` updates of `batch_tokens`, that `minutes` allow: by the
/// time that some of its steps take. At most 1. Reads batches of the task and leaves gradients.
double share_of_recipe(Task& task, const config::TrainingOptions& training, int64_t processes);

/// The experiment for a training that gets only that share of the tokens its options are made for.
/// It has smaller batches, so that it still takes many steps, with a smaller learning rate, and
/// Adam's second moment looks back over as many tokens as before; it forgets faster what it
/// averages (continuously, even if the experiment averages validations), needs less against
/// overfitting (dropout, sampling), and validates less often. docs/recipes.md shows what that
/// gains.
config::Experiment scaled(config::Experiment experiment, double share);

/// If `experiment` asks for a scale and `begun`, as a run of it has it, is scaled: gives it those
/// options of `begun` that scaled() changes. Says whether it did.
bool take_scaled(config::Experiment& experiment, const config::Experiment& begun);

}  // namespace regard::train
