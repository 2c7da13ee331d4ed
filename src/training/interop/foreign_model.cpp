#include <filesystem>

#include "base/files.h"
#include "config/reader.h"
#include "config/writer.h"
#include "interop/foreign_model.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_directory.h"
#include "store/vocabulary_files.h"

namespace regard::interop {
namespace {

namespace fs = std::filesystem;

/// The first file of the directory with this suffix; empty if there is none.
std::string file_ending_in(const fs::path& directory, const std::vector<std::string>& endings) {
  for (const auto& entry : fs::directory_iterator(directory)) {
    const auto name = entry.path().filename().string();
    for (const auto& ending : endings) {
      if (name.ends_with(ending)) return name;
    }
  }
  return {};
}

[[noreturn]] void refuse_directory(const fs::path& directory) {
  const auto pickle = file_ending_in(directory, {".ckpt", ".pt", ".pth", ".bin"});
  if (!pickle.empty()) {
    throw Error(str("holds ", pickle, ", a pickle, which could run anything when read"),
                directory.string(),
                "convert it with the program that wrote it: OpenNMT-py's models with "
                "ct2-opennmt-py-converter, fairseq's with ct2-fairseq-converter, to a directory "
                "of CTranslate2; JoeyNMT's have no converter",
                ExitCode::failure);
  }
  if (!file_ending_in(directory, {".npz"}).empty()) {
    throw Error("holds a model of Marian itself", directory.string(),
                "convert it: ct2-opus-mt-converter, or transformers' "
                "convert_marian_to_pytorch.py",
                ExitCode::failure);
  }
  throw Error("holds no model that regard can import", directory.string(),
              "name a MarianMT checkpoint (config.json, model.safetensors, vocab.json, source.spm, "
              "target.spm) or a directory of CTranslate2 (model.bin)");
}

/// Throws Error where an option of another program's model is one that regard's configs refuse.
ForeignModel checked(ForeignModel model, const std::string& directory) try {
  config::check(config::read<config::Experiment>(config::to_node(model.experiment)), directory,
                config::Use::translation);
  return model;
} catch (const Error& error) {
  throw Error(str("has an option that regard refuses: ", error.problem()), directory,
              error.remedy(), ExitCode::failure);
}

}  // namespace

ForeignModel import_model(const std::string& directory) {
  const fs::path folder(directory);
  if (is_there(folder) && !is_folder(folder)) {
    throw Error("is a file, but must be a directory", directory,
                "name a MarianMT checkpoint or a directory of CTranslate2; a package of Argos "
                "Translate (.argosmodel) cannot be imported");
  }
  if (!is_folder(folder)) {
    throw Error("there is no such directory", directory,
                "name a MarianMT checkpoint or a directory of CTranslate2");
  }
  if (store::ModelDirectory(folder).holds_model()) {
    throw Error("is already a model of regard", directory,
                "translate with it: regard translate --model DIR");
  }
  if (is_there(folder / "config.json") && is_there(folder / "vocab.json")) {
    return checked(import_marian(directory), directory);
  }
  if (is_there(folder / "config.json") && is_there(folder / "model.bin")) {
    return checked(import_ctranslate2(directory), directory);
  }
  refuse_directory(folder);
}

}  // namespace regard::interop
