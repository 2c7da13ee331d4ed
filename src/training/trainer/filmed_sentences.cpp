#include "trainer/trainer_step.h"

#include <algorithm>
#include <cmath>
#include <regex>
#include <string>
#include <utility>

#include "base/machine.h"
#include "base/utf8.h"
#include "module_search/searchers.h"
#include "translate/plan.h"
#include "translate/translate_lines.h"

namespace regard::train {

bool has_frame(int64_t before, int64_t now, int64_t steps) {
  constexpr int64_t kMostFrames = 48, kStepsOfAFrame = 20;
  const int64_t last = std::clamp<int64_t>(steps / kStepsOfAFrame, 2, kMostFrames) - 1;
  for (int64_t i = 0; i <= last; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(last);
    const auto moment = std::llround(std::pow(static_cast<double>(steps), share));
    if (moment > before && moment <= now) return true;
  }
  return false;
}

namespace {

double squared_norm(const torch::Tensor& gradient) {
  const auto norm = gradient.norm().item<double>();
  return norm * norm;
}

}  // namespace

std::string layer_of(const std::string& parameter) {
  // Patterns for blocks of a stack, layers whose parameters one module holds, and other modules.
  static const std::regex kBlock(R"(^(.*\.)?blks\.block(\d+)\..*)");
  static const std::regex kNumbered(R"(^(\w+(?:\.\w+)?)\..*_l(\d+)(?:_reverse)?$)");
  static const std::regex kModule(R"(^(\w+(?:\.\w+)?)\..*)");
  std::smatch found;
  if (std::regex_match(parameter, found, kBlock)) {
    return found.str(1) + "block." + found.str(2);
  }
  if (std::regex_match(parameter, found, kNumbered)) return found.str(1) + '.' + found.str(2);
  return std::regex_match(parameter, found, kModule) ? found.str(1) : parameter;
}

std::vector<GradientNorm> gradient_norms(const torch::nn::Module& model, double norm) {
  const torch::NoGradGuard no_grad;
  std::vector<GradientNorm> layers;  // norms by layer; squares until the end
  double all = 0;
  for (const auto& parameter : model.named_parameters()) {
    const auto& gradient = parameter.value().grad();
    if (!gradient.defined()) continue;
    const auto name = layer_of(parameter.key());
    auto layer = std::ranges::find(layers, name, &GradientNorm::layer);
    if (layer == layers.end()) layer = layers.insert(layer, {.layer = name});
    const double squared = squared_norm(gradient);
    layer->norm += squared;
    all += squared;
  }
  for (auto& layer : layers) layer.norm = all == 0 ? 0 : norm * std::sqrt(layer.norm / all);
  return layers;
}

namespace {

constexpr size_t kFilmed = 3;  // sentences

/// Limits work to one thread during its lifetime: a small amount of work is fastest without waiting
/// for other threads, especially if other programs are busy.
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
    const int64_t tags = text.tags.empty() || text.tags[line].empty() ? 0 : 1;
    if (tags + std::ssize(tokenizers.encode_source(source)) > most_tokens) continue;
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
    if (!text.tags.empty()) chosen.tags.push_back(text.tags[line]);
  }
  return chosen;
}

std::vector<FilmedSentence> filmed_sentences(model::Seq2SeqModel& model,
                                             const text::TokenizerPair& tokenizers,
                                             const corpus::TestText& text) {
  const InOneThread one_thread;
  const auto searcher = translate::searcher_of(model);
  std::vector<FilmedSentence> sentences;
  for (size_t i = 0; i < text.sources.size(); ++i) {
    // Whole lines, because the attention is over their tokens.
    const config::SearchOptions greedy{.beam_size = 1,
                                       .max_length_ratio = 1.5,
                                       .max_length_extra = 5,
                                       .copy = config::Copy::none,
                                       .split = false,
                                       .tag = text.tags.empty() ? std::string() : text.tags[i]};
    const auto line = std::span(&text.sources[i], 1);
    const auto translation =
        translate::translate_lines(*searcher, tokenizers, line, {.search = greedy}).front();
    const std::vector<int64_t> written =
        translation.n_best.empty() ? std::vector<int64_t>() : translation.n_best.front().ids;
    auto attended =
        std::move(translate::attended_words(model, tokenizers, line, std::span(&written, 1),
                                            translate::tag_id(greedy.tag, tokenizers.source()))
                      .front());
    sentences.push_back({.source = text.sources[i],
                         .reference = text.references[i],
                         .translation = translation.text,
                         .source_words = std::move(attended.source),
                         .target_words = std::move(attended.target),
                         .attention = std::move(attended.weights)});
  }
  return sentences;
}

}  // namespace regard::train
