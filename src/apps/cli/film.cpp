// regard film: shows the course of a training run on a page with a slider.
#include <CLI/CLI.hpp>
#include <memory>

#include "base/log.h"
#include "base/terminal.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/page_language.h"
#include "pages/film_page.h"

namespace regard::cli {
namespace {

struct FilmOptions {
  std::vector<std::string> runs;
  std::string output = "film.html";
  bool open = false;
  PageLanguage language = {};
};

int show_film(const FilmOptions& options) {
  std::vector<report::FilmedRun> runs;
  for (const auto& directory : options.runs) runs.push_back(report::filmed_run(directory));
  OutputFile output(options.output);
  output.write(report::film_page(runs, options.language.lang));
  output.commit();
  if (options.output == "-") return 0;
  log_info("wrote ", options.output);
  if (options.open) open_page(options.output);
  return 0;
}

}  // namespace

std::function<int()> add_film(CLI::App& command) {
  auto options = std::make_shared<FilmOptions>();
  command.add_option("RUN", options->runs, "Run directories, trained with training.film: true.")
      ->required()
      ->type_name("RUN");
  command.add_option("-o,--output", options->output, "The page to write; - is standard output.")
      ->type_name("FILE")
      ->capture_default_str();
  add_options(command, options->language, {"lang"});
  add_open(command, options->open);
  return [=] { return show_film(*options); };
}

}  // namespace regard::cli
