#pragma once
#include "diagrams/sketch.h"
#include "diagrams/subject.h"

namespace regard::diagrams::unrolled {

constexpr double kWidth = 690;

/// An encoder-decoder over the steps of the target: in training, where it reads the reference, and
/// in translation, where it reads what it wrote (d2l 10.7).
void draw_teacher_forcing(Sketch& sketch, const Subject& model);
void draw_feedback(Sketch& sketch, const Subject& model);

}  // namespace regard::diagrams::unrolled
