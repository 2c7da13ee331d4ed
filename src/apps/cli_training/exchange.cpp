#include "cli_training/commands.h"

#include <zip.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/readable.h"
#include "cli/options.h"
#include "interop/foreign_model.h"
#include "interop/load_model.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "serve/languages.h"
#include "store/model_directory.h"
#include "store/model_file.h"
#include "text/vocabulary_list.h"

namespace regard::cli {
namespace {

namespace fs = std::filesystem;

std::string metadata_of(const report::ModelFacts& facts) {
  const nlohmann::ordered_json metadata = {
      {"package_version", "1.0"},
      {"argos_version", "1.9"},
      {"from_code", facts.source_language},
      {"from_name", serve::language_name(facts.source_language)},
      {"to_code", facts.target_language},
      {"to_name", serve::language_name(facts.target_language)}};
  return metadata.dump(2) + "\n";
}

/// A zip archive being written.
class ZipWriter {
 public:
  explicit ZipWriter(const std::string& path)
      : path_(path), archive_(::zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr)) {
    if (archive_ == nullptr) fail();
  }
  ~ZipWriter() {
    if (archive_ != nullptr) ::zip_discard(archive_);
  }
  ZipWriter(const ZipWriter&) = delete;
  ZipWriter& operator=(const ZipWriter&) = delete;

  /// Adds `file`, which is not read until the archive is closed.
  void add_file(const std::string& name, const std::string& file) {
    add(name, ::zip_source_file(archive_, file.c_str(), 0, -1));
  }

  void close() {
    if (::zip_close(archive_) != 0) fail();
    archive_ = nullptr;
  }

 private:
  void add(const std::string& name, zip_source_t* source) {
    if (source == nullptr) fail();
    const auto index = ::zip_file_add(archive_, name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      ::zip_source_free(source);
      fail();
    }
    constexpr time_t kFirstOfZip = 315532800;  // 1980-01-01
    const auto entry = static_cast<zip_uint64_t>(index);
    if (::zip_file_set_mtime(archive_, entry, kFirstOfZip, 0) != 0) fail();
  }

  [[noreturn]] void fail() const {
    const char* reason =
        archive_ == nullptr ? "the archive cannot be made" : ::zip_strerror(archive_);
    throw Error(str("cannot be written: ", reason), path_, "", ExitCode::failure);
  }

  std::string path_;
  zip_t* archive_;
};

}  // namespace

void write_argos_package(const std::string& path, const interop::ForeignModel& model,
                         interop::WeightType type, const ModelCard& card) {
  const ScratchFolder scratch;
  interop::export_ctranslate2(scratch / "model", model, type, interop::SourceEnd::by_ctranslate2);
  write_file_atomically(scratch / "metadata.json", metadata_of(card.facts));
  write_file_atomically(scratch / "sentencepiece.model",
                        text::without_list(model.tokenizers.source().bytes()));
  const auto file = fs::path(path).filename().string();
  write_file_atomically(
      scratch / "README.md",
      report::model_card(card.facts, card.options,
                         {file, "argostranslate", "argospm install " + shell_word(file)}));

  const auto folder =
      str("translate-", card.facts.source_language, "_", card.facts.target_language, "-1_0/");
  std::vector<std::string> names = {"metadata.json", "README.md", "sentencepiece.model"};
  for (const char* name : {"config.json", "model.bin", "shared_vocabulary.json",
                           "source_vocabulary.json", "target_vocabulary.json"}) {
    if (is_there(scratch / (std::string("model/") + name))) {
      names.push_back(std::string("model/") + name);
    }
  }
  const auto made = scratch / "package.zip";
  ZipWriter archive(made);
  for (const auto& name : names) archive.add_file(folder + name, scratch / name);
  archive.close();
  write_file_atomically(path, read_file(made));
}

}  // namespace regard::cli

