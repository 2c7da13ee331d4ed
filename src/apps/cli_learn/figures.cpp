// regard figures: draws the ideas of the book.
#include "figures/figures.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "base/terminal.h"
#include "cli/options.h"
#include "cli/page_language.h"
#include "cli_learn/commands.h"
#include "cli_learn/small_models.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

struct FiguresArguments {
  std::vector<std::string> names;
  std::string output = "figures";
  int64_t threads = 1;
  bool list = false;
  bool open = false;
  PageLanguage language;
};

int run(const FiguresArguments& arguments) {
  if (arguments.list) {
    if (!arguments.names.empty()) {
      throw Error(str("--list prints all figures, but '", arguments.names.front(), "' is given"),
                  {}, "leave out the name or --list");
    }
    std::string lines;
    for (const auto& figure : figures::figures()) {
      lines += str(figure.name, ": ", figure.text(arguments.language.lang).title, '\n');
    }
    write_standard_output(lines);
    return 0;
  }
  set_threads_for_small_models(arguments.threads);
  figures::write_figures(arguments.output, arguments.names, arguments.language.lang);
  if (arguments.open) open_page(arguments.output + "/index.html");
  return 0;
}

}  // namespace

std::vector<std::string> figure_names() {
  std::vector<std::string> names;
  for (const auto& figure : figures::figures()) names.emplace_back(figure.name);
  return names;
}

std::function<int()> add_figures(CLI::App& command) {
  auto arguments = std::make_shared<FiguresArguments>();
  command.add_option("FIGURE", arguments->names, "Figures to draw. Default: all of them.")
      ->type_name("FIGURE");
  command
      .add_option("-o,--output", arguments->output,
                  "Folder for NAME.svg and for index.html, which shows every figure in the folder.")
      ->type_name("DIR")
      ->capture_default_str();
  add_threads_for_small_models(command, arguments->threads);
  add_options(command, arguments->language, {"lang"});
  add_open(command, arguments->open);
  command.add_flag("--list", arguments->list, "Print the names of all figures and draw none.");
  return [=] { return run(*arguments); };
}

}  // namespace regard::cli
