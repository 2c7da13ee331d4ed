// regard claims: tests the book's claims with experiments.
#include <CLI/CLI.hpp>
#include <memory>

#include "base/terminal.h"
#include "claims/study.h"
#include "cli/options.h"
#include "cli/page_language.h"
#include "cli_learn/commands.h"
#include "cli_learn/small_models.h"
#include "draw/phrases.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

struct ClaimsArguments {
  std::vector<std::string> names;
  std::string output = "claims";
  std::string markdown;
  int64_t seeds = 0;
  int64_t threads = 1;
  bool list = false;
  PageLanguage language;

  template <class Visitor>
  static void describe(Visitor& v) {
    v.field("markdown", &ClaimsArguments::markdown, config::file(),
            "Also write the page as Markdown, which links to the pictures in the folder.");
    v.field("seeds", &ClaimsArguments::seeds, config::count_of(0),
            "Trials of each claim, at least 2 for an interval. 0: as many as each claim requires.");
  }
};

int run(const ClaimsArguments& arguments) {
  if (arguments.list) {
    if (!arguments.names.empty()) {
      throw Error(str("--list prints all claims, but '", arguments.names.front(), "' is given"), {},
                  "leave out the name or --list");
    }
    const draw::DrawnIn drawn_in(words::phrases_of(arguments.language.lang));
    std::string lines;
    for (const auto& claim : claims::claims()) {
      lines += str(claim.name, draw::drawn_text(": "), draw::drawn_text(claim.title), '\n');
    }
    write_standard_output(lines);
    return 0;
  }
  set_threads_for_small_models(arguments.threads);
  claims::study({.folder = arguments.output,
                 .markdown = arguments.markdown,
                 .names = arguments.names,
                 .seeds = arguments.seeds,
                 .language = arguments.language.lang});
  return 0;
}

}  // namespace

std::vector<std::string> claim_names() {
  std::vector<std::string> names;
  for (const auto& claim : claims::claims()) names.emplace_back(claim.name);
  return names;
}

std::function<int()> add_claims(CLI::App& command) {
  auto arguments = std::make_shared<ClaimsArguments>();
  command.add_option("CLAIM", arguments->names, "Claims to test. Default: all of them.")
      ->type_name("CLAIM");
  command
      .add_option("-o,--output", arguments->output,
                  "Folder for the trials (NAME.jsonl), the pictures (NAME.svg, or NAME.zh.svg) and "
                  "the page "
                  "(index.html). Existing trials are reused.")
      ->type_name("DIR")
      ->capture_default_str();
  add_options(command, *arguments, {"markdown", "seeds"});
  add_options(command, arguments->language, {"lang"});
  add_threads_for_small_models(command, arguments->threads);
  command.add_flag("--list", arguments->list, "Print the names of all claims and test none.");
  return [=] { return run(*arguments); };
}

}  // namespace regard::cli
