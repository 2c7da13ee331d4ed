#include "findings/survey.h"

#include <algorithm>
#include <utility>

#include "base/language_tag.h"
#include "base/process.h"
#include "base/terminal.h"
#include "base/utf8.h"
#include "findings/check_run.h"
#include "findings/scripts.h"
#include "regard/base/str.h"

namespace regard::findings {
namespace {

/// A pseudorandom number, so that a sample does not follow a pattern in the lines (the finalizer of
/// MurmurHash3).
constexpr uint64_t scattered(uint64_t number) {
  number = (number + 1) * 0x9E3779B97F4A7C15U;
  number = (number ^ (number >> 33U)) * 0xFF51AFD7ED558CCDU;
  number = (number ^ (number >> 33U)) * 0xC4CEB9FE1A85EC53U;
  return number ^ (number >> 33U);
}

/// Keeps one in n pairs; n doubles whenever there are too many.
class Sample {
 public:
  explicit Sample(size_t most) : most_(most) {}

  bool wants() { return is_among(seen_++); }

  /// Adds the pair that was last accepted.
  void add(corpus::LinePair pair) {
    pairs_.push_back(std::move(pair));
    numbers_.push_back(seen_ - 1);
    while (pairs_.size() >= most_) thin_out();
  }

  std::vector<corpus::LinePair> take() { return std::move(pairs_); }

 private:
  bool is_among(uint64_t number) const { return scattered(number) % every_ == 0; }

  void thin_out() {
    every_ *= 2;
    size_t kept = 0;
    for (size_t at = 0; at < pairs_.size(); ++at) {
      if (!is_among(numbers_[at])) continue;
      numbers_[kept] = numbers_[at];
      if (kept != at) pairs_[kept] = std::move(pairs_[at]);
      ++kept;
    }
    pairs_.resize(kept);
    numbers_.resize(kept);
  }

  size_t most_;
  uint64_t seen_ = 0, every_ = 1;
  std::vector<corpus::LinePair> pairs_;
  std::vector<uint64_t> numbers_;  // numbers of the pairs
};

/// About `most` indexes of a sample: a random index from each of `most` equal parts. For a small
/// sample, all indexes.
std::vector<size_t> places_in(size_t size, size_t most) {
  const size_t part = std::max<size_t>(size / most, 1);
  std::vector<size_t> places;
  for (size_t begin = 0; begin < size; begin += part) {
    places.push_back(begin + scattered(begin) % std::min(part, size - begin));
  }
  return places;
}

using Counts = std::map<std::string, int64_t>;

/// Sets a side's language, unless it is given, to the most frequent language other than the other
/// side's; leaves it empty if too few lines are in that language. Returns a message if the given
/// language seems wrong: "the sources look like en, not de".
std::string take_language(const Counts& counts, const std::string& of_other_side, const char* side,
                          std::string& language) {
  std::string best;
  int64_t most = 0, all = 0;
  for (const auto& [name, count] : counts) {
    all += count;
    if (count <= most || name == of_other_side) continue;
    best = name;
    most = count;
  }
  constexpr int64_t kTenth = 10;
  if (kTenth * most < all) best.clear();
  if (language.empty()) {
    language = best;
  } else if (!best.empty() && best != primary_subtag(language)) {
    return str("the ", side, " look like ", best, ", not ", language);
  }
  return {};
}

/// Determines the main language of each side. If half of the pairs are swapped, the target's
/// language differs from the source's.
void name_languages(Survey& survey, const LanguageOf& language_of) {
  constexpr size_t kLooked = 400;
  constexpr double kSure = 0.5;
  Counts sources, targets;
  for (const size_t at : places_in(survey.sample.size(), kLooked)) {
    const auto source = language_of(survey.sample[at].source);
    const auto target = language_of(survey.sample[at].target);
    if (source.confidence > kSure) ++sources[source.language];
    if (target.confidence > kSure) ++targets[target.language];
  }
  const auto of_sources =
      take_language(sources, survey.target_language, "sources", survey.source_language);
  const auto of_targets =
      take_language(targets, survey.source_language, "targets", survey.target_language);
  const char* between = of_sources.empty() || of_targets.empty() ? "" : ", and ";
  survey.looks_different = of_sources + between + of_targets;
}

}  // namespace

std::string Survey::warning() const {
  return looks_different.empty()
             ? ""
             : looks_different + ": sides in a wrong language and swapped sides are not looked for";
}

namespace {

/// The scripts of at least a fifth of the lines, since a language may use two scripts.
std::set<std::string_view> scripts_of(const std::vector<corpus::LinePair>& sample,
                                      std::string corpus::LinePair::*side) {
  constexpr size_t kLooked = 2'000, kShare = 5;
  std::map<std::string_view, size_t> lines;
  size_t all = 0;
  for (const size_t at : places_in(sample.size(), kLooked)) {
    const auto script = main_script(sample[at].*side);
    if (script.name.empty()) continue;
    ++lines[script.name];
    ++all;
  }
  std::set<std::string_view> usual;
  for (const auto& [script, count] : lines) {
    if (count * kShare >= all) usual.insert(script);
  }
  return usual;
}

}  // namespace

Survey survey(bitext::PairReader& reader, const CheckOptions& options,
              const LanguageOf& language_of, size_t most_sampled) {
  Survey found;
  found.source_language = options.from_language;
  found.target_language = options.to_language;
  Sample sample(most_sampled);
  std::map<int64_t, int64_t> columns;
  ProgressBar bar(0, "read");
  bitext::Pair pair;
  while (reader.next(pair)) {
    stop_if_interrupted();
    ++found.pairs;
    ++columns[pair.columns];
    if (pair.state == bitext::Pair::State::alone && found.alone++ == 0) {
      found.first_alone = place_of(pair, reader.files());
    }
    constexpr int64_t kBetween = 4096;
    if (found.pairs % kBetween == 0) bar.update(found.pairs);
    const bool is_sampled = pair.state == bitext::Pair::State::whole && sample.wants();
    if (!is_sampled || first_invalid_utf8(pair.source) || first_invalid_utf8(pair.target)) continue;
    tidy(pair.source);
    tidy(pair.target);
    if (!pair.source.empty() && !pair.target.empty()) sample.add({pair.source, pair.target});
  }
  int64_t most = 0;
  for (const auto& [number, count] : columns) {
    if (count > most && number >= 2) {
      most = count;
      found.columns = number;
    }
  }
  found.sample = sample.take();
  found.scripts = {scripts_of(found.sample, &corpus::LinePair::source),
                   scripts_of(found.sample, &corpus::LinePair::target)};
  if (language_of) name_languages(found, language_of);
  return found;
}

}  // namespace regard::findings
