#include "runs/film.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/files.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"
#include "text/line_reader.h"

namespace regard::train {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr double kDigits = 1000;  // weights are rounded to thousandths

std::string film_of(const std::string& directory) { return directory + "/film.jsonl"; }

OrderedJson attention_json(const std::vector<std::vector<float>>& attention) {
  auto rows = OrderedJson::array();
  for (const auto& weights : attention) {
    auto& row = rows.emplace_back(OrderedJson::array());
    for (const float weight : weights) row.push_back(std::round(weight * kDigits) / kDigits);
  }
  return rows;
}

OrderedJson json_of(const Frame& frame) {
  auto layers = OrderedJson::object();
  for (const auto& [layer, norm] : frame.layers) layers[layer] = norm;
  auto sentences = OrderedJson::array();
  for (const auto& sentence : frame.sentences) {
    sentences.push_back({{"source", sentence.source},
                         {"reference", sentence.reference},
                         {"translation", sentence.translation},
                         {"source_words", sentence.source_words},
                         {"target_words", sentence.target_words},
                         {"attention", attention_json(sentence.attention)}});
  }
  return {{"step", frame.step},          {"seconds", frame.seconds},
          {"loss", frame.loss},          {"gradient_norm", frame.gradient_norm},
          {"layers", std::move(layers)}, {"sentences", std::move(sentences)}};
}

/// Reads a number: frames contain only finite, nonnegative ones.
double read_number(const OrderedJson& json) {
  const auto number = json.get<double>();
  if (!std::isfinite(number) || number < 0) throw Error("is not a finite number of at least 0");
  return number;
}

FilmedSentence read_sentence(const OrderedJson& json) {
  FilmedSentence sentence{.source = json.at("source"),
                          .reference = json.at("reference"),
                          .translation = json.at("translation"),
                          .source_words = json.at("source_words"),
                          .target_words = json.at("target_words")};
  for (const auto& row : json.at("attention")) {
    auto& weights = sentence.attention.emplace_back();
    for (const auto& weight : row) weights.push_back(static_cast<float>(read_number(weight)));
    if (weights.size() != sentence.source_words.size())
      throw Error("has a row of a different length");
  }
  if (!sentence.attention.empty() && sentence.attention.size() != sentence.target_words.size()) {
    throw Error("has a different number of rows");
  }
  return sentence;
}

Frame read_frame(const OrderedJson& json) {
  if (!json.at("step").is_number_integer()) throw Error("has no step");
  Frame frame{.step = json.at("step"),
              .seconds = read_number(json.at("seconds")),
              .loss = read_number(json.at("loss")),
              .gradient_norm = read_number(json.at("gradient_norm"))};
  for (const auto& [layer, norm] : json.at("layers").items()) {
    frame.layers.push_back({layer, read_number(norm)});
  }
  for (const auto& sentence : json.at("sentences")) {
    frame.sentences.push_back(read_sentence(sentence));
  }
  return frame;
}

/// nlohmann's parser takes time quadratic in the number of keys of an ordered object, so this
/// function limits that number.
OrderedJson parsed(const std::string& line) {
  constexpr size_t kKeys = 4'096;
  std::array<size_t, limits::kJsonDepth + 2> keys{};  // number of keys of the object at each depth
  return OrderedJson::parse(line, [&](int depth, OrderedJson::parse_event_t event, OrderedJson&) {
    if (depth > limits::kJsonDepth) throw Error("is nested too deeply");
    auto& count = keys[static_cast<size_t>(depth)];
    if (event == OrderedJson::parse_event_t::object_start) keys[static_cast<size_t>(depth) + 1] = 0;
    if (event == OrderedJson::parse_event_t::key && ++count > kKeys)
      throw Error("has too many keys");
    return true;
  });
}

/// The frame of a line; empty if the line is not a frame with a step after `before`.
std::optional<Frame> frame_of(const std::string& line, int64_t before) {
  try {
    auto frame = read_frame(parsed(line));
    return frame.step > before ? std::optional(std::move(frame)) : std::nullopt;
  } catch (const std::exception&) {  // an error of the JSON parser or of this file
    return std::nullopt;
  }
}

}  // namespace

FilmFile::FilmFile(const std::string& directory, int64_t keep_bytes)
    : lines_(film_of(directory), keep_bytes) {}

void FilmFile::add(const Frame& frame) {
  lines_.write(json_of(frame).dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + '\n');
  lines_.flush();
}

bool has_film(const std::string& directory) {
  const auto path = film_of(directory);
  return is_there(path) && size_of_regular_file(path, limits::kFilmBytes) > 0;
}

std::vector<Frame> read_film(const std::string& directory) {
  const auto path = film_of(directory);
  if (!is_folder(directory)) {
    throw Error("no such directory", directory, "name a directory written by regard train");
  }
  if (!is_there(path)) {
    throw Error("has no film.jsonl", directory,
                "train with training.film: true, which records a film");
  }
  size_of_regular_file(path, limits::kFilmBytes);
  text::LineReader lines(path, text::LineReader::Encoding::repaired);
  std::vector<Frame> frames;
  std::string broken;  // place of the damage
  for (std::string line; lines.next(line);) {
    if (!broken.empty()) {
      throw Error("is not a frame of a film", broken,
                  "remove the line, or train again with training.film: true");
    }
    auto frame = frame_of(line, frames.empty() ? 0 : frames.back().step);
    if (frame) {
      frames.push_back(std::move(*frame));
    } else {
      broken = lines.where();
    }
  }
  return frames;
}

}  // namespace regard::train
