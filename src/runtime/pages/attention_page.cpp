#include "pages/attention_page.h"

#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>

#include "draw/colours.h"
#include "draw/page.h"
#include "draw/picture.h"
#include "pages/assets.h"
#include "pages/page_phrases.h"
#include "pages/script_data.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/copied_items.h"

namespace regard::report {
namespace {

using nlohmann::json;
using translate::AttendedTranslation;
using translate::AttentionWeights;

constexpr std::string_view kWordBegin = "▁";
constexpr double kDigits = 1000;  // weights are rounded to three digits

// The page's name for a kind of attention, and the titles of its rows and columns.
struct KindTexts {
  const char* name;
  const char* row_title;
  const char* column_title;
};

KindTexts texts_of(AttentionWeights::Kind kind) {
  switch (kind) {
    case AttentionWeights::Kind::encoder:
      return {"encoder self-attention", "source", "source"};
    case AttentionWeights::Kind::decoder:
      return {"decoder self-attention", "written", "read before"};
    case AttentionWeights::Kind::cross:
      break;
  }
  return {"cross-attention", "written", "source"};
}

json kinds_of(const AttendedTranslation& translation) {
  json kinds = json::array();
  // Cross-attention comes first, because it is most often wanted.
  for (const auto kind : {AttentionWeights::Kind::cross, AttentionWeights::Kind::encoder,
                          AttentionWeights::Kind::decoder}) {
    json layers = json::array();
    for (const auto& map : translation.attention) {
      if (map.kind != kind) continue;
      const auto layer = static_cast<size_t>(map.layer);
      while (layers.size() <= layer) layers.push_back(json::array());
      json rows = json::array();
      for (const auto& weights : map.weights) {
        json row = json::array();
        for (const float weight : weights) row.push_back(std::round(weight * kDigits) / kDigits);
        rows.push_back(std::move(row));
      }
      layers[layer].push_back(std::move(rows));
    }
    if (layers.empty()) continue;
    const auto texts = texts_of(kind);
    const bool encoder = kind == AttentionWeights::Kind::encoder;
    const bool decoder = kind == AttentionWeights::Kind::decoder;
    kinds.push_back({{"name", draw::drawn_text(texts.name)},
                     {"rowTitle", draw::drawn_text(texts.row_title)},
                     {"columnTitle", draw::drawn_text(texts.column_title)},
                     {"rows", readable_pieces(encoder ? translation.source : translation.written)},
                     {"columns", readable_pieces(decoder ? translation.read : translation.source)},
                     {"layers", std::move(layers)}});
  }
  return kinds;
}

/// The text without spaces and marks of word beginnings.
std::string letters_of(std::string text) {
  size_t at = text.find(kWordBegin);
  while (at != std::string::npos) {
    text.erase(at, kWordBegin.size());
    at = text.find(kWordBegin, at);
  }
  std::erase(text, ' ');
  return text;
}

/// A note that lists the items of the sentence that the model did not read; empty if it read all.
std::string note_of(const AttendedTranslation& translation) {
  const auto read = letters_of(join(translation.source, ""));
  std::vector<std::string> copied;
  for (const auto& found : text::copied_items(translation.line)) {
    const auto item = translation.line.substr(found.begin, found.end - found.begin);
    if (read.find(letters_of(item)) == std::string::npos) copied.push_back(item);
  }
  if (copied.empty()) return {};
  return draw::drawn_text("The model did not read these parts, which are copied: {}",
                          {join(copied)});
}

std::string colour_bar() {
  draw::Picture bar(360, 34);
  constexpr int steps = 64;
  for (int step = 0; step < steps; ++step) {
    bar.cell({20 + 200.0 * step / steps, 2, 200.0 / steps + 0.3, 12},
             draw::colour_of((step + 0.5) / steps));
  }
  bar.rectangle({20, 2, 200, 12}, "axis");
  for (const double value : {0.0, 0.5, 1.0}) {
    bar.text({20 + 200 * value, 29}, draw::label(value), {.anchor = draw::Anchor::middle});
  }
  bar.text({236, 13}, "attention weight", {.style = "muted"});
  return bar.svg(draw::drawn_text("Colors of weights from 0 to 1"));
}

}  // namespace

std::string readable_piece(const std::string& piece) {
  if (piece == kWordBegin) return "␣";
  if (piece.starts_with(kWordBegin)) return piece.substr(kWordBegin.size());
  // Punctuation and special tokens (in angle brackets) are not parts of words.
  const bool is_part_of_word =
      !piece.empty() && std::ispunct(static_cast<unsigned char>(piece.front())) == 0;
  return is_part_of_word ? "·" + piece : piece;
}

std::vector<std::string> readable_pieces(const std::vector<std::string>& pieces) {
  std::vector<std::string> texts;
  for (const auto& piece : pieces) texts.push_back(readable_piece(piece));
  return texts;
}

void AttentionPage::add(const AttendedTranslation& translation) {
  if (translation.attention.empty()) {
    throw Error("has no attention to show", model_,
                "use a model whose architecture has attention; regard models lists architectures");
  }
  const draw::DrawnIn drawn_in(phrases_of_pages(language_));
  const json sentence = {{"source", translation.line},
                         {"translation", translation.translation.text},
                         {"note", note_of(translation)},
                         {"kinds", kinds_of(translation)}};
  if (sentences_.empty()) {
    first_source_ = translation.line;
    first_translation_ = translation.translation.text;
  }
  sentences_ += (sentences_.empty() ? "" : ",") + safe_in_script(sentence);
  ++count_;
}

std::string AttentionPage::html() const {
  const draw::DrawnIn drawn_in(phrases_of_pages(language_));
  const auto title = draw::drawn_text("Attention");
  return str(draw::page_head(title + ": " + first_source_, assets::kAttentionStyle,
                             draw::name_of(language_)),
             "<main>\n<h1>", title, "</h1>\n<dl>\n<dt>", draw::drawn_text("model"), "</dt><dd>",
             draw::escape(model_), "</dd>\n<dt>", draw::drawn_text("source"),
             "</dt><dd id=\"source\">", draw::escape(first_source_), "</dd>\n<dt>",
             draw::drawn_text("translation"), "</dt><dd id=\"translation\">",
             draw::escape(first_translation_), "</dd>\n</dl>\n<p class=\"note\" id=\"note\"></p>\n",
             draw::drawn_html(assets::kAttentionHtml), colour_bar(), "</main>\n",
             page_end(str("{\"colours\":", heatmap_colours().dump(),
                          ",\"phrases\":", phrases_of_script({"mean of all"}).dump(),
                          ",\"sentences\":[", sentences_, "]}"),
                      assets::kAttentionScript));
}

}  // namespace regard::report
