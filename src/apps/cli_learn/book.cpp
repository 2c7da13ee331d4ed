// regard book: the book's sections as a site.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <vector>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/terminal.h"
#include "book/book_site.h"
#include "cli/options.h"
#include "cli_learn/commands.h"
#include "cli_learn/explained_sentence.h"
#include "diagrams/diagram.h"
#include "interop/load_model.h"
#include "model/modules.h"
#include "pages/attention_page.h"
#include "regard/base/str.h"
#include "regard/translate/translator.h"

namespace regard::cli {
namespace {

struct BookArguments {
  std::vector<std::string> sections;
  std::string model;
  std::string text = "Where is the cat?";
  std::string output = "book";
  int64_t threads = 1;
  bool open = false;
  figures::Language lang = figures::Language::en;

  template <class Visitor>
  static void describe(Visitor& v) {
    v.field("lang", &BookArguments::lang, "Language of the site: English or Chinese.");
  }
};

std::vector<book::ModelPage> write_model_pages(const BookArguments& arguments) {
  if (arguments.model.empty()) return {};
  const std::filesystem::path folder = arguments.output;
  make_folder(folder);
  std::vector<book::ModelPage> pages;
  const auto write = [&](const std::string& title, const std::string& file, const auto& page) {
    log_info("writes ", file);
    write_file_atomically(folder / file, page());
    pages.push_back({title, file});
  };
  const auto quoted = str("“", arguments.text, "”");
  write("Architecture", "model.html", [&] {
    const auto loaded = interop::load_model(arguments.model, torch::kCPU);
    return diagrams::diagram_page(loaded.model, "", arguments.model);
  });
  write("Attention: " + quoted, "attention.html", [&] {
    const translate::Translator translator(arguments.model);
    report::AttentionPage page(arguments.model);
    page.add(translator.translate_with_attention(arguments.text, translator.search_options()));
    return page.html();
  });
  write("Every number: " + quoted, "explain.html",
        [&] { return explain::explain_page(explained_sentence(arguments.model, arguments.text)); });
  return pages;
}

int run(const BookArguments& arguments) {
  model::set_threads(arguments.threads);
  const auto pages = write_model_pages(arguments);
  book::write_site({.folder = arguments.output,
                    .language = arguments.lang,
                    .sections = arguments.sections,
                    .model_pages = pages},
                   [](const std::string& figure) { log_info("draws ", figure); });
  const auto page = arguments.output + "/index.html";
  log_info("wrote ", page);
  if (arguments.open) open_page(page);
  return 0;
}

}  // namespace

std::function<int()> add_book(CLI::App& command) {
  auto arguments = std::make_shared<BookArguments>();
  command
      .add_option(
          "SECTION", arguments->sections,
          "Sections to write, by their number in the edition of --lang, such as 11.3, or by "
          "the beginning of their title. Default: all of them, which takes two minutes.")
      ->type_name("SECTION");
  command
      .add_option("-o,--output", arguments->output,
                  "Folder for index.html and a page for each section.")
      ->type_name("DIR")
      ->capture_default_str();
  command
      .add_option("--model", arguments->model,
                  "A model of your own, whose architecture, and for --text attention and every "
                  "number of its translation, the site shows, too.")
      ->type_name("MODEL");
  command.add_option("--text", arguments->text, "A sentence for --model.")
      ->type_name("TEXT")
      ->capture_default_str();
  add_threads_for_small_models(command, arguments->threads);
  add_options(command, *arguments, {"lang"});
  add_open(command, arguments->open);
  return [=] { return run(*arguments); };
}

}  // namespace regard::cli
