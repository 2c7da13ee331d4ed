// regard explain: every number of one translation, as a page.
#include "explain/walk.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "base/log.h"
#include "base/terminal.h"
#include "cli/options.h"
#include "cli/sentences_given.h"
#include "cli_learn/commands.h"
#include "interop/load_model.h"
#include "module_search/searchers.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/config/search_options.h"
#include "translate/plan.h"
#include "translate/translate_lines.h"

namespace regard::cli {
namespace {

struct ExplainOptions {
  std::string model;
  std::string text;
  std::string output = "explain.html";
  bool open = false;
};

explain::Walk walk_of(const ExplainOptions& options,
                      const std::function<void(config::SearchOptions&)>& override_search) {
  const auto loaded = interop::load_model(options.model, torch::kCPU);
  auto search = loaded.experiment.search;
  override_search(search);
  const auto sentences = sentences_given(options.text, search);
  const auto& text = sentences.front();
  if (sentences.size() > 1) {
    log_warning("the text has ", sentences.size(), " sentences; the page explains the first, '",
                text, "'; name another one to explain that");
  }
  const translate::Sources sources(loaded.tokenizers, std::span(&text, 1), search);
  const translate::Plan plan({.search = search}, sources, loaded.tokenizers);
  const bool is_one = sources.texts.size() == 1;
  auto walk = explain::walk({options.model, loaded.model, loaded.tokenizers},
                            is_one ? sources.readings.front().text : text, plan.beam);
  walk.line = text;
  if (is_one) {  // the model does not read copied items
    const auto searcher = translate::module_searcher(*loaded.model);
    walk.translation =
        translate::translate_sources(*searcher, loaded.tokenizers, sources, {.search = search})
            .front()
            .text;
  }
  return walk;
}

int explain_translation(const ExplainOptions& options,
                        const std::function<void(config::SearchOptions&)>& override_search) {
  if (options.model.empty() != options.text.empty()) {
    const auto& given = options.model.empty() ? options.text : options.model;
    throw Error(str("explain needs a model and a text, but only '", given, "' is given"), {},
                "regard explain RUN \"TEXT\"");
  }
  std::optional<explain::Walk> walk;
  if (!options.model.empty()) walk = walk_of(options, override_search);
  check_replaces_no_input(options.output, {options.model});
  OutputFile output(options.output);
  output.write(explain::explain_page(walk));
  output.commit();
  if (walk) log_info(walk->translation);
  if (options.output == "-") return 0;
  log_info("wrote ", options.output);
  if (options.open) open_page(options.output);
  return 0;
}

}  // namespace

std::function<int()> add_explain(CLI::App& command) {
  auto options = std::make_shared<ExplainOptions>();
  command
      .add_option("MODEL,--model", options->model,
                  "The model: a directory written by regard train. Without one, the page has only "
                  "the book's worked examples.")
      ->type_name("MODEL");
  command
      .add_option(
          "TEXT", options->text,
          "The sentence to translate; of a text of several sentences, the first is explained.")
      ->type_name("TEXT");
  command.add_option("-o,--output", options->output, "The page to write; - is standard output.")
      ->type_name("FILE")
      ->capture_default_str();
  add_open(command, options->open);
  const auto override_search =
      add_overrides<config::SearchOptions>(command, {"beam_size", "length_penalty"});
  return [=] { return explain_translation(*options, override_search); };
}

}  // namespace regard::cli
