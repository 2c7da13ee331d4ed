#include "cli_training/argos_package.h"

#include <zip.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/atomic_file.h"
#include "base/regular_file.h"
#include "base/scratch_folder.h"
#include "base/shell_word.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/vocabulary_list.h"

namespace regard::cli {
namespace {

namespace fs = std::filesystem;

struct Language {
  const char *code, *name;
};
constexpr std::array kLanguages = {Language{"en", "English"}, Language{"fr", "French"},
                                   Language{"de", "German"},  Language{"es", "Spanish"},
                                   Language{"it", "Italian"}, Language{"pt", "Portuguese"},
                                   Language{"nl", "Dutch"}};

/// The code itself where the name is not known.
std::string name_of_language(const std::string& code) {
  const auto* found =
      std::ranges::find_if(kLanguages, [&](const auto& one) { return one.code == code; });
  return found == kLanguages.end() ? code : found->name;
}

std::string metadata_of(const report::ModelFacts& facts) {
  const nlohmann::ordered_json metadata = {
      {"package_version", "1.0"},           {"argos_version", "1.9"},
      {"from_code", facts.source_language}, {"from_name", name_of_language(facts.source_language)},
      {"to_code", facts.target_language},   {"to_name", name_of_language(facts.target_language)}};
  return metadata.dump(2) + "\n";
}

/// An archive that is written.
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

  /// A file is read when the archive is closed.
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
