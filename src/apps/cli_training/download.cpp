// regard download: fetches and verifies published corpora, ready to train on.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/log.h"
#include "base/process.h"
#include "base/readable.h"
#include "base/terminal.h"
#include "cli/options.h"
#include "cli_training/commands.h"
#include "corpus/hold_out.h"
#include "download/corpora.h"
#include "download/download.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

struct DownloadArguments {
  std::string output;
  std::string from;
  int64_t timeout = 30;
  int64_t retries = 4;

  template <class Visitor>
  static void describe(Visitor& v) {
    using config::anything, config::count_of;
    using O = DownloadArguments;
    v.field("output", &O::output, config::directory(),
            "Folder for the files. Default: data/NAME, where the configs look for them.");
    v.field("from", &O::from, anything<std::string>(),
            "URL of a mirror's directory, https:// or http://. Its files are verified like the "
            "publisher's.");
    v.field("timeout", &O::timeout, count_of(1, 3600), "Idle timeout of a connection, in seconds.");
    v.field("retries", &O::retries, count_of(0, 20),
            "Number of retries, after 1, 2, 4, ... seconds, if a connection is lost or a server is "
            "busy.");
  }
};

void say_result(const download::Corpus& corpus, const std::string& folder, bool is_default) {
  if (!corpus.undivided.empty()) {
    const config::ParallelText whole = {.tsv = folder + '/' + corpus.undivided};
    const auto parts = corpus::hold_out(std::span(&whole, 1), folder);
    log_info(corpus.undivided, " split: ", counted(parts.train_pairs, "pair"), " for training (",
             parts.train.front().tsv, "), ", parts.valid_pairs, " for validation, ",
             parts.test_pairs, " for test");
  }
  log_info(corpus.name, " is in ", folder);
  log_info("license: ", corpus.license, "; ", corpus.credit);
  if (is_default) log_info("  $ ", corpus.next_command());
}

int download_corpora(const std::vector<std::string>& names, const DownloadArguments& arguments) {
  if (names.size() > 1 && !(arguments.output.empty() && arguments.from.empty())) {
    throw Error("-o and --from name the folder of one corpus", {},
                "run the command once per corpus");
  }
  std::vector<download::Corpus> corpora;
  for (const auto& name : names) corpora.push_back(download::find_corpus(name));
  const InterruptGuard interrupt;
  try {
    for (const auto& corpus : corpora) {
      const auto folder = arguments.output.empty() ? corpus.folder() : arguments.output;
      download::download(corpus,
                         {.folder = folder,
                          .from = arguments.from,
                          .http = {.silence = arguments.timeout, .retries = arguments.retries}},
                         interrupt);
      say_result(corpus, folder, arguments.output.empty());
    }
  } catch (const Interrupted& stop) {
    log_info("stopped; the same command continues the download");
    return exit_code_of_signal(stop.signal);
  }
  return 0;
}

}  // namespace

std::function<int()> add_download(CLI::App& command) {
  auto names = std::make_shared<std::vector<std::string>>();
  auto is_list = std::make_shared<bool>(false);
  auto arguments = std::make_shared<DownloadArguments>();
  command
      .add_option(
          "CORPUS", *names,
          "Corpora, such as multi30k, laws, opus:Books or opus:NAME@VERSION. Default: list all.")
      ->type_name(join(download::recipes(), "|", [](const auto& one) { return one.name; }));
  command.add_flag("--list", *is_list, "List the corpora with domain, size, license and checksum.");
  add_options(command, *arguments);
  return [=] {
    if (!*is_list && !names->empty()) return download_corpora(*names, *arguments);
    write_standard_output(download::list_of_corpora());
    return 0;
  };
}

}  // namespace regard::cli
