// regard download: fetches a published corpus, checked and ready to train on.
#include <CLI/CLI.hpp>
#include <memory>

#include "base/log.h"
#include "base/process.h"
#include "base/readable.h"
#include "base/terminal.h"
#include "cli/options.h"
#include "cli_training/commands.h"
#include "corpus/hold_out.h"
#include "download/corpora.h"
#include "download/download.h"
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

int download_corpus(const std::string& name, const DownloadArguments& arguments) {
  if (name.empty()) {
    write_standard_output(download::list_of_corpora());
    return 0;
  }
  const auto& corpus = download::find_corpus(name);
  const std::string folder = arguments.output.empty() ? "data/" + name : arguments.output;
  const InterruptGuard interrupt;
  try {
    download::download(corpus,
                       {.folder = folder,
                        .from = arguments.from,
                        .http = {.silence = arguments.timeout, .retries = arguments.retries}},
                       interrupt);
  } catch (const Interrupted& stop) {
    log_info("stopped; the same command continues the download");
    return exit_code_of_signal(stop.signal);
  }
  if (!corpus.undivided.empty()) {
    const auto parts = corpus::hold_out({.tsv = folder + '/' + corpus.undivided}, folder);
    log_info(corpus.undivided, " divided: ", counted(parts.train_pairs, "pair"), " to train (",
             parts.train.tsv, "), ", parts.valid_pairs, " to validate, ", parts.test_pairs,
             " to test");
  }
  log_info(name, " is in ", folder, ": every file has the published content");
  log_info("license: ", corpus.licence, "; ", corpus.credit);
  if (arguments.output.empty()) log_info("  $ ", corpus.next);
  return 0;
}

}  // namespace

std::function<int()> add_download(CLI::App& command) {
  auto name = std::make_shared<std::string>();
  auto arguments = std::make_shared<DownloadArguments>();
  const auto names = join(download::corpora(), "|", [](const auto& one) { return one.name; });
  command.add_option("CORPUS", *name, "The corpus. Without it, all are listed.")->type_name(names);
  add_options(command, *arguments);
  return [=] { return download_corpus(*name, *arguments); };
}

}  // namespace regard::cli
