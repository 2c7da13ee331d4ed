// regard book: the book's sections as a site.
#include <CLI/CLI.hpp>
#include <memory>

#include "base/log.h"
#include "base/terminal.h"
#include "book/book_site.h"
#include "cli/options.h"
#include "cli_learn/commands.h"
#include "model/modules.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

struct BookArguments {
  std::vector<std::string> sections;
  std::string output = "book";
  int64_t threads = 1;
  bool open = false;
  figures::Language lang = figures::Language::en;

  template <class Visitor>
  static void describe(Visitor& v) {
    v.field("lang", &BookArguments::lang, "Language of the site: English or Chinese.");
  }
};

int run(const BookArguments& arguments) {
  model::set_threads(arguments.threads);
  book::write_site(
      {.folder = arguments.output, .language = arguments.lang, .sections = arguments.sections},
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
      .add_option("SECTION", arguments->sections,
                  "Sections to write, by their number in the English edition, such as 11.3, or by "
                  "the beginning of their title. Default: all of them, which takes two minutes.")
      ->type_name("SECTION");
  command
      .add_option("-o,--output", arguments->output,
                  "Folder for index.html and a page for each section.")
      ->type_name("DIR")
      ->capture_default_str();
  add_threads_for_small_models(command, arguments->threads);
  add_options(command, *arguments, {"lang"});
  add_open(command, arguments->open);
  return [=] { return run(*arguments); };
}

}  // namespace regard::cli
