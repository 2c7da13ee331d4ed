// A context vector compared with attention, by sentence length (d2l 10.7 and 11.4; Bahdanau et al.,
// 2015, figure 2).
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "draw/charts.h"
#include "figures/small_translator.h"
#include "regard/base/str.h"

namespace regard::figures {
namespace {

constexpr std::array<int64_t, 4> kLongest = {4, 7, 12, 100};  // maximum words per bucket

size_t bucket_of(const std::string& source) {
  return static_cast<size_t>(std::ranges::lower_bound(kLongest, words_in(source)) -
                             kLongest.begin());
}

/// BLEU of the sentences in each bucket, with greedy search.
std::vector<double> bleu_by_length(model::Seq2SeqModel& model, const SmallCorpus& corpus,
                                   const Sentences& sentences) {
  std::array<Sentences, kLongest.size()> buckets;
  for (size_t i = 0; i < sentences.sources.size(); ++i) {
    auto& bucket = buckets.at(bucket_of(sentences.sources[i]));
    bucket.sources.push_back(sentences.sources[i]);
    bucket.targets.push_back(sentences.targets[i]);
  }
  std::vector<double> scores;
  for (const auto& bucket : buckets) {
    const double bleu = translate_small(model, corpus, bucket).bleu;
    scores.push_back(std::round(bleu * 10) / 10);  // as BLEU is reported
  }
  return scores;
}

/// The lengths and the number of sentences in each bucket: "1–4 (29)".
std::vector<std::string> bucket_names(const Sentences& sentences) {
  std::array<size_t, kLongest.size()> counts{};
  int64_t longest = 0;
  for (const auto& source : sentences.sources) {
    ++counts.at(bucket_of(source));
    longest = std::max(longest, words_in(source));
  }
  std::vector<std::string> names;
  int64_t shortest = 1;
  for (size_t i = 0; i < counts.size(); ++i) {
    const int64_t last = std::min(kLongest.at(i), longest);
    names.push_back(str(shortest, "–", last, " (", counts.at(i), ")"));
    shortest = last + 1;
  }
  return names;
}

}  // namespace

draw::Picture sentence_length() {
  const auto corpus = small_corpus(project_sentences({"train"}));
  const auto held_out = project_sentences({"val", "test"});
  const auto bars_of = [&](const std::string& type, const std::string& name) {
    const auto model = train_small_model(corpus, {.model = small_rnn(type)});
    return draw::Bars{.name = name, .values = bleu_by_length(*model, corpus, held_out)};
  };
  return draw::draw(draw::BarChart{
      .title = "Translation by sentence length",
      .x_title = "English words (sentences)",
      .groups = bucket_names(held_out),
      .y = {.title = "BLEU of held-out sentences", .min = 0},
      .bars = {bars_of("rnn_context", "context vector"), bars_of("rnn_attention", "attention")}});
}

}  // namespace regard::figures
