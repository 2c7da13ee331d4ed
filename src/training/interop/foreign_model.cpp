#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/zip_archive.h"
#include "config/reader.h"
#include "config/writer.h"
#include "interop/foreign_model.h"
#include "interop/marian_files.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_directory.h"
#include "store/vocabulary_files.h"

namespace regard::interop {
namespace {

namespace fs = std::filesystem;

/// Name of the first file in the directory with one of these suffixes; empty if there is none.
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
  const auto compressed = file_ending_in(directory, {".bin.gz", ".npz.gz"});
  if (!compressed.empty()) {
    throw Error(str("contains ", compressed, ", which is compressed"), directory.string(),
                "unpack its .gz files with gunzip", ExitCode::failure);
  }
  const auto pickle = file_ending_in(directory, {".ckpt", ".pt", ".pth", ".bin"});
  if (!pickle.empty()) {
    throw Error(str("contains ", pickle, ", which is not a model that regard reads"),
                directory.string(),
                "convert the model to a CTranslate2 directory: OpenNMT-py models with "
                "ct2-opennmt-py-converter, fairseq models with ct2-fairseq-converter; JoeyNMT "
                "models cannot be converted",
                ExitCode::failure);
  }
  throw Error("contains no model that regard can import", directory.string(),
              "name a MarianMT checkpoint (config.json, model.safetensors, vocab.json, source.spm, "
              "target.spm), a CTranslate2 directory (model.bin) or a Marian directory (.npz, "
              ".bin)");
}

/// Throws Error if the imported options are not valid in a regard config.
ForeignModel checked(ForeignModel model, const std::string& directory) try {
  config::check(config::read<config::Experiment>(config::to_node(model.experiment)), directory,
                config::Use::translation);
  return model;
} catch (const Error& error) {
  throw Error(str("has an option that regard rejects: ", error.problem()), directory,
              error.remedy(), ExitCode::failure);
}

ForeignModel import_directory(const fs::path& folder) {
  const auto directory = folder.string();
  if (store::ModelDirectory(folder).holds_model()) {
    throw Error("is already a regard model", directory,
                "translate with it: regard translate --model DIR");
  }
  if (is_there(folder / "config.json") && is_there(folder / "vocab.json")) {
    return checked(import_marian(directory), directory);
  }
  if (is_there(folder / "config.json") && is_there(folder / "model.bin")) {
    return checked(import_ctranslate2(directory), directory);
  }
  if (!file_ending_in(folder, {".npz"}).empty() || holds_marian_binary(folder)) {
    return checked(import_marian_npz(directory), directory);
  }
  refuse_directory(folder);
}

/// Extracts the model's files from an archive, all into one folder.
void unpack(const std::string& path, const ScratchFolder& folder) {
  constexpr std::string_view kEndings[] = {".npz", ".bin", ".yml", ".yaml",  ".json", ".spm",
                                           ".bpe", ".fsv", ".txt", ".vocab", ".gz",   ".md"};
  const ZipArchive archive(path);
  for (const auto& member : archive.members()) {
    const auto name = fs::path(member.name).filename().string();
    const bool is_of_model =
        std::ranges::any_of(kEndings, [&](auto ending) { return name.ends_with(ending); });
    if (!is_of_model) continue;
    if (name.find('\0') != std::string::npos) continue;
    const auto target = folder / name;
    if (is_there(target)) {
      throw Error(str("has two files ", name), path, "unpack it, and name one of the directories");
    }
    write_file_atomically(target, archive.read(member));
  }
}

/// Replaces the path of the scratch folder with the name of its archive, for messages.
std::string renamed(std::string text, const std::string& folder, const std::string& archive) {
  for (size_t at = 0; (at = text.find(folder, at)) != std::string::npos; at += archive.size()) {
    text.replace(at, folder.size(), archive);
  }
  return text;
}

ForeignModel import_archive(const std::string& path) {
  const ScratchFolder folder;
  unpack(path, folder);
  const auto name = [&](const std::string& text) {
    return renamed(text, folder.path().string(), path);
  };
  try {
    check_decoder_stays_in(folder.path());
    return import_directory(folder.path());
  } catch (const Error& error) {
    throw Error(name(error.problem()), name(error.where()), name(error.remedy()),
                error.exit_code());
  }
}

/// Throws Error for a Git LFS pointer, which a clone without Git LFS has instead of a large file.
void check_is_no_pointer(const std::string& path) {
  constexpr std::string_view kPointer = "version https://git-lfs";
  std::string begin(kPointer.size(), '\0');
  std::ifstream file(path, std::ios::binary);
  if (!file.read(begin.data(), static_cast<std::streamsize>(begin.size())) || begin != kPointer) {
    return;
  }
  throw Error("is a Git LFS pointer, not the model", path, "fetch the model: git lfs pull",
              ExitCode::failure);
}

}  // namespace

ForeignModel import_model(const std::string& path) {
  constexpr const char* kRemedy =
      "name a MarianMT checkpoint, a CTranslate2 directory, or a Marian model (.npz, .bin, .zip)";
  if (!is_there(path)) throw Error("no such file or directory", path, kRemedy);
  if (is_folder(path)) return import_directory(path);
  check_is_no_pointer(path);
  if (path.ends_with(".zip")) return import_archive(path);
  if (path.ends_with(".npz") || path.ends_with(".bin")) {
    return checked(import_marian_npz(path), path);
  }
  throw Error("is not a directory, .zip, .npz or .bin", path,
              str(kRemedy, "; an Argos Translate package (.argosmodel) cannot be imported"));
}

}  // namespace regard::interop
