// Finds sides in an unexpected language, and swapped sides.
#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "base/machine.h"
#include "base/utf8.h"
#include "findings/checks.h"
#include "findings/scripts.h"
#include "regard/base/named_enum.h"
#include "regard/base/str.h"

namespace regard::findings {
namespace {

/// The confidence that a whole sentence reaches, but a name or a term does not.
constexpr double kSure = 0.9;
constexpr int64_t kFewestWords = 5, kFewestOfThird = 8;
/// A third language needs fewer words if hardly any of them occur in other pairs. Without this
/// condition, names and terms would also count, since language detectors are sure of them.
constexpr int64_t kFewestOfStrangeWords = 4;
constexpr double kMostKnown = 0.25;
/// Less confidence, as in shorter texts, is enough if both sides agree.
constexpr double kSureOfBoth = 0.6;

class LanguageCheck : public Check {
 public:
  LanguageCheck(const Kind& kind, const CheckContext& context)
      : Check(kind), languages_{context.survey.source_language, context.survey.target_language} {}

 protected:
  const std::string& expected(Side side) const { return languages_.at(static_cast<size_t>(side)); }

  static bool is_sure(Subject& subject, Side side, int64_t fewest_words = kFewestWords) {
    return subject.language(side).confidence >= kSure &&
           words_in(subject.text(side)) >= fewest_words;
  }

 private:
  std::array<std::string, 2> languages_;
};

/// Detects swapped pairs. Within a run of them, pairs whose languages are undecided also count as
/// swapped. In a file of swapped pairs, so does every pair that is not surely in the right order.
class Swapped : public LanguageCheck {
 public:
  using LanguageCheck::LanguageCheck;

  void look_ahead(std::span<Subject> subjects) override {
    constexpr int64_t kPairsOfAThread = 64;
    for_parts(std::ssize(subjects), kPairsOfAThread, [&](int64_t begin, int64_t end) {
      for (auto& subject :
           subjects.subspan(static_cast<size_t>(begin), static_cast<size_t>(end - begin))) {
        if (subject.is_out) continue;
        for (const Side side : kSides) static_cast<void>(subject.language(side));
      }
    });
    constexpr int64_t kFewest = 2, kSwappedOfRight = 20;
    int64_t swapped = 0, right = 0;
    for (auto& subject : subjects) {
      if (subject.is_out) continue;
      swapped += are(subject, Side::target) ? 1 : 0;
      right += are(subject, Side::source) ? 1 : 0;
    }
    are_mostly_swapped_ = swapped >= kFewest && swapped >= kSwappedOfRight * right;
  }

  std::optional<std::string> look(Subject& subject) override {
    constexpr int64_t kManyInARow = 50;
    const bool is_swapped = are(subject, Side::target);
    if (is_swapped) {
      ++swapped_in_a_row_;
    } else if (are(subject, Side::source)) {
      swapped_in_a_row_ = 0;
    }
    const bool may_be = swapped_in_a_row_ >= kManyInARow && is_undecided(subject);
    const bool is_of_swapped =
        are_mostly_swapped_ && !are(subject, Side::source) && !is_of_third(subject);
    if (!is_swapped && !may_be && !is_of_swapped) return std::nullopt;
    subject.turn_round();
    return "";
  }

 private:
  /// Whether the source is in the language of `first`, and the target in the other language.
  bool are(Subject& subject, Side first) const {
    return is(subject, Side::source, first) && is(subject, Side::target, other_than(first));
  }

  bool is(Subject& subject, Side side, Side as) const {
    const auto& guess = subject.language(side);
    return guess.language == expected(as) && guess.confidence >= kSureOfBoth;
  }

  /// Whether neither side seems to be in its expected language, nor is one surely in a third one.
  bool is_undecided(Subject& subject) const {
    return !is_of_third(subject) && std::ranges::none_of(kSides, [&](Side side) {
      return subject.language(side).language == expected(side);
    });
  }

  /// Whether a side is surely in a third language.
  bool is_of_third(Subject& subject) const {
    return std::ranges::any_of(kSides, [&](Side side) {
      const auto& language = subject.language(side).language;
      const bool is_third = language != expected(side) && language != expected(other_than(side));
      return is_third && is_sure(subject, side);
    });
  }

