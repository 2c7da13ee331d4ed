// regard pack: writes a model as one file, which every command accepts in place of a directory.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/packed_folder.h"
#include "base/readable.h"
#include "base/terminal.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "regard/base/error.h"
#include "runs/model_facts.h"
#include "store/model_directory.h"
#include "store/model_file.h"
#include "translate/translation_model.h"

namespace regard::cli {
namespace {

namespace fs = std::filesystem;

enum class PackedWeights { unchanged, int8 };
constexpr auto names_of(PackedWeights) { return std::array{"unchanged", "int8"}; }

struct PackOptions {
  PackedWeights type = PackedWeights::unchanged;
  std::string card;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = PackOptions;
    v.field("type", &O::type,
            "Number type of the weights; int8: 8-bit integers, a quarter of the size (as with "
            "regard quantize).");
    v.field("card", &O::card, config::file(),
            "Markdown sections, each with a ## title, to add to the model's card, which regard "
            "info shows. Default: those of MODEL, if it is packed.");
  }
};

/// The existing files of a model that go into the packed model.
std::vector<std::string> files_to_pack(const store::ModelDirectory& model) {
  auto files = store::ModelDirectory(model.path()).file_names();
  for (auto& file : files) file = model.path() + "/" + file;
  files.push_back(model.shortlist());
  files.push_back(model.confidence());
  files.push_back(model.path() + "/log.jsonl");
  std::erase_if(files, [](const std::string& file) { return !is_there(file); });
  return files;
}

/// Throws Error unless the model can be used: only usable models are packed.
void check_opens(const std::string& model) {
  if (store::task_of_model(model) == config::Task::translation) {
    const translate::TranslationModel checked(model, {.device = "cpu"});
  } else {
    store::open_model(model, config::Task::language_model);
  }
}

/// The sections of a model card, from a file or else the model. Throws Error if the file has none.
std::string sections_of(const std::string& file, const std::string& model) {
  if (file.empty()) return is_packed_folder(model) ? report::card_sections(model) : "";
  constexpr uint64_t kMostBytes = 100'000;
  auto text = read_file(file, kMostBytes);
  if (text.starts_with("## ")) return text;
  throw Error("does not begin with a title", file, "begin the first line with ##, as in ## Texts");
}

std::string card_of(const report::ModelFacts& facts, const report::CardOptions& options,
                    const std::string& path) {
  const auto file = fs::path(path).filename().string();
  const auto use = str(facts.translates ? "regard translate " : "regard generate ",
                       shell_word(file), facts.translates ? " \"Hello.\"" : " --prefix \"The \"");
  return report::model_card(facts, options, {file, "regard", use});
}

/// The mark of the user's own model. Commands read its texts without --trust.
std::string mark_of(const store::ModelDirectory& model) {
  const auto experiment =
      config::load_experiment(model.config_to_read(), {}, config::Use::translation);
  return store::mark_to_share(model, experiment.data);
}

int pack(const std::string& input, const std::string& output, const PackOptions& options,
         const report::CardOptions& card) {
  check_replaces_no_input(output, {input, options.card});
  const auto sections = sections_of(options.card, input);
  check_opens(input);
  const store::ModelDirectory model(input);
  const ScratchFolder scratch;
  auto weights = model.weights();
  if (options.type == PackedWeights::int8 && !report::facts_of_model(input).has_int8) {
    weights = scratch / fs::path(weights).filename().string();
    write_quantized(store::open_model(input, config::Task::translation), weights);
  }
  std::vector<fs::path> files = {scratch / report::kCardName};
  const auto described = card_of(report::facts_of_model(input, weights), card, output);
  write_file_atomically(files.front(), described + (sections.empty() ? "" : '\n' + sections));
  if (const auto mark = mark_of(model); !mark.empty()) {
    files.emplace_back(scratch / fs::path(model.origin()).filename().string());
    write_file_atomically(files.back(), mark);
  }
  for (const auto& file : files_to_pack(model)) {
    files.emplace_back(file == model.weights() ? weights : file);
  }
  write_packed_folder(output, files);
  log_info("packed ", input, " into ", output, ": ",
           fixed(static_cast<double>(size_of_regular_file(output)) / 1e6, 1), " MB");
  return 0;
}

}  // namespace

void pack_as_integers(const std::string& model, const std::string& output) {
  PackOptions options;
  options.type = PackedWeights::int8;
  pack(model, output, options, {});
}

std::function<int()> add_pack(CLI::App& command) {
  auto input = std::make_shared<std::string>();
  auto output = std::make_shared<std::string>();
  auto options = std::make_shared<PackOptions>();
  auto card = std::make_shared<report::CardOptions>();
  add_required(command, "MODEL", *input, "MODEL",
               "The model: a directory written by regard train, or a packed model.");
  add_required(command, "-o,--output", *output, "FILE", "The file to write, such as model.regard.");
  add_options(command, *options);
  add_older_name(command, "--weights", "--type");
  add_options(command, *card);
  return [=] { return pack(*input, *output, *options, *card); };
}

}  // namespace regard::cli
