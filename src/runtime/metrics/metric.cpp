#include "metrics/metric.h"

#include <iterator>

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::metrics {

Signature::Signature(std::size_t references)
    : entries_{{"nrefs", "#", str(references)}, {"version", "v", std::string(kSacrebleuVersion)}} {}

Signature& Signature::add(std::string_view name, std::string_view short_name,
                          std::string_view value) {
  entries_.insert(std::prev(entries_.end()),
                  {std::string(name), std::string(short_name), std::string(value)});
  return *this;
}

Signature& Signature::add_resampling(std::string_view test, std::size_t times,
                                     std::string_view seed) {
  const Entry rows[] = {{std::string(test), std::string(test), str(times)},
                        {"seed", "rs", std::string(seed)}};
  entries_.insert(std::next(entries_.begin()), std::begin(rows), std::end(rows));
  return *this;
}

std::string Signature::text() const {
  return join(entries_, "|", [](const Entry& entry) { return entry.name + ':' + entry.value; });
}

std::string Signature::short_text() const {
  return join(entries_, "|",
              [](const Entry& entry) { return entry.short_name + ':' + entry.value; });
}

void check_same_length(Segments hypotheses, References references) {
  if (references.empty()) throw Error("no reference is given");
  for (const std::vector<std::string>& reference : references) {
    if (reference.size() == hypotheses.size()) continue;
    throw Error(str("there are ", hypotheses.size(), " hypotheses, but ", reference.size(),
                    " lines in reference ", &reference - references.data() + 1),
                {}, "give every reference one line per hypothesis");
  }
}

std::vector<double> StatisticsTable::sums() const {
  std::vector<double> sums(columns_);
  for (std::size_t i = 0; i < rows(); ++i) {
    for (std::size_t k = 0; k < columns_; ++k) sums[k] += row(i)[k];
  }
  return sums;
}

double corpus_score(const Metric& metric, Segments hypotheses, References references) {
  return metric.value(metric.statistics(hypotheses, references).sums());
}

double sentence_score(const Metric& metric, const std::string& hypothesis,
                      std::span<const std::string> references) {
  std::vector<std::vector<std::string>> texts;
  for (const auto& reference : references) texts.push_back({reference});
  return corpus_score(metric, std::span(&hypothesis, 1), texts);
}

std::vector<double> sentence_scores(const Metric& metric, Segments hypotheses,
                                    References references) {
  const auto table = metric.statistics(hypotheses, references);
  std::vector<double> scores;
  for (std::size_t i = 0; i < table.rows(); ++i) scores.push_back(metric.value(table.row(i)));
  return scores;
}

}  // namespace regard::metrics