  static Side other_than(Side side) { return side == Side::source ? Side::target : Side::source; }

  bool are_mostly_swapped_ = false;  // whether most pairs of the batch are swapped
  int64_t swapped_in_a_row_ = 0;     // counts only pairs whose languages are determined
};

class OneLanguage : public LanguageCheck {
 public:
  using LanguageCheck::LanguageCheck;

  std::optional<std::string> look(Subject& subject) override {
    if (subject.pair.source == subject.pair.target)
      return std::nullopt;  // reported by its own
                            // check
    for (const Side side : kSides) {
      if (!is_sure(subject, side)) return std::nullopt;
    }
    const auto& language = subject.language(Side::source).language;
    const bool is_third = language != expected(Side::source) && language != expected(Side::target);
    if (is_third || language != subject.language(Side::target).language) return std::nullopt;
    return "both are " + language;
  }
};

class WrongLanguage : public LanguageCheck {
 public:
  WrongLanguage(const Kind& kind, const CheckContext& context)
      : LanguageCheck(kind, context), alignment_(context.alignment) {}

  std::optional<std::string> look(Subject& subject) override {
    std::optional<std::string> found;
    for (const Side side : kSides) {
      const auto& language = subject.language(side).language;
      if (language == expected(side) || !is_sure(subject, side, kFewestOfStrangeWords)) continue;
      if (words_in(subject.text(side)) < kFewestOfThird && !is_strange(subject, side)) continue;
      found = str(found ? *found + ", " : "", name_of(side), " is ", language);
    }
    const auto& language = subject.language(Side::source).language;
    const bool is_expected =
        language == expected(Side::source) || language == expected(Side::target);
    const bool is_one = is_expected && language == subject.language(Side::target).language;
    return is_one ? std::nullopt : found;  // reported by the check for one language
  }

 private:
  bool is_strange(const Subject& subject, Side side) const {
    return alignment_ && alignment_->knows_words &&
           alignment_->scores.share_known(subject.pair, side) <= kMostKnown;
  }

  std::shared_ptr<const Alignment> alignment_;
};

/// A foreign script is recognized without a sentence. Names in Latin letters occur in texts of all
/// scripts.
class OtherScript : public Check {
 public:
  OtherScript(const Kind& kind, const CheckContext& context)
      : Check(kind), usual_(context.survey.scripts) {}

  std::optional<std::string> look(Subject& subject) override {
    std::optional<std::string> found;
    for (const Side side : kSides) {
      const auto script = main_script(subject.text(side));
      const bool is_most = script.letters >= 2 && 3 * script.letters > 2 * script.all_letters;
      if (!is_most || script.name == "Latin") continue;
      if (usual_.at(static_cast<size_t>(side)).contains(script.name)) continue;
      found = str(found ? *found + ", " : "", name_of(side), " is in ", script.name);
    }
    return found;
  }

 private:
  std::array<std::set<std::string_view>, 2> usual_;
};

template <class ACheck>
std::unique_ptr<Check> made_if_told(const Kind& kind, const CheckContext& context) {
  const auto& survey = context.survey;
  const bool are_told = !survey.source_language.empty() && !survey.target_language.empty();
  if (!are_told || !survey.looks_different.empty()) return nullptr;
  return made<ACheck>(kind, context);
}

}  // namespace

CheckRow swapped_check() {
  return {{.name = "swapped",
           .meaning = "source and target are swapped",
           .advice = "Cleaning swaps their sides.",
           .action = Action::repair,
           .remembers = true},
          made_if_told<Swapped>};
}

CheckRow script_check() {
  return {{.name = "script",
           .meaning = "a side is in a different script than the others",
           .advice = "Leave these pairs out: they are in a third language."},
          made<OtherScript>};
}

CheckRow one_language_check() {
  return {{.name = "one-language",
           .meaning = "both sides are in the same language",
           .advice = "Translate the side that was copied, or leave the pair out."},
          made_if_told<OneLanguage>};
}

CheckRow language_check() {
  return {
      {.name = "language",
       .meaning = "a side is in a third language",
       .advice = "Leave these pairs out, or name the languages: --from-language, --to-language."},
      made_if_told<WrongLanguage>};
}

}  // namespace regard::findings
