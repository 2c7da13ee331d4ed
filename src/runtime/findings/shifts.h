#pragma once
#include <cstdint>
#include <span>

#include "findings/subject.h"
#include "findings/word_alignment.h"

namespace regard::findings {

/// Finds runs of lines whose translations are one to three lines too late or too early, as happens
/// after a lost line, and sets Subject::shift. Searches only around places where many pairs are
/// misaligned, judged by Subject::alignment. `before` is the shift of the line before the first.
/// Returns the shift of the last line.
int64_t find_shifts(std::span<Subject> subjects, const Alignment& alignment, int64_t before);

}  // namespace regard::findings
