#include "figures/toy_translation.h"

#include <torch/utils.h>

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

#include "config/yaml_reader.h"
#include "figures/learner.h"
#include "model/modules.h"
#include "ops/cross_entropy.h"
#include "text/tokenizer_pair.h"

namespace regard::figures {

struct ToyTranslation::Noun {
  const char* english;
  const char* french;
  const char* other_french;  // used one time in three
  bool feminine;
};

namespace {

struct Adjective {
  const char* english;
  const char* masculine;
  const char* feminine;
  bool before_noun;  // in French
};

struct Verb {
  std::vector<std::string> english;
  const char* french;
  const char* other_french;  // used one time in three
};

constexpr std::array kAdjectives = {
    Adjective{"small", "petit", "petite", true}, Adjective{"big", "grand", "grande", true},
    Adjective{"black", "noir", "noire", false}, Adjective{"white", "blanc", "blanche", false},
    Adjective{"green", "vert", "verte", false}};

const std::array kVerbs = {
    Verb{{"sees"}, "voit", "aperçoit"}, Verb{{"finds"}, "trouve", "découvre"},
    Verb{{"looks", "at"}, "regarde", "observe"}, Verb{{"loves"}, "aime", "adore"}};

}  // namespace

ToyTranslation::ToyTranslation(uint64_t seed) : state_(seed) {}

// Uses SplitMix64 (Steele, Lea and Flood, 2014) for the same numbers on every machine.
size_t ToyTranslation::below(size_t count) {
  state_ += 0x9E3779B97F4A7C15ULL;
  uint64_t bits = state_;
  bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBULL;
  return static_cast<size_t>((bits ^ (bits >> 31U)) % count);
}

void ToyTranslation::add_noun_phrase(Pair& pair) {
  static constexpr std::array kNouns = {
      Noun{"cat", "chat", "matou", false},      Noun{"dog", "chien", "toutou", false},
      Noun{"house", "maison", "demeure", true}, Noun{"car", "voiture", "bagnole", true},
      Noun{"mouse", "souris", "souris", true},  Noun{"garden", "jardin", "jardin", false},
      Noun{"table", "table", "table", true},    Noun{"boat", "bateau", "navire", false}};
  const auto& noun = kNouns[below(kNouns.size())];
  const bool definite = below(2) == 0;
  pair.source.emplace_back(definite ? "the" : "a");
  pair.target.emplace_back(definite ? (noun.feminine ? "la" : "le")
                                    : (noun.feminine ? "une" : "un"));
  const char* french = below(3) == 0 ? noun.other_french : noun.french;
  if (below(3) == 0) {  // no adjective
    pair.source.emplace_back(noun.english);
    pair.target.emplace_back(french);
    return;
  }
  const auto& adjective = kAdjectives[below(kAdjectives.size())];
  const char* agreed = noun.feminine ? adjective.feminine : adjective.masculine;
  pair.source.insert(pair.source.end(), {adjective.english, noun.english});
  pair.target.emplace_back(adjective.before_noun ? agreed : french);
  pair.target.emplace_back(adjective.before_noun ? french : agreed);
}

ToyTranslation::Pair ToyTranslation::next() {
  Pair pair;
  add_noun_phrase(pair);
  const auto& verb = kVerbs[below(kVerbs.size())];
  pair.source.insert(pair.source.end(), verb.english.begin(), verb.english.end());
  pair.target.emplace_back(below(3) == 0 ? verb.other_french : verb.french);
  add_noun_phrase(pair);
  return pair;
}

std::vector<int64_t> ToyVocabulary::learn(const ToyTranslation::Words& words) {
  for (const auto& word : words) {
    if (std::find(words_.begin(), words_.end(), word) == words_.end()) words_.push_back(word);
  }
  return ids(words);
}

std::vector<int64_t> ToyVocabulary::ids(const ToyTranslation::Words& words) const {
  std::vector<int64_t> found;
  for (const auto& word : words) {
    const auto place = std::find(words_.begin(), words_.end(), word);
    if (place == words_.end()) throw std::out_of_range("the toy language has no word " + word);
    found.push_back(place - words_.begin());
  }
  found.push_back(text::kEos);
  return found;
}

namespace {

constexpr size_t kPairs = 4096, kBatch = 64;
constexpr double kLearningRate = 3e-3;

using Rows = std::vector<std::vector<int64_t>>;

/// The batch of a step; steps cycle through the batches.
std::pair<torch::Tensor, torch::Tensor> batch_of(const Rows& rows, int64_t step) {
  return as_batch(std::span(rows).subspan(static_cast<size_t>(step) * kBatch % kPairs, kBatch));
}

const char* options_of(const std::string& architecture) {
  return architecture == "transformer"
             ? "{type: transformer, d_model: 64, heads: 2, ffn_size: 128, encoder_layers: 2, "
               "decoder_layers: 2, dropout: 0.1}"
             : "{type: rnn_attention, embedding_size: 64, hidden_size: 64, layers: 1, "
               "bidirectional: true, dropout: 0.1}";
}

}  // namespace

std::pair<torch::Tensor, torch::Tensor> as_batch(std::span<const std::vector<int64_t>> rows) {
  std::vector<torch::Tensor> tensors;
  std::vector<int64_t> lengths;
  for (const auto& row : rows) {
    tensors.push_back(torch::tensor(row));
    lengths.push_back(static_cast<int64_t>(row.size()));
  }
  return {torch::pad_sequence(tensors, true), torch::tensor(lengths)};
}

std::pair<torch::Tensor, torch::Tensor> as_batch(const std::vector<int64_t>& ids) {
  return as_batch(std::span(&ids, 1));
}

torch::Tensor greedy_rows(model::Seq2SeqModel& model, const torch::Tensor& source,
                          const torch::Tensor& lengths, int64_t steps) {
  const torch::NoGradGuard no_grad;
  const bool was_training = model.is_training();
  model.eval();
  const auto memory = model.encode(source, lengths);
  auto state = model.start(memory);
  std::vector<torch::Tensor> tokens = {torch::full({source.size(0)}, text::kBos)};
  for (int64_t step = 0; step < steps; ++step) {
    tokens.push_back(model.step(tokens.back(), memory, state).logits.argmax(-1));
  }
  model.train(was_training);
  tokens.erase(tokens.begin());
  return torch::stack(tokens, 1);
}

ToyTranslator train_toy_translator(const ToyTraining& training) {
  const torch::AutoGradMode with_gradients(true);  // regardless of the caller's mode
  ToyTranslator translator;
  ToyTranslation language(training.seed);
  Rows sources, targets;
  for (size_t i = 0; i < kPairs; ++i) {
    const auto pair = language.next();
    sources.push_back(translator.source.learn(pair.source));
    targets.push_back(translator.target.learn(pair.target));
  }

  torch::manual_seed(training.seed);
  const auto section = config::read_yaml(options_of(training.architecture), "toy model");
  translator.model =
      model::make_seq2seq_model(section, translator.source.size(), translator.target.size(), false);
  Learner learner(*translator.model, {.updates = training.updates, .learning_rate = kLearningRate});
  translator.model->train();
  for (int64_t step = 0; step < training.updates; ++step) {
    const auto [source, lengths] = batch_of(sources, step);
    const auto labels = batch_of(targets, step).first;
    const auto before = training.teacher_forcing
                            ? labels
                            : greedy_rows(*translator.model, source, lengths, labels.size(1));
    const auto bos = torch::full({labels.size(0), 1}, text::kBos);
    const auto input = torch::cat({bos, before.slice(1, 0, -1)}, 1);
    const auto logits = translator.model->decode(input, translator.model->encode(source, lengths));
    const auto loss = ops::smoothed_cross_entropy(logits, labels, 0.0, text::kPad);
    learner.update(loss.loss_sum / loss.tokens);
  }
  translator.model->eval();
  return translator;
}

const ToyTranslator& toy_translator(const std::string& architecture) {
  static std::map<std::string, ToyTranslator> known;
  const auto found = known.find(architecture);
  if (found != known.end()) return found->second;
  return known.emplace(architecture, train_toy_translator({.architecture = architecture}))
      .first->second;
}

}  // namespace regard::figures
