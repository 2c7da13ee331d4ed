// regard explain: writes a page with every number behind one translation.
#include "explain/walk.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

#include "base/log.h"
#include "base/readable.h"
#include "base/terminal.h"
#include "base/utf8.h"
#include "cli/options.h"
#include "cli/page_language.h"
#include "cli_learn/commands.h"
#include "cli_learn/explained_sentence.h"
#include "draw/charts.h"
#include "pages/attention_page.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/config/search_options.h"

namespace regard::cli {
namespace {

struct ExplainOptions {
  std::string model;
  std::optional<std::string> text;
  std::string output = "explain.html";
  bool open = false;
  PageLanguage language;
};

/// The cross-attention of the decoder's last layer, averaged over heads.
draw::TerminalMap terminal_map(const explain::Walk& walk) {
  using explain::Axis;
  draw::TerminalMap map;
  const auto is_of_source = [](const explain::Step& step) {
    return step.is_weight && step.rows == Axis::target && step.columns == Axis::source;
  };
  const auto found = std::ranges::find_if(walk.steps, is_of_source);
  if (found == walk.steps.end()) return map;
  const auto mean = torch::stack(found->values.back()).mean(0).contiguous();
  const auto* weights = mean.const_data_ptr<float>();
  for (int64_t row = 0; row < mean.size(0); ++row, weights += mean.size(1))
    map.weights.emplace_back(weights, weights + mean.size(1));
  const auto readable = [](const std::string& piece) {
    return printable(report::readable_piece(piece));
  };
  std::ranges::transform(walk.written, std::back_inserter(map.rows), readable);
  std::ranges::transform(walk.source, std::back_inserter(map.columns), readable);
  return map;
}

int explain_translation(const ExplainOptions& options,
                        const std::function<void(config::SearchOptions&)>& override_search) {
  constexpr const char* kExample = "give a sentence, e.g. regard explain RUN \"Where is the cat?\"";
  if (options.text && trimmed(*options.text).empty())
    throw Error("the text to explain is empty", {}, kExample);
  if (options.model.empty() == options.text.has_value()) {
    const auto& given = options.model.empty() ? *options.text : options.model;
    throw Error(str("explain needs a model and a text, but only '", given, "' is given"), {},
                kExample);
  }
  std::optional<explain::Walk> walk;
  if (!options.model.empty())
    walk = explained_sentence(named_model(options.model), *options.text, override_search);
  check_replaces_no_input(options.output, {options.model});
  OutputFile output(options.output);
  output.write(explain::explain_page(walk, options.language.lang));
  output.commit();
  if (walk) log_info(walk->translation);
  if (options.output == "-") return 0;
  if (walk) {
    write_standard_output(
        draw::terminal_text(terminal_map(*walk), terminal_columns(STDOUT_FILENO)));
  }
  log_info("wrote ", options.output);
  if (options.open) open_page(options.output);
  return 0;
}

}  // namespace

std::function<int()> add_explain(CLI::App& command) {
  auto options = std::make_shared<ExplainOptions>();
  command
      .add_option("MODEL,--model", options->model,
                  "The model: a directory written by regard train. Without a model, the page has "
                  "only the book's worked examples.")
      ->type_name("MODEL");
  command
      .add_option("TEXT", options->text,
                  "The sentence to translate; of several sentences, only the first is explained.")
      ->type_name("TEXT");
  command.add_option("-o,--output", options->output, "The page to write; - is standard output.")
      ->type_name("FILE")
      ->capture_default_str();
  add_options(command, options->language, {"lang"});
  add_open(command, options->open);
  const auto override_search =
      add_overrides<config::SearchOptions>(command, {"beam_size", "length_penalty"});
  return [=] { return explain_translation(*options, override_search); };
}

}  // namespace regard::cli
