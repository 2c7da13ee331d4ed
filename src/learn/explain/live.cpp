#include "explain/live.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "base/readable.h"
#include "draw/page.h"
#include "draw/phrases.h"
#include "explain/assets.h"
#include "explain/walk_json.h"
#include "explain/whole_line.h"
#include "pages/page_phrases.h"
#include "pages/script_data.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::explain {
namespace {

using draw::drawn_text;
using nlohmann::json;

constexpr size_t kMostText = 2000;      // bytes of a sentence
constexpr size_t kMostHeadsOff = 1024;  // names in a request
constexpr int64_t kMostBeam = 16;       // more do not fit on the page
constexpr int64_t kMostColumns = 64;    // numbers of a vector
constexpr double kMostPenalty = 10, kLeastTemperature = 0.05, kMostTemperature = 20;

/// The validated fields of a request.
class Fields {
 public:
  explicit Fields(const std::string& text) : all_(json::parse(text, nullptr, false)) {
    if (!all_.is_object()) throw Error(drawn_text("the request is not a JSON object"));
  }

  std::string text(const std::string& name, size_t most, const json& preset = {}) const {
    const auto value = all_.value(name, preset);
    if (!value.is_string() || value.get_ref<const std::string&>().size() > most)
      refuse(name, drawn_text(str("a text of at most ", most, " bytes")));
    return value.get<std::string>();
  }
  bool flag(const std::string& name) const {
    const auto value = all_.value(name, json(true));
    if (!value.is_boolean()) refuse(name, drawn_text("true or false"));
    return value.get<bool>();
  }
  int64_t count(const std::string& name, int64_t least, int64_t most, int64_t preset) const {
    return count_of(all_.value(name, json(preset)), name, least, most);
  }
  double number(const std::string& name, double least, double most, double preset) const {
    const auto value = all_.value(name, json(preset));
    if (!value.is_number() || !(value.get<double>() >= least && value.get<double>() <= most))
      refuse(name, drawn_text(str("a number from ", least, " to ", most)));
    return value.get<double>();
  }
  std::vector<int64_t> ids(const std::string& name, int64_t vocabulary) const {
    std::vector<int64_t> ids;
    for (const auto& id : list(name, kLongest)) {
      ids.push_back(count_of(id, name, 0, vocabulary - 1));
    }
    return ids;
  }
  std::vector<HeadName> heads(const std::string& name) const {
    std::vector<HeadName> heads;
    for (const auto& head : list(name, kMostHeadsOff)) {
      if (!head.is_array() || head.size() != 3 || !head[0].is_string())
        refuse(name, drawn_text("a list of [attention, layer, head]"));
      heads.push_back({head[0].get<std::string>(), count_of(head[1], name, 0, kMostHeadsOff),
                       count_of(head[2], name, 0, kMostHeadsOff)});
    }
    return heads;
  }

 private:
  [[noreturn]] static void refuse(const std::string& name, const std::string& allowed) {
    throw Error(drawn_text("{} must be {}", {name, allowed}));
  }
  static int64_t count_of(const json& value, const std::string& name, int64_t least, int64_t most) {
    const bool is_it = value.is_number_integer() &&
                       (!value.is_number_unsigned() || value.get<uint64_t>() <= INT64_MAX);
    if (!is_it || value.get<int64_t>() < least || value.get<int64_t>() > most)
      refuse(name, drawn_text(str("a whole number from ", least, " to ", most)));
    return value.get<int64_t>();
  }
  json list(const std::string& name, size_t most) const {
    auto value = all_.value(name, json::array());
    if (!value.is_array() || value.size() > most)
      refuse(name, drawn_text(str("a list of at most ", most, " entries")));
    return value;
  }

