// regard attention: what a model attends to while it translates a sentence, as a page.
#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "options.h"
#include "regard/base/log.h"
#include "regard/base/output.h"
#include "regard/config/search_options.h"
#include "regard/report/attention_page.h"
#include "regard/translate/translator.h"

namespace regard::cli {
namespace {

struct AttentionOptions {
  std::string model;
  std::string output = "attention.html";
  translate::TranslatorOptions computing = {};

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = AttentionOptions;
    v.field("model", &O::model, config::required("MODEL"),
            "The model: a directory written by regard train.");
  }
};

int show_attention(const AttentionOptions& options, const std::string& text,
                   const std::function<void(config::SearchOptions&)>& override_search) {
  const translate::Translator translator(options.model, options.computing);
  auto search = translator.search_options();
  override_search(search);
  const auto translation = translator.translate_with_attention(text, search);
  report::AttentionPage page(options.model);
  page.add(translation);
  OutputFile output(options.output);
  output.write(page.html());
  output.commit();
  log_info(translation.translation.text);
  if (options.output != "-") log_info("wrote ", options.output);
  return 0;
}

}  // namespace

std::function<int()> add_attention(CLI::App& command) {
  auto options = std::make_shared<AttentionOptions>();
  auto text = std::make_shared<std::string>();
  add_options(command, *options, {"model"});
  add_required(command, "TEXT", *text, "TEXT", "The sentence to translate.");
  command.add_option("-o,--output", options->output, "The page to write; - is standard output.")
      ->type_name("FILE")
      ->capture_default_str();
  add_options(command, options->computing, {"device", "threads"});
  const auto override_search =
      add_overrides<config::SearchOptions>(command, {"beam_size", "length_penalty"});
  return [=] { return show_attention(*options, *text, override_search); };
}

}  // namespace regard::cli
