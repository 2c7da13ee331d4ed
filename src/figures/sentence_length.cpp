// A context vector against attention, by the length of sentences (d2l 10.7 and 11.4; Bahdanau et
// al., 2015, figure 2).
#include <torch/utils.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "learner.h"
#include "regard/base/str.h"
#include "regard/config/yaml_reader.h"
#include "regard/corpus/batch.h"
#include "regard/corpus/batch_sampler.h"
#include "regard/draw/bar_chart.h"
#include "regard/metrics/bleu.h"
#include "regard/model/modules.h"
#include "regard/ops/cross_entropy.h"
#include "regard/text/special_tokens.h"
#include "regard/text/tokenizer_trainer.h"
#include "regard/translate/searchers.h"
#include "regard/translate/translate_lines.h"
#include "texts.h"

namespace regard::figures {
namespace {

constexpr int64_t kTranslatorUpdates = 1400;
constexpr std::array<size_t, 4> kLongest = {4, 7, 12, 100};  // words in the buckets' longest

struct Pairs {
  std::vector<std::string> sources, targets;
};

Pairs read_pairs(const std::vector<std::string>& splits) {
  Pairs pairs;
  for (const auto& split : splits) {
    for (const auto& line : project_lines(split + ".en")) pairs.sources.push_back(line);
    for (const auto& line : project_lines(split + ".fr")) pairs.targets.push_back(line);
  }
  return pairs;
}

size_t words_in(const std::string& line) {
  return 1 + static_cast<size_t>(std::count(line.begin(), line.end(), ' '));
}

size_t bucket_of(const std::string& source) {
  return static_cast<size_t>(std::lower_bound(kLongest.begin(), kLongest.end(), words_in(source)) -
                             kLongest.begin());
}

text::TokenizerPair train_tokenizers(const Pairs& pairs) {
  const config::TokenizerOptions options{.type = config::TokenizerType::bpe, .vocab_size = 1000};
  return {text::train_tokenizer(pairs.sources, options),
          text::train_tokenizer(pairs.targets, options), text::Preprocess::none};
}

corpus::Examples examples_of(const Pairs& pairs, const text::TokenizerPair& tokenizers) {
  corpus::Examples examples;
  examples.begin_text("train");
  for (size_t i = 0; i < pairs.sources.size(); ++i) {
    examples.add(tokenizers.encode_source(pairs.sources[i]),
                 tokenizers.encode_target(pairs.targets[i]), 1.0, static_cast<int64_t>(i + 1));
  }
  return examples;
}

std::shared_ptr<model::Seq2SeqModel> train_model(const std::string& type,
                                                 const corpus::Examples& examples,
                                                 const text::TokenizerPair& tokenizers) {
  torch::manual_seed(1);
  const auto options = config::read_yaml(
      str("{type: ", type,
          ", embedding_size: 96, hidden_size: 160, layers: 1, bidirectional: true, dropout: 0.1}"),
      "figure");
  const auto model = model::make_seq2seq_model(options, tokenizers.source().size(),
                                               tokenizers.target().size(), false);
  Learner learner(*model, kTranslatorUpdates, /*learning_rate=*/0.003);
  corpus::BatchSampler sampler(examples, {.batch_tokens = 500});
  model->train();
  for (int64_t update = 0; update < kTranslatorUpdates; ++update) {
    const auto batch = corpus::make_batch(examples, sampler.next());
    const auto memory = model->encode(batch.source, batch.source_lengths);
    const auto logits = model->decode(batch.target_input, memory);
    const auto loss = ops::smoothed_cross_entropy(logits, batch.target_labels, 0.1, text::kPad);
    learner.update(loss.loss_sum / loss.tokens);
  }
  model->eval();
  return model;
}

/// BLEU of the sentences of each bucket, greedy search.
std::vector<double> bleu_by_length(model::Seq2SeqModel& model, const Pairs& pairs,
                                   const text::TokenizerPair& tokenizers) {
  const auto translations = translate::translate_lines(*translate::searcher_of(model), tokenizers,
                                                       pairs.sources, {.search = {.beam_size = 1}});
  struct Bucket {
    std::vector<std::string> translations, references;
  };
  std::array<Bucket, kLongest.size()> buckets;
  for (size_t i = 0; i < translations.size(); ++i) {
    auto& bucket = buckets.at(bucket_of(pairs.sources[i]));
    bucket.translations.push_back(translations[i].text);
    bucket.references.push_back(pairs.targets[i]);
  }
  std::vector<double> scores;
  for (const auto& bucket : buckets) {
    const auto bleu = metrics::corpus_bleu(bucket.translations, std::span(&bucket.references, 1));
    scores.push_back(bleu.score);
  }
  return scores;
}

/// "1–4 (29)": the words and the number of each bucket's sentences.
std::vector<std::string> bucket_names(const Pairs& pairs) {
  std::array<size_t, kLongest.size()> counts{};
  size_t longest = 0;
  for (const auto& source : pairs.sources) {
    ++counts.at(bucket_of(source));
    longest = std::max(longest, words_in(source));
  }
  std::vector<std::string> names;
  size_t shortest = 1;
  for (size_t i = 0; i < counts.size(); ++i) {
    const size_t last = std::min(kLongest.at(i), longest);
    names.push_back(str(shortest, "–", last, " (", counts.at(i), ")"));
    shortest = last + 1;
  }
  return names;
}

}  // namespace

draw::Picture sentence_length() {
  const auto train = read_pairs({"train"}), held_out = read_pairs({"val", "test"});
  const auto tokenizers = train_tokenizers(train);
  const auto examples = examples_of(train, tokenizers);
  const auto bars_of = [&](const std::string& type, const std::string& name) {
    const auto model = train_model(type, examples, tokenizers);
    return draw::Bars{.name = name, .values = bleu_by_length(*model, held_out, tokenizers)};
  };
  return draw::draw(draw::BarChart{
      .title = "Translation by sentence length",
      .x_title = "English words (sentences)",
      .groups = bucket_names(held_out),
      .y = {.title = "BLEU of held-out sentences", .min = 0},
      .bars = {bars_of("rnn_context", "context vector"), bars_of("rnn_attention", "attention")}});
}

}  // namespace regard::figures
