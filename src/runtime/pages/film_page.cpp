#include "pages/film_page.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "draw/page.h"
#include "draw/picture.h"
#include "pages/assets.h"
#include "pages/page_phrases.h"
#include "pages/script_data.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::report {
namespace {

using nlohmann::json;

/// A number rounded to the four significant digits that a chart can show.
json rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double scale = std::pow(10, 3 - std::floor(std::log10(std::abs(value))));
  return std::round(value * scale) / scale;
}

std::vector<std::string> layers_of(const std::vector<train::Frame>& frames) {
  std::vector<std::string> layers;
  std::set<std::string_view> known;
  for (const auto& frame : frames) {
    for (const auto& [layer, norm] : frame.layers) {
      if (known.insert(layer).second) layers.push_back(layer);
    }
  }
  return layers;
}

/// The norm of each of `layers`; null if the frame lacks it.
json norms_of(const train::Frame& frame, const std::vector<std::string>& layers) {
  std::map<std::string_view, double> norm_of;
  for (const auto& [layer, norm] : frame.layers) norm_of.emplace(layer, norm);
  json norms = json::array();
  for (const auto& layer : layers) {
    const auto found = norm_of.find(layer);
    norms.push_back(found == norm_of.end() ? json() : rounded(found->second));
  }
  return norms;
}

json frame_json(const train::Frame& frame, const std::vector<std::string>& layers) {
  json sentences = json::object();  // sentences by source
  for (const auto& sentence : frame.sentences) {
    sentences[sentence.source] = {{"translation", sentence.translation},
                                  {"rows", sentence.target_words},
                                  {"columns", sentence.source_words},
                                  {"weights", json::array()}};
    for (const auto& row : sentence.attention) {
      auto& weights = sentences[sentence.source]["weights"].emplace_back(json::array());
      for (const float weight : row) weights.push_back(rounded(weight));
    }
  }
  return {{"step", frame.step},
          {"seconds", rounded(frame.seconds)},
          {"loss", rounded(frame.loss)},
          {"norm", rounded(frame.gradient_norm)},
          {"norms", norms_of(frame, layers)},
          {"sentences", std::move(sentences)}};
}

/// The values of a curve by step. Of duplicate steps, the first counts.
std::map<double, double> values_of(const std::map<std::string, train::Curve>& curves,
                                   const std::string& name) {
  std::map<double, double> values;
  const auto curve = curves.find(name);
  if (curve == curves.end()) return values;
  const auto& steps = curve->second.steps;
  for (size_t at = 0; at < steps.size(); ++at) values.emplace(steps[at], curve->second.values[at]);
  return values;
}

/// The value at `step`; null if there is none or it is not finite.
json value_at(const std::map<double, double>& values, double step) {
  const auto found = values.find(step);
  if (found == values.end() || !std::isfinite(found->second)) return {};
  return rounded(found->second);
}

json validations_of(const std::map<std::string, train::Curve>& curves) {
  json validations = json::array();
  const auto losses = curves.find("valid/loss");
  if (losses == curves.end()) return validations;
  const auto loss = values_of(curves, "valid/loss"), bleu = values_of(curves, "valid/bleu");
  std::map<std::string, std::map<double, double>> texts;
  for (const auto& text : train::validation_texts(curves)) {
    texts[text] = values_of(curves, str("valid/", text, "/bleu"));
  }
  for (const double step : losses->second.steps) {
    json scores = json::array();  // the scores of each listed validation set
    for (const auto& [name, values] : texts) {
      scores.push_back({{"name", name}, {"bleu", value_at(values, step)}});
    }
    validations.push_back({{"step", step},
                           {"loss", value_at(loss, step)},
                           {"bleu", value_at(bleu, step)},
                           {"texts", std::move(scores)}});
  }
  return validations;
}

json run_json(const FilmedRun& run) {
  const auto layers = layers_of(run.frames);
  json frames = json::array();
  for (const auto& frame : run.frames) frames.push_back(frame_json(frame, layers));
  return {{"name", run.name},
          {"layers", layers},
          {"validations", validations_of(run.curves)},
          {"frames", std::move(frames)}};
}

/// The sentences of all runs, without duplicates.
json sentences_of(const std::vector<FilmedRun>& runs) {
  json sentences = json::array();
  std::set<std::pair<std::string_view, std::string_view>> known;
  for (const auto& run : runs) {
    for (const auto& frame : run.frames) {
      for (const auto& sentence : frame.sentences) {
        if (!known.emplace(sentence.source, sentence.reference).second) continue;
        sentences.push_back({{"source", sentence.source}, {"reference", sentence.reference}});
      }
    }
  }
  return sentences;
}

json phrases_of_film() {
  return phrases_of_script({"▶ play",
                            "❚❚ pause",
                            "step {}",
                            "(step {})",
                            "{} s",
                            "{} min {} s",
                            "loss {}",
                            "gradient norm {}",
                            "validation loss {}",
                            "Gradient norm of each layer",
                            "Norm of the whole gradient during training",
                            "gradient norm of the model over steps",
                            "gradient norm of the model over seconds",
                            "This model has no attention.",
                            "Attention",
                            "written words",
                            "source",
                            "no frames yet",
                            "(not in this film)",
                            "(nothing)"});
}

}  // namespace

FilmedRun filmed_run(const std::string& directory) {
  auto frames = train::read_film(directory);
  if (frames.empty()) {
    throw Error("has no frames yet", directory + "/film.jsonl",
                "wait for the first steps of the run");
  }
  return {.name = directory,
          .frames = std::move(frames),
          .curves = train::read_run_log(directory).curves};
}

std::string film_page(const std::vector<FilmedRun>& runs, draw::Language language) {
  const draw::DrawnIn drawn_in(phrases_of_pages(language));
  json data{{"colours", heatmap_colours()},
            {"phrases", phrases_of_film()},
            {"sentences", sentences_of(runs)},
            {"runs", json::array()}};
  std::string names, sections;
  for (const auto& run : runs) {
    data["runs"].push_back(run_json(run));
    names += (names.empty() ? "" : ", ") + run.name;
    sections += str("<section class=\"run\">\n<h2>", draw::escape(run.name), "</h2>\n",
                    draw::drawn_html(assets::kFilmRunHtml), "</section>\n");
  }
  return str(draw::page_head(draw::drawn_text("Film of {}", {names}), assets::kFilmStyle,
                             draw::name_of(language)),
             "<main>\n<h1>", draw::drawn_text("Training as a film"), "</h1>\n",
             draw::drawn_html(assets::kFilmHtml), "<div class=\"runs\">\n", sections,
             "</div>\n</main>\n", page_end(safe_in_script(data), assets::kFilmScript));
}

}  // namespace regard::report
