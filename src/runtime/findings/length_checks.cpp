// Finds sides that are too long, or too long compared with the other side.
#include <algorithm>

#include "base/columns.h"
#include "base/readable.h"
#include "base/utf8.h"
#include "findings/checks.h"
#include "regard/base/str.h"
#include "text/sentences.h"

namespace regard::findings {
namespace {

class TooLong : public Check {
 public:
  TooLong(const Kind& kind, const CheckContext& context)
      : Check(kind), most_words_(context.options.max_words) {}

  std::optional<std::string> look(Subject& subject) override {
    constexpr int64_t kCharactersOfWord = 16;  // maximum characters per token
    for (const Side side : kSides) {
      const auto& text = subject.text(side);
      if (std::ssize(text) <= most_words_) continue;
      const auto words = words_in(text);
      if (words > most_words_) return str(words, " words");
      const auto characters = static_cast<int64_t>(text_width(text));
      if (characters > most_words_ * kCharactersOfWord) return str(characters, " characters");
    }
    return std::nullopt;
  }

 private:
  int64_t most_words_;
};

class Ratio : public Check {
 public:
  Ratio(const Kind& kind, const CheckContext& context)
      : Check(kind), most_(context.options.max_ratio) {}

  std::optional<std::string> look(Subject& subject) override {
    constexpr size_t kLeastDifference = 30;
    const auto source = text_width(subject.pair.source), target = text_width(subject.pair.target);
    const auto [shorter, longer] = std::minmax(source, target);
    const bool is_far = longer - shorter >= kLeastDifference &&
                        static_cast<double>(longer) > most_ * static_cast<double>(shorter);
    return is_far ? std::optional(str(source, " and ", target, " characters")) : std::nullopt;
  }

 private:
  double most_;
};

class Sentences : public Check {
 public:
  using Check::Check;

  std::optional<std::string> look(Subject& subject) override {
    const auto source = text::split_sentences(subject.pair.source).size(),
               target = text::split_sentences(subject.pair.target).size();
    const auto [fewer, more] = std::minmax(source, target);
    if (more - fewer < 2) return std::nullopt;
    return str(counted(source, "sentence"), " and ", target);
  }
};

}  // namespace

CheckRow length_check() {
  return {{.name = "long",
           .meaning = "a side is too long to train on",
           .advice = "Divide these pairs into sentences, or leave them out. --max-words sets the "
                     "limit."},
          made<TooLong>};
}

CheckRow ratio_check() {
  return {{.name = "ratio",
           .meaning = "one side is several times as long as the other",
           .advice = "Most are misaligned or partly translated. --max-ratio sets the limit."},
          made<Ratio>};
}

CheckRow sentences_check() {
  return {{.name = "sentences",
           .meaning = "the numbers of sentences differ by two or more",
           .advice = "Check a few of them: translators join sentences, but parts may be missing.",
           .action = Action::keep},
          made<Sentences>};
}

}  // namespace regard::findings
