#include <algorithm>
#include <cmath>

#include "comparison_sections.h"
#include "html.h"
#include "numbers.h"
#include "regard/base/str.h"
#include "regard/draw/line_chart.h"
#include "system_columns.h"

namespace regard::report {
namespace {

using compare::Comparison;
using compare::ModelFacts;

bool any_model(const Comparison& comparison) {
  return std::any_of(comparison.systems.begin(), comparison.systems.end(),
                     [](const auto& system) { return system.model.has_value(); });
}

/// A row of words; `text_of` says nothing of what is not known.
template <class TextOf>
void add_words(DataTable& table, const Comparison& comparison, const std::string& name,
               const std::string& meaning, const TextOf& text_of) {
  Row row{.name = name, .meaning = meaning};
  bool any = false;
  for (const auto& system : comparison.systems) {
    const std::string text = text_of(system);
    any |= !text.empty();
    row.cells.push_back({.text = text.empty() ? "–" : text});
  }
  if (any) table.rows.push_back(std::move(row));
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const auto& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

double unless_zero(double value) { return value == 0 ? kUnknown : value; }

std::string two_digits(double value) { return decimal(value, 2); }
std::string one_digit(double value) { return decimal(value, 1); }
std::string whole(double value) { return grouped(std::llround(value)); }

DataTable models_table(const Comparison& comparison) {
  DataTable table{.caption = "The systems and the cost of their training; – is unknown.",
                  .head = system_heads(comparison)};
  const auto words = [&](const char* name, const char* meaning, auto get) {
    add_words(table, comparison, name, meaning, [&](const compare::System& system) {
      return system.model ? get(*system.model) : std::string();
    });
  };
  const auto number = [&](const char* name, const char* meaning, Best best, auto get, auto write) {
    add_row(table, comparison, name, meaning, best, of_model(get), write);
  };
  if (!are_many(comparison))
    add_words(table, comparison, "from", "the run, or the file of translations",
              [](const compare::System& system) {
                return system.model ? system.model->directory : system.file;
              });
  words("architecture", "the kind of network",
        [](const ModelFacts& model) { return model.architecture; });
  if (!are_many(comparison)) {
    words("options", "of the model, if they differ",
          [](const ModelFacts& model) { return joined(model.options); });
  }
  number(
      "parameters", "trainable numbers", Best::lowest,
      [](const ModelFacts& model) { return model.parameters; }, whole);
  number(
      "FLOPs per source token", "to read a token", Best::lowest,
      [](const ModelFacts& model) { return unless_zero(model.source_flops); }, rounded_count);
  number(
      "FLOPs per target token", "to write a token", Best::lowest,
      [](const ModelFacts& model) { return unless_zero(model.target_flops); }, rounded_count);
  words("vocabulary", "pieces: source / target", [](const ModelFacts& model) {
    return grouped(model.source_vocabulary) + " / " + grouped(model.target_vocabulary);
  });
  number(
      "seed", "of all random numbers", Best::none,
      [](const ModelFacts& model) { return model.seed; },
      [](double value) { return decimal(value, 0); });
  number(
      "steps", "updates of the weights", Best::none,
      [](const ModelFacts& model) { return unless_zero(static_cast<double>(model.steps)); }, whole);
  number(
      "training time", "on the machine used", Best::lowest,
      [](const ModelFacts& model) { return unless_zero(model.minutes); }, duration);
  number(
      "training energy", "of the processors in this time, including other work", Best::lowest,
      [](const ModelFacts& model) { return model.joules.value_or(kUnknown); }, energy);
  number(
      "tokens read", "in training, of both languages", Best::none,
      [](const ModelFacts& model) { return unless_zero(model.tokens); }, rounded_count);
  number(
      "validation loss", "the best; lower is better", Best::lowest,
      [](const ModelFacts& model) { return model.valid_loss.value_or(kUnknown); },
      [](double value) { return decimal(value, 3); });
  number(
      "validation BLEU", "the best, of greedy translations", Best::highest,
      [](const ModelFacts& model) { return model.valid_bleu.value_or(kUnknown); }, one_digit);
  words("search", "options of decoding", [](const ModelFacts& model) { return model.search; });
  return table;
}

// What is too long for the columns of many systems.
std::string options_html(const Comparison& comparison) {
  if (!are_many(comparison)) return "";
  std::string items;
  for (std::size_t i = 0; i < comparison.systems.size(); ++i) {
    const auto& [name, file, model] = comparison.systems[i];
    items += str("<dt>", system_html(name, i), "</dt><dd>",
                 draw::escape(model ? str(model->directory, ": ", joined(model->options)) : file),
                 "</dd>\n");
  }
  return folded("Origin and differing model options of each",
                str("<dl class=\"facts\">\n", items, "</dl>\n"));
}

const compare::Decoding* first_decoding(const Comparison& comparison) {
  for (const auto& system : comparison.systems) {
    if (system.model && system.model->decoding) return &*system.model->decoding;
  }
  return nullptr;
}

std::string decoding_html(const Comparison& comparison) {
  const auto* first = first_decoding(comparison);
  if (first == nullptr) return "";
  DataTable table{.caption = "Translation; medians of the rounds.",
                  .head = system_heads(comparison)};
  using Round = compare::Decoding::Round;
  const auto number = [&](const char* name, const char* meaning, Best best, auto get, auto write) {
    add_row(table, comparison, name, meaning, best,
            of_decoding([&](const compare::Decoding& decoding) { return get(decoding.median); }),
            write);
  };
  number(
      "sentences per second", "in batches", Best::highest,
      [](const Round& round) { return round.sentences_per_second; }, one_digit);
  number(
      "tokens per second", "written", Best::highest,
      [](const Round& round) { return round.tokens_per_second; }, whole);
  number(
      "latency (ms)", "of a single sentence", Best::lowest,
      [](const Round& round) { return round.latency_milliseconds; }, one_digit);
  number(
      "memory (MiB)", "peak of the process", Best::lowest,
      [](const Round& round) { return round.peak_mebibytes; }, whole);
  add_row(table, comparison, "energy (J per sentence)", "of the processor, including other work",
          Best::lowest, of_decoding([](const compare::Decoding& decoding) {
            const auto joules = decoding.median.joules;
            return joules ? *joules / static_cast<double>(decoding.sentences) : kUnknown;
          }),
          two_digits);
  add_row(table, comparison, "relative speed", "against the first system, in the same round",
          Best::highest,
          of_decoding([](const compare::Decoding& decoding) { return decoding.speed_ratio; }),
          [](double value) { return decimal(value, 2) + " ×"; });
  return paragraph(str("All were measured in turns, ", first->rounds.size(),
                       first->rounds.size() == 1 ? " round of " : " rounds of ",
                       grouped(first->sentences), " sentences, with beams of ", first->beam_size,
                       " on ", first->threads, first->threads == 1 ? " thread" : " threads",
                       ", so that other work on the machine affects all alike.")) +
         table_html(table);
}

// A figure of the log over steps, or over minutes of training.
std::string curve_html(const Comparison& comparison, const std::string& name,
                       const std::string& title, bool over_minutes) {
  draw::LineChart chart{.title = title + (over_minutes ? " over time" : " over steps"),
                        .x = {.title = over_minutes ? "minutes of training" : "steps"},
                        .y = {.title = title},
                        .width = kChartWidth,
                        .height = chart_height(comparison),
                        .values_on_hover = true};
  for (std::size_t i = 0; i < comparison.systems.size(); ++i) {
    const auto& model = comparison.systems[i].model;
    if (!model || !model->curves.contains(name)) continue;
    const auto& curve = model->curves.at(name);
    const auto& x = over_minutes ? curve.minutes : curve.steps;
    if (std::none_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); })) {
      continue;
    }
    chart.series.push_back({.name = comparison.systems[i].name,
                            .x = x,
                            .y = curve.values,
                            .points = curve.values.size() < 40,
                            .colour = i});
  }
  if (chart.series.empty()) return "";
  return figure(draw::draw(chart), chart.title,
                over_minutes ? "Quality by training time."
                             : "Quality by updates of the weights, whatever their time.");
}

std::string curves_html(const Comparison& comparison) {
  std::string figures;
  for (const bool over_minutes : {false, true}) {
    figures += curve_html(comparison, "valid/bleu", "validation BLEU", over_minutes);
  }
  for (const bool over_minutes : {false, true}) {
    figures += curve_html(comparison, "valid/loss", "validation loss", over_minutes);
  }
  return figures.empty() ? "" : str("<div class=\"charts\">\n", figures, "</div>\n");
}

}  // namespace

std::string models_section(const Comparison& comparison) {
  if (!any_model(comparison)) {
    return section(
        "models", "Models side by side",
        paragraph("Only translations were given; the systems that made them are unknown."));
  }
  return section("models", "Models side by side",
                 table_html(models_table(comparison)) + options_html(comparison) +
                     subsection("Speed and memory", decoding_html(comparison)) +
                     subsection("Training", curves_html(comparison)));
}

}  // namespace regard::report
