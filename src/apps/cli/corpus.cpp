// regard corpus: inspects and cleans pairs of sentences before a model is trained on them.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "base/atomic_file.h"
#include "base/log.h"
#include "base/process.h"
#include "base/terminal.h"
#include "cli/commands.h"
#include "cli/grammar.h"
#include "cli/line_language.h"
#include "cli/options.h"
#include "cli/pair_files.h"
#include "findings/clean.h"
#include "findings/inspection.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

struct CorpusArguments : PairFiles {
  std::vector<std::string> against;
  findings::CheckOptions options;

  std::vector<std::string> files_and_others() const {
    auto all = files;
    all.insert(all.end(), against.begin(), against.end());
    return all;
  }

  findings::Inspection inspection() const {
    findings::Inspection inspection{
        .files = files, .options = options, .against = against, .language_of = language_of_line};
    auto& read = inspection.read;
    set_columns(read);
    read.source_language = options.from_language;
    read.target_language = options.to_language;
    return inspection;
  }
};

struct CheckArguments : CorpusArguments {
  std::string page;
  bool json = false;
  int64_t examples = 3;
};

struct CleanArguments : CorpusArguments {
  findings::CleanOptions written;
  std::vector<std::string> dropped, kept;
};

void add_corpus_options(CLI::App& command, CorpusArguments& arguments) {
  add_pair_files(command, arguments);
  command
      .add_option("--against", arguments.against,
                  "Validation and test texts, whose sentences must not be among the pairs; may be "
                  "given several times.")
      ->allow_extra_args(false)
      ->type_name("FILE");
  add_options(command, arguments.options);
}

int check(const CheckArguments& arguments) {
  const InterruptGuard interrupt;
  if (!arguments.page.empty()) {
    check_replaces_no_input(arguments.page, arguments.files_and_others());
  }
  auto inspection = arguments.inspection();
  inspection.examples = arguments.examples;
  const auto report = findings::inspect(inspection);
  if (!arguments.page.empty()) {
    write_file_atomically(arguments.page, findings::page_of(report));
    log_info("wrote ", arguments.page);
  }
  if (arguments.json) {
    write_standard_output(findings::json_of(report));
  } else {
    write_standard_output(findings::text_of(report, terminal_columns(STDOUT_FILENO)));
  }
  return 0;
}

CLI::App* add_check_command(CLI::App& command, CheckArguments& arguments) {
  constexpr int64_t kMostExamples = 1'000'000'000;
  auto* check_command =
      command.add_subcommand("check", "count problems in pairs, with examples and remedies");
  set_examples(*check_command, {"regard corpus check pairs.tsv",
                                "regard corpus check text.en.gz text.fr.gz --against test.tsv"});
  add_corpus_options(*check_command, arguments);
  check_command
      ->add_option("-o,--output", arguments.page, "Also write a page with tables and charts.")
      ->type_name("FILE");
  check_command
      ->add_option("--examples", arguments.examples,
                   "Number of examples of each kind. A large number lists every line.")
      ->type_name("N")
      ->check(CLI::Validator(CLI::Range(int64_t{0}, kMostExamples)).description(""))
      ->capture_default_str();
  check_command->add_flag("--json", arguments.json, "Print JSON instead of a table.");
  return check_command;
}

int clean(const CleanArguments& arguments) {
  const InterruptGuard interrupt;
  for (const auto* output : {&arguments.written.output, &arguments.written.rejected}) {
    if (!output->empty()) check_replaces_no_input(*output, arguments.files_and_others());
  }
  const auto written_to = [](const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal();
  };
  const auto& written = arguments.written;
  if (!written.rejected.empty() && written_to(written.rejected) == written_to(written.output)) {
    throw Error("--output and --rejected are the same file", arguments.written.output,
                "name a different file for the dropped lines");
  }
  auto options = arguments.written;
  options.actions = findings::actions_of(arguments.dropped, arguments.kept);
  const auto report = findings::clean(arguments.inspection(), options);
  log_info(report.table(), "wrote ", options.output,
           options.rejected.empty() ? "" : ", and the dropped lines to " + options.rejected);
  return 0;
}

CLI::App* add_clean_command(CLI::App& command, CleanArguments& arguments) {
  auto* clean_command = command.add_subcommand(
      "clean", "write good pairs to one file, and rejected lines with reasons to another");
  set_examples(*clean_command,
               {"regard corpus clean pairs.tsv -o clean.tsv.gz --rejected rejected.tsv",
                "regard corpus clean a.tmx text.en text.fr -o all.tsv.gz --drop numbers"});
  add_corpus_options(*clean_command, arguments);
  clean_command
      ->add_option("-o,--output", arguments.written.output,
                   "The .tsv file to write, compressed if its name ends in .gz.")
      ->required()
      ->type_name("FILE");
  clean_command
      ->add_option("--rejected", arguments.written.rejected,
                   "File for the dropped lines: FILE:LINE, kind, detail and the line.")
      ->type_name("FILE");
  const auto add_kinds = [&](const char* name, std::vector<std::string>& kinds,
                             const std::string& sentence) {
    clean_command->add_option(name, kinds, sentence)
        ->allow_extra_args(false)
        ->type_name("KIND,...")
        ->group("Findings");
  };
  using findings::Action;
  add_kinds("--drop", arguments.dropped,
            "Also drop pairs with findings of these kinds; may be given several times. Kept "
            "by default: " +
                findings::names_of_kinds(Action::keep) +
                ". Repaired by default: " + findings::names_of_kinds(Action::repair) + '.');
  add_kinds("--keep", arguments.kept,
            "Keep pairs with findings of these kinds as they are; may be given several times. "
            "Dropped by default: " +
                findings::names_of_kinds(Action::drop) + '.');
  return clean_command;
}

}  // namespace

std::function<int()> add_corpus(CLI::App& command) {
  struct Arguments {
    CheckArguments check;
    CleanArguments clean;
  };
  auto arguments = std::make_shared<Arguments>();
  command.require_subcommand(1);
  const auto* check_command = add_check_command(command, arguments->check);
  add_clean_command(command, arguments->clean);
  return [=] { return *check_command ? check(arguments->check) : clean(arguments->clean); };
}

}  // namespace regard::cli
