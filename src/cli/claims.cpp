// regard claims: tries what the book claims.
#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "figure_names.h"
#include "options.h"
#include "regard/base/output.h"
#include "regard/base/str.h"
#include "regard/claims/study.h"
#include "regard/model/device.h"

namespace regard::cli {
namespace {

struct Arguments {
  claims::StudyOptions study;
  std::string output = "claims";
  int64_t threads = 1;
  bool list = false;
};

int run(Arguments arguments) {
  if (arguments.list) {
    std::string lines;
    for (const auto& claim : claims::claims()) {
      lines += str(claim.name, ": ", claim.title, '\n');
    }
    write_standard_output(lines);
    return 0;
  }
  model::set_threads(arguments.threads);
  arguments.study.folder = arguments.output;
  claims::study(arguments.study);
  return 0;
}

}  // namespace

std::vector<std::string> claim_names() {
  std::vector<std::string> names;
  for (const auto& claim : claims::claims()) names.emplace_back(claim.name);
  return names;
}

std::function<int()> add_claims(CLI::App& command) {
  auto arguments = std::make_shared<Arguments>();
  command.add_option("CLAIM", arguments->study.names, "Claims to try. Default: all of them.")
      ->type_name("CLAIM");
  command
      .add_option("-o,--output", arguments->output,
                  "Folder for the trials (NAME.jsonl), the pictures (NAME.svg) and the page "
                  "(index.html). Trials that are there are not made again.")
      ->type_name("DIR")
      ->capture_default_str();
  command
      .add_option("--markdown", arguments->study.markdown,
                  "Also write the page as Markdown, with the pictures of the folder.")
      ->type_name("FILE");
  command
      .add_option(
          "--seeds", arguments->study.seeds,
          "Trials of each claim, at least 2 for an interval. 0 is what each claim asks for.")
      ->type_name("N")
      ->capture_default_str();
  add_threads_for_small_models(command, arguments->threads);
  command.add_flag("--list", arguments->list, "Print the names of all claims and try none.");
  return [=] { return run(*arguments); };
}

}  // namespace regard::cli