// regard import: converts another program's model to a model directory.
namespace regard::cli {
namespace {

/// The tokens that name a target language at the start of a source text: >>fra<<.
std::vector<std::string> language_tags(const text::Tokenizer& tokenizer) {
  std::vector<std::string> tags;
  for (int64_t id = 0; id < tokenizer.size(); ++id) {
    const auto& piece = tokenizer.piece(id);
    if (piece.starts_with(">>") && piece.ends_with("<<")) tags.push_back('\'' + piece + '\'');
  }
  return tags;
}

int import_into(const std::string& input, const std::string& output) {
  const auto imported = interop::import_model(input);
  store::ModelMetadata metadata;
  metadata.score = "imported";
  interop::save_model_directory(output, imported.experiment, imported.tokenizers, *imported.model,
                                metadata);
  if (imported.shortlist) {
    imported.shortlist->save(store::ModelDirectory(output).shortlist());
    log_info("imported its shortlist: regard translate ", shell_word(output), " --shortlist");
  }
  int64_t parameters = 0;
  for (const auto& weight : imported.model->parameters()) parameters += weight.numel();
  const auto& data = imported.experiment.data;
  log_info("imported ", input, " into ", output, ": ", data.source_language, " to ",
           data.target_language, ", ", parameters, " parameters, vocabularies of ",
           imported.tokenizers.source().size(), " and ", imported.tokenizers.target().size());
  if (const auto tags = language_tags(imported.tokenizers.source()); !tags.empty()) {
    constexpr size_t kMostNamed = 8;
    log_info("the model translates into several languages: choose one with --tag ",
             join(std::span(tags).first(std::min(tags.size(), kMostNamed)), ", "),
             tags.size() > kMostNamed ? ", ..." : "");
  }
  return 0;
}

}  // namespace

std::function<int()> add_import(CLI::App& command) {
  auto input = std::make_shared<std::string>();
  auto output = std::make_shared<std::string>();
  add_required(
      command, "MODEL", *input, "PATH",
      "A MarianMT checkpoint for Hugging Face's transformers, a CTranslate2 directory, or a Marian "
      "model: a directory, .npz, .bin or .zip, as published by OPUS-MT, Bergamot and Firefox.");
  add_required(command, "-o,--output", *output, "DIR", "The model directory to write.");
  return [=] { return import_into(*input, *output); };
}

}  // namespace regard::cli

// regard export: writes a model in the format of another program.
namespace regard::cli {
namespace {

using interop::WeightType;

enum class OtherProgram { huggingface, ctranslate2, argos, marian_npz };
constexpr auto names_of(OtherProgram) {
  return std::array{"huggingface", "ctranslate2", "argos", "marian-npz"};
}

struct ExportOptions {
  OtherProgram to = OtherProgram::huggingface;
  WeightType type = WeightType::float32;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = ExportOptions;
    v.field("to", &O::to,
            "huggingface: a checkpoint for Hugging Face's transformers, with a model card: "
            "MarianMT, or Pegasus for a model with model.norm: pre. ctranslate2: a CTranslate2 "
            "directory, together with the tokenizers. argos: a package for Argos Translate "
            "(.argosmodel), which LibreTranslate serves. marian-npz: a Marian directory, for a "
            "model whose decoder starts from zeros, such as an imported model.");
    v.field("type", &O::type, "Number type of the weights; int8 is for ctranslate2 and argos.");
  }
};

/// A directory's path without a slash at its end.
std::string without_slash(const std::string& directory) {
  const auto path = std::filesystem::path(directory).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).string();
}

/// A model's path in a form that an ending can follow: "runs/a" for "runs/a/", "a" for "a.regard".
std::string without_ending(const std::string& model) {
  const std::filesystem::path path = without_slash(model);
  return path.extension() == ".regard" ? std::filesystem::path(path).replace_extension().string()
                                       : path.string();
}

/// The options of a model that a program does not support.
std::vector<std::string> lacking_in(OtherProgram program, const config::Experiment& experiment) {
  auto lacking = program == OtherProgram::huggingface  ? interop::beyond_marian(experiment)
                 : program == OtherProgram::marian_npz ? interop::beyond_marian_npz(experiment)
                                                       : interop::beyond_ctranslate2(experiment);
  // CTranslate2 leaves text processing to its caller; the others do it themselves.
  if (program != OtherProgram::ctranslate2 &&
      experiment.data.preprocess != config::Preprocess::none) {
    lacking.push_back("data.preprocess is " + name_of(experiment.data.preprocess));
  }
  return lacking;
}

const char* full_name(OtherProgram program) {
  return program == OtherProgram::huggingface   ? "Hugging Face's transformers"
         : program == OtherProgram::ctranslate2 ? "CTranslate2"
         : program == OtherProgram::marian_npz  ? "Marian"
                                                : "Argos Translate";
}

