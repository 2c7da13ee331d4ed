#include "trainer/filmed_sentences.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "base/threads.h"
#include "module_search/attended_words.h"
#include "module_search/one_thread.h"
#include "module_search/searchers.h"
#include "translate/translate_lines.h"

namespace regard::train {
namespace {

constexpr size_t kFilmed = 3;  // sentences

/// Has one thread do all work during its lifetime: so little is done soonest by one that waits for
/// no other, above all beside other busy programs.
class InOneThread {
 public:
  InOneThread() { set_threads(1); }
  ~InOneThread() { set_threads(before_); }
  InOneThread(const InOneThread&) = delete;
  InOneThread& operator=(const InOneThread&) = delete;

 private:
  int64_t before_ = threads();
  translate::OneThread of_libtorch_;
};

}  // namespace

corpus::TestText lines_to_film(const corpus::TestText& text, const text::TokenizerPair& tokenizers,
                               int64_t most_tokens) {
  constexpr int64_t kFewestWords = 5, kMostWords = 15;
  std::vector<size_t> possible, short_ones;
  for (size_t line = 0; line < text.sources.size(); ++line) {
    const auto& source = text.sources[line];
    const int64_t words = words_in(source);
    if (words == 0) continue;
    if (std::ssize(tokenizers.encode_source(source)) > most_tokens) continue;
    possible.push_back(line);
    if (words >= kFewestWords && words <= kMostWords) short_ones.push_back(line);
  }
  const auto& candidates = short_ones.empty() ? possible : short_ones;
  const size_t count = std::min(kFilmed, candidates.size());
  corpus::TestText chosen;
  for (size_t i = 0; i < count; ++i) {
    const size_t line = candidates[(2 * i + 1) * candidates.size() / (2 * count)];
    chosen.sources.push_back(text.sources[line]);
    chosen.references.push_back(text.references[line]);
  }
  return chosen;
}

std::vector<FilmedSentence> filmed_sentences(model::Seq2SeqModel& model,
                                             const text::TokenizerPair& tokenizers,
                                             const corpus::TestText& text) {
  const InOneThread one_thread;
  // Whole lines, whose tokens the attention is of.
  const config::SearchOptions greedy{.beam_size = 1,
                                     .max_length_ratio = 1.5,
                                     .max_length_extra = 5,
                                     .copy = config::Copy::none,
                                     .split = false};
  const auto translations = translate::translate_lines(*translate::searcher_of(model), tokenizers,
                                                       text.sources, {.search = greedy});
  std::vector<std::vector<int64_t>> written;
  for (const auto& translation : translations) {
    written.push_back(translation.n_best.empty() ? std::vector<int64_t>()
                                                 : translation.n_best.front().ids);
  }
  auto attended = translate::attended_words(model, tokenizers, text.sources, written);
  std::vector<FilmedSentence> sentences;
  for (size_t i = 0; i < translations.size(); ++i) {
    sentences.push_back({.source = text.sources[i],
                         .reference = text.references[i],
                         .translation = translations[i].text,
                         .source_words = std::move(attended[i].source),
                         .target_words = std::move(attended[i].target),
                         .attention = std::move(attended[i].weights)});
  }
  return sentences;
}

}  // namespace regard::train
