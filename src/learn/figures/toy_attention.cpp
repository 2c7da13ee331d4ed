// Attention of small trained models for one sentence, for each layer and head.
#include "draw/heatmap.h"
#include "figures/numbers.h"
#include "figures/toy_translation.h"
#include "module_search/beam_search.h"
#include "regard/base/str.h"
#include "text/special_tokens.h"

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

// The model's translation of the sentence, and every map of this kind.
draw::Picture maps_of(const std::string& architecture, Kind kind, const std::string& title) {
  const torch::NoGradGuard no_grad;
  const auto& translator = toy_translator(architecture);
  const auto source_ids = translator.source.ids(kSentence);
  const auto [source, lengths] = as_batch(source_ids);
  const auto written = search::beam_search(*translator.model, source, lengths, {})[0][0].tokens;
  std::vector<int64_t> read = {text::kBos};  // by the decoder, a step later than written
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
