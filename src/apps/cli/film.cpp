// regard film: the course of a training run, as a page with a slider.
#include <CLI/CLI.hpp>
#include <memory>

#include "base/log.h"
#include "base/terminal.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/page_language.h"
#include "pages/film_page.h"
#include "regard/base/error.h"

namespace regard::cli {
namespace {

struct FilmOptions {
  std::vector<std::string> runs;
  std::string output = "film.html";
  bool open = false;
  PageLanguage language = {};
};

report::FilmedRun filmed_run(const std::string& directory) {
  auto frames = train::read_film(directory);
  if (frames.empty()) {
    throw Error("has no frame yet", directory + "/film.jsonl",
                "wait for the first steps of the training");
  }
  return {.name = directory,
          .frames = std::move(frames),
          .curves = train::read_run_log(directory).curves};
}

int show_film(const FilmOptions& options) {
  std::vector<report::FilmedRun> runs;
  for (const auto& directory : options.runs) runs.push_back(filmed_run(directory));
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