  json all_;
};

/// Ids that a translation begins with: the requested ids, then those of the requested words.
std::vector<int64_t> prefix_of(const Fields& fields, const text::TokenizerPair& tokenizers) {
  auto prefix = fields.ids("prefix", tokenizers.target().size());
  const auto words = fields.text("words", kMostText, "");
  auto ids = tokenizers.encode_target(words);
  ids.pop_back();  // eos
  if (text::has_unknown(ids))
    throw Error(drawn_text("the model's vocabulary cannot write '{}'", {printable(words)}));
  prefix.insert(prefix.end(), ids.begin(), ids.end());
  if (prefix.size() > kLongest)
    throw Error(drawn_text(str("at most ", kLongest, " tokens can be forced")));
  return prefix;
}

Interventions interventions_of(const Fields& fields, const text::TokenizerPair& tokenizers) {
  return {.heads_off = fields.heads("heads_off"),
          .mask = fields.flag("mask"),
          .scaling = fields.flag("scaling"),
          .residual = fields.flag("residual"),
          .positions = fields.flag("positions"),
          .temperature = fields.number("temperature", kLeastTemperature, kMostTemperature, 1.0),
          .prefix = prefix_of(fields, tokenizers)};
}

/// A step's name in requests, in English.
std::string name_of(const Step& step) { return step.part + ": " + step.title; }

/// The attention that a step's heads belong to, as named in requests; empty if it has no weights.
std::string attention_of(const Step& step) {
  if (!step.is_weight || step.columns == Axis::number) return {};
  return step.title.starts_with("self-attention") ? step.part : "cross";
}

/// The heads of the model: "encoder: layers 0 to 1, heads 0 to 3; cross: …".
std::string heads_in_words(const Walk& walk) {
  std::vector<std::string> all;
  for (const auto& step : walk.steps) {
    const auto attention = attention_of(step);
    if (attention.empty()) continue;
    all.push_back(drawn_text("{}: layers {} to {}, heads {} to {}",
                             {attention, "0", std::to_string(step.values.size() - 1), "0",
                              std::to_string(step.values.back().size() - 1)}));
  }
  return all.empty() ? drawn_text("none") : join(all, drawn_text("; "));
}

/// Throws Error for a head that the model does not have.
void check_heads(const Walk& walk, const std::vector<HeadName>& heads) {
  for (const auto& name : heads) {
    const auto& [attention, layer, head] = name;
    const bool is_there = std::ranges::any_of(walk.steps, [&name](const Step& step) {
      const auto& [of, at, number] = name;
      return attention_of(step) == of && at < std::ssize(step.values) &&
             number < std::ssize(step.values.at(static_cast<size_t>(at)));
    });
    if (attention.empty() || !is_there) {
      throw Error(drawn_text("the model does not have the head {}; it has {}",
                             {json::array({attention, layer, head}).dump(), heads_in_words(walk)}));
    }
  }
}

json n_best_of(const Walk& walk, const text::TokenizerPair& tokenizers) {
  json list = json::array();
  for (const auto& hypothesis : walk.beam.n_best) {
    list.push_back({tokenizers.decode_target(hypothesis.tokens), hypothesis.score,
                    hypothesis.log_prob, hypothesis.finished});
  }
  return list;
}

}  // namespace

std::string Live::page(const std::string& text, std::string_view answers,
                       const std::vector<PageLink>& links) const {
  const draw::DrawnIn drawn_in(words::phrases_of(language_));
  const std::string_view language = words::name_of(language_);
  json models = json::array();
  for (const auto& model : models_) {
    const auto& search = model.loaded->experiment.search;
    models.push_back({{"name", model.name},
                      {"beam_size", std::min(search.beam_size, kMostBeam)},
                      {"length_penalty", std::min(search.length_penalty, kMostPenalty)}});
  }
  json pages = json::array();
  for (const auto& [name, file, model] : links) {
    pages.push_back(
        {{"name", name}, {"file", file}, {"model", model ? json(*model) : json(nullptr)}});
  }
  const json data{{"colours", report::heatmap_colours()},
                  {"models", std::move(models)},
                  {"language", language},
                  {"text", text},
                  {"answers", answers},
                  {"links", std::move(pages)},
                  {"beamLimit", kMostBeam},
                  {"phrases", report::phrases_of_script({})}};
  const std::string title = language == "zh" ? "动手改模型" : "Your model, live";
  return str(draw::page_head(title, assets::kLiveStyle, language),
             draw::drawn_html(assets::kLiveHtml),
             report::page_end(report::safe_in_script(data), assets::kLiveScript));
}

std::string Live::answer(const std::string& request) const {
  const draw::DrawnIn drawn_in(words::phrases_of(language_));
  try {
    return answered(request);
  } catch (const Error& error) {
    throw Error(drawn_text(error.problem()), error.where(), drawn_text(error.remedy()));
  }
}

std::string Live::answered(const std::string& request) const {
  const auto begun = std::chrono::steady_clock::now();
  const Fields fields(request);
  const auto number = fields.count("model", 0, static_cast<int64_t>(models_.size()) - 1, 0);
  const auto& model = models_.at(static_cast<size_t>(number));
  const auto& tokenizers = model.loaded->tokenizers;
  const auto text = fields.text("text", kMostText);
  auto search = model.loaded->experiment.search;
  search.beam_size = fields.count("beam_size", 1, kMostBeam, std::min(search.beam_size, kMostBeam));
  search.length_penalty = fields.number("length_penalty", 0, kMostPenalty,
                                        std::min(search.length_penalty, kMostPenalty));
  const auto interventions = interventions_of(fields, tokenizers);
  const auto walked = walk_whole_line(model, text, search, interventions);
  check_heads(walked, interventions.heads_off);
  auto answer = json_of(walked);
  const auto shown = fields.text("step", kMostText, "");
  answer["steps"] = json_of(walked.steps, kMostColumns, [&](const Step& step) {
    return step.is_weight || name_of(step) == shown;
  });
  for (size_t i = 0; i < walked.steps.size(); ++i) {
    answer["steps"][i]["name"] = name_of(walked.steps[i]);
    answer["steps"][i]["attention"] = attention_of(walked.steps[i]);
  }
  answer["translation"] = walked.translation;
  answer["ids"] = walked.beam.n_best.front().tokens;
  answer["logP"] = walked.log_probabilities;
  answer["prefix"] = interventions.prefix;
  answer["nBest"] = n_best_of(walked, tokenizers);
  answer["switches"] = walked.switches;
  answer["milliseconds"] =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
  return answer.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace regard::explain
