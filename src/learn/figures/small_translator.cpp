#include "figures/small_translator.h"

#include <torch/utils.h>

#include <numeric>
#include <optional>

#include "batches/batch.h"
#include "batches/samplers.h"
#include "config/yaml_reader.h"
#include "figures/figures.h"
#include "metrics/bleu.h"
#include "model/modules.h"
#include "module_search/searchers.h"
#include "ops/cross_entropy.h"
#include "regard/base/str.h"
#include "scoring/score_text.h"
#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"
#include "translate/translate_lines.h"

namespace regard::figures {
namespace {

text::TokenizerPair train_tokenizers(const Sentences& sentences) {
  const config::TokenizerOptions options{.type = config::TokenizerType::bpe, .vocab_size = 1000};
  return {text::train_tokenizer(sentences.sources, options),
          text::train_tokenizer(sentences.targets, options), text::Preprocess::none};
}

}  // namespace

Sentences project_sentences(const std::vector<std::string>& splits) {
  Sentences sentences;
  for (const auto& split : splits) {
    for (const auto& line : project_lines(split + ".en")) sentences.sources.push_back(line);
    for (const auto& line : project_lines(split + ".fr")) sentences.targets.push_back(line);
  }
  return sentences;
}

corpus::Examples examples_of(const Sentences& sentences, const text::TokenizerPair& tokenizers) {
  corpus::Examples examples;
  examples.begin_text("train");
  for (size_t i = 0; i < sentences.sources.size(); ++i) {
    examples.add(tokenizers.encode_source(sentences.sources[i]),
                 tokenizers.encode_target(sentences.targets[i]), 1.0, static_cast<int64_t>(i + 1));
  }
  return examples;
}

SmallCorpus small_corpus(const Sentences& sentences) {
  auto tokenizers = train_tokenizers(sentences);
  auto examples = examples_of(sentences, tokenizers);
  return {std::move(tokenizers), std::move(examples)};
}

std::string small_rnn(const std::string& type) {
  return str("{type: ", type,
             ", embedding_size: 96, hidden_size: 160, layers: 1, bidirectional: true, "
             "dropout: 0.1}");
}

std::string small_transformer(const std::string& more) {
  return str(
      "{type: transformer, d_model: 96, heads: 4, ffn_size: 192, encoder_layers: 2, "
      "decoder_layers: 2, dropout: 0.1",
      more, "}");
}

SmallModel new_small_model(const SmallCorpus& corpus, const std::string& model) {
  return model::make_seq2seq_model(config::read_yaml(model, "small model"),
                                   corpus.tokenizers.source().size(),
                                   corpus.tokenizers.target().size(), false);
}

SmallModel train_small_model(const SmallCorpus& corpus, const SmallTraining& training) {
  const torch::AutoGradMode with_gradients(true);  // regardless of the caller's mode
  torch::manual_seed(training.seed);
  const auto model = new_small_model(corpus, training.model);
  training.prepare(*model);
  Learner learner(*model, training.learner);
  corpus::BatchSampler sampler(corpus.examples,
                               {.batch_tokens = training.batch_tokens, .seed = training.seed});
  model->train();
  for (int64_t update = 0; update < training.learner.updates; ++update) {
    const auto batch = corpus::make_batch(corpus.examples, sampler.next());
    std::optional<ops::Recording> changed;
    if (training.change) changed.emplace(training.change);
    const auto memory = model->encode(batch.source, batch.source_lengths);
    const auto logits = model->decode(batch.target_input, memory);
    const auto loss = ops::smoothed_cross_entropy(logits, batch.target_labels,
                                                  training.label_smoothing, text::kPad);
    learner.update(loss.loss_sum / loss.tokens);
  }
  model->eval();
  return model;
}

SmallScores translate_small(model::Seq2SeqModel& model, const SmallCorpus& corpus,
                            const Sentences& sentences, const config::SearchOptions& search) {
  const auto translations = translate::translate_lines(
      *translate::searcher_of(model), corpus.tokenizers, sentences.sources, {.search = search});
  std::vector<std::string> texts;
  SmallScores scores;
  for (const auto& translation : translations) {
    texts.push_back(translation.text);
    scores.log_prob += translation.n_best.front().log_prob;
  }
  scores.log_prob /= static_cast<double>(translations.size());
  const auto bleu = metrics::corpus_bleu(texts, std::span(&sentences.targets, 1));
  scores.bleu = bleu.score;
  scores.length_ratio =
      static_cast<double>(bleu.hypothesis_length) / static_cast<double>(bleu.reference_length);
  return scores;
}

double loss_of(model::Seq2SeqModel& model, const corpus::Examples& examples) {
  std::vector<translate::Tokens> sources, targets;
  for (size_t i = 0; i < examples.size(); ++i) {
    const auto source = examples.source(i), target = examples.target(i);
    sources.emplace_back(source.begin(), source.end());
    targets.emplace_back(target.begin(), target.end());
  }
  double nll = 0, tokens = 0;
  for (const auto& log_probs : translate::token_log_probs(model, sources, targets)) {
    nll -= std::accumulate(log_probs.begin(), log_probs.end(), 0.0);
    tokens += static_cast<double>(log_probs.size());
  }
  return nll / tokens;
}

}  // namespace regard::figures
