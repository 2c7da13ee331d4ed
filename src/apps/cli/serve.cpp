// regard serve: answers requests for translations over HTTP.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/log.h"
#include "cli/commands.h"
#include "cli/grammar.h"
#include "cli/options.h"
#include "regard/base/str.h"
#include "regard/translate/bundled_models.h"
#include "serve/server.h"

namespace regard::cli {

std::function<int()> add_serve(CLI::App& command) {
  auto options = std::make_shared<serve::ServeOptions>();
  auto named = std::make_shared<std::vector<std::string>>();
  add_usage(command, "[OPTIONS] [MODEL...]");
  command
      .add_option("MODEL", options->models,
                  "Models to serve, each as NAME=MODEL or MODEL, a directory or a packed file. The "
                  "first model of each language pair is the default. Default: the models that come "
                  "with regard.")
      ->type_name("[NAME=]MODEL");
  command.add_option("--model", *named, "Same as a MODEL argument.")->type_name("[NAME=]MODEL");
  add_options(command, *options);
  add_older_name(command, "--prefix", "--path-prefix");
  add_older_name(command, "--cache", "--cache-size");
  const auto override_search = add_chosen_overrides<config::SearchOptions>(
      command, [](const auto& field) { return field.served.by_flag; });
  return [=] {
    options->models.insert(options->models.end(), named->begin(), named->end());
    if (options->models.empty()) {
      bundled_model();  // throws Error if there is none
      options->models = bundled_models();
    }
    options->override_search = override_search;
    set_quiet(options->quiet);
    serve::Server server(*options);
    const bool quiet = is_quiet();
    set_quiet(quiet && options->port != 0);  // port 0 is any free port, which must be printed
    log_info("serving ",
             str(options->models.size(), options->models.size() == 1 ? " model" : " models"),
             " at ", server.address());
    set_quiet(quiet);
    server.run();
    return 0;
  };
}

}  // namespace regard::cli