/// Throws Error, naming a format that can represent the model, if the program cannot.
void check_can_hold(OtherProgram program, const std::string& input) {
  const auto name = shell_word(input);
  const auto stem = without_ending(input);
  const auto pack = std::filesystem::is_directory(input)
                        ? str("pack it for other machines: regard pack ", name, " -o ",
                              shell_word(stem + ".regard"))
                        : std::string("copy it as it is to other machines with regard");
  if (store::task_of_model(input) == config::Task::language_model) {
    throw Error("is a language model, but regard exports only translation models", input, pack);
  }
  const auto experiment = store::experiment_of_model(input, config::Task::translation);
  const auto lacking = lacking_in(program, experiment);
  if (lacking.empty()) return;
  const bool fits_ctranslate2 = lacking_in(OtherProgram::ctranslate2, experiment).empty();
  throw Error(str("cannot be exported for ", full_name(program), ": ", join(lacking)), input,
              fits_ctranslate2
                  ? str("export it for CTranslate2: regard export ", name, " --to ctranslate2 -o ",
                        shell_word(stem + "-ct2"), "\nor ", pack)
                  : pack);
}

constexpr const char* kUseOfTransformers =
    R"(# pip install transformers sentencepiece torch
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("NAME")
model = AutoModelForSeq2SeqLM.from_pretrained("NAME")
batch = tokenizer(["Hello."], return_tensors="pt", padding=True)
print(tokenizer.batch_decode(model.generate(**batch), skip_special_tokens=True)))";

std::string use_of_transformers(const std::string& name) {
  std::string use = kUseOfTransformers;
  const std::string_view placeholder = "NAME";
  for (size_t at = 0; (at = use.find(placeholder, at)) != std::string::npos; at += name.size()) {
    use.replace(at, placeholder.size(), name);
  }
  return use;
}

void write_huggingface(const std::string& output, const interop::ForeignModel& model,
                       WeightType type, const ModelCard& card) {
  interop::export_marian(output, model,
                         type == WeightType::float16 ? torch::kFloat16 : torch::kFloat32);
  const auto name = std::filesystem::path(without_slash(output)).filename().string();
  write_file_atomically(std::filesystem::path(output) / "README.md",
                        report::model_card(card.facts, card.options,
                                           {name, "transformers", use_of_transformers(name)}));
}

void write(const std::string& output, const interop::ForeignModel& model,
           const ExportOptions& options, const ModelCard& card) {
  switch (options.to) {
    case OtherProgram::huggingface:
      return write_huggingface(output, model, options.type, card);
    case OtherProgram::ctranslate2:
      return interop::export_ctranslate2(output, model, options.type);
    case OtherProgram::argos:
      return write_argos_package(output, model, options.type, card);
    case OtherProgram::marian_npz:
      return interop::export_marian_npz(output, model);
  }
}

int export_from(const std::string& input, const std::string& output, const ExportOptions& options,
                const report::CardOptions& card) {
  if (options.to == OtherProgram::huggingface && options.type == WeightType::int8) {
    throw Error(
        "--type is int8, but weights for Hugging Face's transformers are float32 or float16", {},
        "give --to ctranslate2, or another --type");
  }
  if (options.to == OtherProgram::marian_npz && options.type != WeightType::float32) {
    throw Error(str("--type is ", name_of(options.type), ", but weights for Marian are float32"),
                {}, "leave --type out");
  }
  check_can_hold(options.to, input);
  auto loaded = interop::load_model(input, torch::kCPU);
  const interop::ForeignModel model{std::move(loaded.experiment), std::move(loaded.tokenizers),
                                    std::move(loaded.model)};
  write(output, model, options, {.facts = report::facts_of_model(input), .options = card});
  log_info("exported ", input, " into ", output);
  return 0;
}

}  // namespace

std::function<int()> add_export(CLI::App& command) {
  auto input = std::make_shared<std::string>();
  auto output = std::make_shared<std::string>();
  auto options = std::make_shared<ExportOptions>();
  auto card = std::make_shared<report::CardOptions>();
  add_required(command, "MODEL", *input, "MODEL", "A directory written by regard train or import.");
  add_required(command, "-o,--output", *output, "DIR",
               "The directory to write; for argos, the file.");
  add_options(command, *options);
  add_options(command, *card);
  return [=] { return export_from(*input, *output, *options, *card); };
}

}  // namespace regard::cli
