#pragma once
#include <cstdint>
#include <span>

#include "findings/subject.h"
#include "findings/word_alignment.h"

namespace regard::findings {

/// Finds runs of lines whose translations stand one to three lines later or earlier, as after a
/// lost line, and sets Subject::shift of each. Looks only around places where many pairs, whose
/// scores are in Subject::alignment, are misaligned. `before` is the shift of the line before the
/// first; returns that of the last.
int64_t find_shifts(std::span<Subject> subjects, const Alignment& alignment, int64_t before);

}  // namespace regard::findings
