// regard attention: writes a page with a model's attention while it translates a sentence, and
// finds the part of the attention that aligns words best.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <memory>
#include <vector>

#include "alignment/token_linker.h"
#include "base/log.h"
#include "base/packed_folder.h"
#include "base/readable.h"
#include "base/terminal.h"
#include "cli/options.h"
#include "cli/page_language.h"
#include "cli/sentences_given.h"
#include "cli_training/commands.h"
#include "corpus/training_examples.h"
#include "draw/charts.h"
#include "interop/load_model.h"
#include "pages/attention_page.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/config/search_options.h"
#include "regard/translate/translator.h"
#include "store/model_directory.h"
#include "trainer/alignment_choice.h"

namespace regard::cli {
namespace {

struct AttentionOptions {
  std::string model;
  std::string output = "attention.html";
  bool open = false;
  std::string source = {};
  std::string reference = {};
  translate::TranslatorOptions computing = {};
  PageLanguage language = {};

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = AttentionOptions;
    v.field("model", &O::model, config::required("MODEL"),
            "The model: a directory written by regard train.");
    v.field("source", &O::source, config::file(),
            "Source lines, plain or .gz, with --reference, instead of TEXT: choose the layer, "
            "heads and step whose attention agrees best with word links learned from these pairs, "
            "and record them in the model as the source of its alignments.");
    v.field("reference", &O::reference, config::file(),
            "The translations of --source, line by line.");
  }
};

/// The last layer's cross-attention, averaged over heads.
draw::TerminalMap terminal_map(const translate::AttendedTranslation& translation) {
  using translate::AttentionWeights;
  draw::TerminalMap map;
  int64_t layer = 0, heads = 0;
  for (const auto& one : translation.attention) {
    if (one.kind == AttentionWeights::Kind::cross) layer = std::max(layer, one.layer);
  }
  for (const auto& one : translation.attention) {
    if (one.kind != AttentionWeights::Kind::cross || one.layer != layer) continue;
    ++heads;
    if (map.weights.empty()) {
      map.weights = one.weights;
      continue;
    }
    for (size_t row = 0; row < map.weights.size(); ++row) {
      for (size_t column = 0; column < map.weights[row].size(); ++column) {
        map.weights[row][column] += one.weights[row][column];
      }
    }
  }
  for (auto& row : map.weights) {
    for (auto& weight : row) weight /= static_cast<float>(heads);
  }
  if (map.weights.empty()) return map;  // the architecture has no attention
  const auto readable = [](const std::string& piece) {
    return printable(report::readable_piece(piece));
  };
  std::ranges::transform(translation.written, std::back_inserter(map.rows), readable);
  std::ranges::transform(translation.source, std::back_inserter(map.columns), readable);
  return map;
}

int show_attention(const AttentionOptions& options, const std::string& text,
                   const std::function<void(config::SearchOptions&)>& override_search) {
  const translate::Translator translator(options.model, options.computing);
  auto search = translator.search_options();
  override_search(search);
  std::vector<translate::AttendedTranslation> translations;
  report::AttentionPage page(options.model, options.language.lang);
  for (const auto& sentence : sentences_given(text, search)) {
    translations.push_back(translator.translate_with_attention(sentence, search));
    page.add(translations.back());
  }
  check_replaces_no_input(options.output, {options.model});
  OutputFile output(options.output);
  output.write(page.html());
  output.commit();
  log_info(join(translations, " ", [](const auto& one) { return one.translation.text; }));
  if (options.output == "-") return 0;
  for (const auto& translation : translations) {
    write_standard_output(
        draw::terminal_text(terminal_map(translation), terminal_columns(STDOUT_FILENO)));
  }
  log_info("wrote ", options.output);
  if (options.open) open_page(options.output);
  return 0;
}

int choose_alignment(const AttentionOptions& options, const std::string& text) {
  if (options.source.empty() || options.reference.empty() || !text.empty()) {
    throw Error("--source and --reference must be given together, without a TEXT", {},
                "give a TEXT to show its attention, or both files to choose the heads");
  }
  if (is_packed_folder(options.model)) {
    throw Error("is packed, so nothing can be recorded in it", options.model,
                "use the directory from which it was packed, then pack that again");
  }
  const auto loaded = interop::load_model(options.model, torch::kCPU);
  auto data = loaded.experiment.data;
  data.train.assign(1, config::ParallelText{});
  data.train.front().source = options.source;
  data.train.front().target = options.reference;
  corpus::Cache keeps_nothing("", data);
  corpus::CleaningReport report;
  const auto examples = corpus::training_examples(data, loaded.tokenizers, keeps_nothing, report);
  const auto linker = alignment::TokenLinker::learned_from(
      examples, config::TrainingOptions().alignment_pairs, loaded.tokenizers);
  const auto choice = train::choose_alignment(*loaded.model, examples, linker);
  if (!choice)
    throw Error("has no attention heads to choose from", options.model,
                "name a model with attention");
  store::record_alignment(store::ModelDirectory(options.model).weights(), choice->source);
  log_info("alignments of ", options.model, " now use: ", choice->source.text());
  return 0;
}

}  // namespace

std::function<int()> add_attention(CLI::App& command) {
  auto options = std::make_shared<AttentionOptions>();
  auto text = std::make_shared<std::string>();
  add_options(command, *options, {"model"});
  command.add_option("TEXT", *text, "The text to translate; the page shows each of its sentences.")
      ->type_name("TEXT");
  add_options(command, *options, {"source", "reference"});
  command.add_option("-o,--output", options->output, "The page to write; - is standard output.")
      ->type_name("FILE")
      ->capture_default_str();
  add_open(command, options->open);
  add_options(command, options->language, {"lang"});
  add_options(command, options->computing, {"device", "threads"});
  const auto override_search =
      add_overrides<config::SearchOptions>(command, {"beam_size", "length_penalty"});
  return [=] {
    if (!options->source.empty() || !options->reference.empty()) {
      return choose_alignment(*options, *text);
    }
    if (text->empty()) throw Error("no TEXT is given", {}, "name the text to translate");
    return show_attention(*options, *text, override_search);
  };
}

}  // namespace regard::cli
