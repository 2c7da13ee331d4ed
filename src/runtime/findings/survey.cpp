#include "findings/survey.h"

#include <algorithm>
#include <utility>

#include "base/process.h"
#include "base/terminal.h"
#include "base/utf8.h"

namespace regard::findings {
namespace {

/// Every n-th of the pairs, n doubled as often as there are too many.
class Sample {
 public:
  explicit Sample(size_t most) : most_(most) {}

  bool wants() { return seen_++ % every_ == 0; }

  void add(corpus::LinePair pair) {
    pairs_.push_back(std::move(pair));
    if (pairs_.size() < most_) return;
    for (size_t at = 0; 2 * at < pairs_.size(); ++at) pairs_[at] = std::move(pairs_[2 * at]);
    pairs_.resize((pairs_.size() + 1) / 2);
    every_ *= 2;
  }

  std::vector<corpus::LinePair> take() { return std::move(pairs_); }

 private:
  size_t most_;
  size_t seen_ = 0, every_ = 1;
  std::vector<corpus::LinePair> pairs_;
};

/// The languages that most lines of each side are in. Of a text that has as many lines turned round
/// as not, one is the source's.
void name_languages(Survey& survey, const LanguageOf& language_of) {
  constexpr size_t kLooked = 400;
  constexpr double kSure = 0.5;
  std::map<std::string, int64_t> sources, targets;
  const size_t every = std::max<size_t>(survey.sample.size() / kLooked, 1);
  for (size_t at = 0; at < survey.sample.size(); at += every) {
    const auto source = language_of(survey.sample[at].source);
    const auto target = language_of(survey.sample[at].target);
    if (source.confidence > kSure) ++sources[source.language];
    if (target.confidence > kSure) ++targets[target.language];
  }
  const auto most_frequent = [](const std::map<std::string, int64_t>& counts,
                                const std::string& but_not) {
    std::string best;
    int64_t most = 0;
    for (const auto& [language, count] : counts) {
      if (count > most && language != but_not) {
        best = language;
        most = count;
      }
    }
    return best;
  };
  if (survey.source_language.empty()) {
    survey.source_language = most_frequent(sources, survey.target_language);
  }
  if (survey.target_language.empty()) {
    survey.target_language = most_frequent(targets, survey.source_language);
  }
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
    if (pair.state == bitext::Pair::State::alone) ++found.alone;
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
  if (language_of) name_languages(found, language_of);
  return found;
}

}  // namespace regard::findings
