#include <cmath>

#include "draw/heatmap.h"
#include "figures/learner.h"
#include "figures/toy_translation.h"
#include "module_search/steps.h"
#include "ops/head_attention.h"
#include "regard/base/str.h"
#include "text/tokenizer_pair.h"

// Nonvolitional cues use only keys; volitional cues use queries and keys. Sharpness rises from left
// to right.
namespace regard::figures {
namespace {

constexpr int64_t kPositions = 10;

// Weights (query, key) of dot-product attention at this sharpness, without division by sqrt(d).
torch::Tensor weights(const torch::Tensor& queries, const torch::Tensor& keys, double sharpness) {
  const double scale = sharpness * std::sqrt(static_cast<double>(keys.size(1)));
  return ops::dot_product_attention(queries * scale, keys, keys, {}, true).weights;
}

}  // namespace

draw::Picture attention_cues() {
  // Keys of different salience, and a query that depends only on salience.
  const auto salience = torch::rand({kPositions, 1});
  const auto no_query = torch::ones({kPositions, 1});
  // One matching key for each query.
  const auto alike = torch::eye(kPositions);
  draw::Heatmaps grid{.title = "Only keys, and queries compared with keys",
                      .grid_columns = 3,
                      .value_title = "attention weight",
                      .min = 0,
                      .max = 1};
  const auto add = [&](const std::string& title, const torch::Tensor& map) {
    grid.maps.push_back({.title = title,
                         .values = matrix(map),
                         .rows = {.title = "query"},
                         .columns = {.title = "key"}});
  };
  for (const double sharpness : {1.0, 4.0, 16.0}) {
    add(str("keys only, sharpness ", draw::label(sharpness)),
        weights(no_query, salience, sharpness));
  }
  for (const double sharpness : {1.0, 4.0}) {
    add(str("queries, sharpness ", draw::label(sharpness)), weights(alike, alike, sharpness));
  }
  add("queries, identity", torch::eye(kPositions));  // the book's map (d2l 11.1)
  return draw::draw(grid);
}

}  // namespace regard::figures

// Attention of small trained models on one sentence, for each layer and head.
namespace regard::figures {
namespace {

using Kind = model::AttentionMap::Kind;

const ToyTranslation::Words kSentence = {"the", "black", "cat", "looks", "at", "a", "big", "house"};

std::vector<std::string> words_of(const ToyVocabulary& vocabulary,
                                  const std::vector<int64_t>& ids) {
  std::vector<std::string> words;
  for (const int64_t id : ids) words.push_back(vocabulary.word(id));
  return words;
}

// Draws every attention map of this kind for the model's translation of the sentence.
draw::Picture maps_of(const std::string& architecture, Kind kind, const std::string& title) {
  const torch::NoGradGuard no_grad;
  const auto& translator = toy_translator(architecture);
  const auto source_ids = translator.source.ids(kSentence);
  const auto [source, lengths] = as_batch(source_ids);
  const auto written = search::beam_search(*translator.model, source_ids, {})[0].tokens;
  std::vector<int64_t> read = {text::kBos};  // decoder inputs: `written`, shifted by one step
  read.insert(read.end(), written.begin(), written.end() - 1);

  const auto source_words = words_of(translator.source, source_ids);
  const auto target_words = words_of(translator.target, written);
  const draw::Ruler source_keys{.title = "source", .labels = source_words};
  const draw::Ruler rows{.title = kind == Kind::encoder ? "source" : "written",
                         .labels = kind == Kind::encoder ? source_words : target_words};
  const draw::Ruler columns =
      kind == Kind::decoder
          ? draw::Ruler{.title = "read before", .labels = words_of(translator.target, read)}
          : source_keys;

  draw::Heatmaps grid{
      .title = title, .grid_columns = 2, .value_title = "attention weight", .min = 0, .max = 1};
  for (const auto& map : translator.model->attention(source, lengths, as_batch(read).first)) {
    if (map.kind != kind) continue;
    const int64_t heads = map.weights.size(1);
    for (int64_t head = 0; head < heads; ++head) {
      grid.maps.push_back(
          {.title = heads == 1 ? "" : str("layer ", map.layer + 1, ", head ", head + 1),
           .values = matrix(map.weights[0][head]),
           .rows = rows,
           .columns = columns});
    }
  }
  if (grid.maps.size() == 1) grid.grid_columns = 1;
  return draw::draw(grid);
}

}  // namespace

draw::Picture attention_encoder() {
  return maps_of("transformer", Kind::encoder, "Encoder self-attention");
}

draw::Picture attention_decoder() {
  return maps_of("transformer", Kind::decoder, "Decoder self-attention");
}

draw::Picture attention_cross() { return maps_of("transformer", Kind::cross, "Cross-attention"); }

draw::Picture attention_bahdanau() {
  return maps_of("rnn_attention", Kind::cross, "Additive attention of a recurrent decoder");
}

}  // namespace regard::figures
