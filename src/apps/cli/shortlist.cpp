// regard shortlist: learns from pairs which target tokens a sentence's translation may need.
#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>

#include "base/log.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "corpus/learn_shortlist.h"
#include "corpus/training_examples.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_directory.h"
#include "store/model_file.h"
#include "text/tokenizer_pair.h"

namespace regard::cli {
namespace {

struct ShortlistCommand {
  std::string source;
  std::string reference;
  TrustOption trust = {};

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = ShortlistCommand;
    v.field("source", &O::source, config::file(),
            "Source lines to learn from, plain or .gz, with --reference. Default: the training set "
            "in the model's config.");
    v.field("reference", &O::reference, config::file(),
            "The translations of --source, line by line.");
  }
};

config::DataOptions data_of(const ShortlistCommand& command, const config::Experiment& experiment,
                            const std::string& directory) {
  if (command.source.empty() != command.reference.empty()) {
    throw Error(command.source.empty() ? "--reference is given without --source"
                                       : "--source is given without --reference",
                {}, "give both, or neither for the training set in the model's config");
  }
  auto data = experiment.data;
  if (!command.source.empty()) {
    data.train.assign(1, config::ParallelText{});
    data.train.front().source = command.source;
    data.train.front().target = command.reference;
    return data;
  }
  constexpr auto kNameFiles = "give --source FILE --reference FILE";
  if (data.train.empty()) {
    throw Error("the model's config names no training set",
                store::ModelDirectory(directory).config(), kNameFiles);
  }
  for (auto& text : data.train) {
    text = command.trust.to_read(text, directory, experiment.data, kNameFiles);
  }
  return data;
}

int learn(const ShortlistCommand& command, const corpus::ShortlistOptions& options,
          const std::string& directory) {
  const auto model = store::open_model(directory, config::Task::translation);
  const auto data = data_of(command, model.experiment, directory);
  corpus::Cache keeps_nothing("", data);
  corpus::CleaningReport report;
  const auto examples = corpus::training_examples(data, model.tokenizers, keeps_nothing, report);
  const auto shortlist = corpus::learn_shortlist(examples, model.tokenizers, options);
  const auto path = store::ModelDirectory(directory).shortlist();
  shortlist.save(path);
  log_info("wrote ", path, ": ", std::llround(corpus::mean_size(shortlist, examples)), " of ",
           shortlist.target_vocab(), " tokens per sentence");
  return 0;
}

}  // namespace

std::function<int()> add_shortlist(CLI::App& command) {
  auto directory = std::make_shared<std::string>();
  auto files = std::make_shared<ShortlistCommand>();
  auto options = std::make_shared<corpus::ShortlistOptions>();
  add_required(command, "MODEL", *directory, "MODEL",
               "The model: a directory written by regard train, to which the shortlist is added.");
  add_options(command, *files);
  add_older_name(command, "--target", "--reference");
  add_options(command, files->trust);
  add_options(command, *options);
  return [=] { return learn(*files, *options, *directory); };
}

}  // namespace regard::cli
