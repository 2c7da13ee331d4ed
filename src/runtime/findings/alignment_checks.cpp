// Finds pairs whose words are not translations of each other: single pairs, and runs of shifted
// lines.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/machine.h"
#include "base/readable.h"
#include "findings/checks.h"
#include "findings/shifts.h"
#include "regard/base/str.h"

namespace regard::findings {
namespace {

class Misaligned : public Check {
 public:
  Misaligned(const Kind& kind, const CheckContext& context)
      : Check(kind), alignment_(context.alignment) {}

  std::optional<std::string> look(Subject& subject) override {
    const double score = subject.alignment
                             ? *subject.alignment
                             : alignment_->scores.of(subject.pair.source, subject.pair.target);
    if (!(score < alignment_->threshold)) return std::nullopt;  // also false for NaN
    constexpr int kDigits = 2;
    return "score " + fixed(score, kDigits);
  }

 private:
  std::shared_ptr<const Alignment> alignment_;
};

class Shifted : public Check {
 public:
  Shifted(const Kind& kind, const CheckContext& context)
      : Check(kind), alignment_(context.alignment) {}

  void look_ahead(std::span<Subject> subjects) override {
    constexpr int64_t kPairsOfAThread = 32;
    for_parts(std::ssize(subjects), kPairsOfAThread, [&](int64_t begin, int64_t end) {
      for (auto at = static_cast<size_t>(begin); at < static_cast<size_t>(end); ++at) {
        auto& subject = subjects[at];
        if (subject.is_out) continue;
        subject.alignment = alignment_->scores.of(subject.pair.source, subject.pair.target);
      }
    });
    last_ = find_shifts(subjects, *alignment_, last_);
  }

  std::optional<std::string> look(Subject& subject) override {
    const auto shift = subject.shift;
    if (shift != before_) begin_ = subject.pair.number;
    before_ = shift;
    if (shift == 0) return std::nullopt;
    return str("from about line ", begin_, " on, the target is ", counted(std::abs(shift), "line"),
               shift > 0 ? " later" : " earlier");
  }

 private:
  std::shared_ptr<const Alignment> alignment_;
  int64_t last_ = 0;                // shift of the last pair in the previous batch
  int64_t before_ = 0, begin_ = 0;  // shift of the previous pair, and where that shift began
};

template <class ACheck>
std::unique_ptr<Check> made_if_aligned(const Kind& kind, const CheckContext& context) {
  return context.alignment ? made<ACheck>(kind, context) : nullptr;
}

}  // namespace

CheckRow shifted_check() {
  return {
      {.name = "shifted",
       .meaning = "the translation is a few lines later or earlier",
       .advice = "A line is lost or broken where the shift begins: repair the line, and the pairs "
                 "after it match again.",
       .remembers = true,
       .in_runs = true},
      made_if_aligned<Shifted>};
}

CheckRow misaligned_check() {
  return {{.name = "misaligned",
           .meaning = "the words are not translations of each other",
           .advice = "Check a few of them: a run of consecutive lines is a shifted part."},
          made_if_aligned<Misaligned>};
}

}  // namespace regard::findings
