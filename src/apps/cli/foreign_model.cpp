#include "cli/foreign_model.h"

#include <array>
#include <filesystem>
#include <fstream>

#include "base/regular_file.h"

namespace regard::cli {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> missing_in(const fs::path& folder, std::vector<std::string> files) {
  std::erase_if(files, [&](const std::string& file) { return is_there(folder / file); });
  return files;
}

bool is_zip(const std::string& path) {
  std::array<char, 4> begin{};
  std::ifstream(path, std::ios::binary).read(begin.data(), begin.size());
  return std::string_view(begin.data(), begin.size()) == "PK\3\4";
}

}  // namespace

std::optional<ForeignKind> foreign_kind(const std::string& path) {
  if (std::error_code ignored; fs::is_regular_file(path, ignored)) {
    if (!path.ends_with(".argosmodel") || !is_zip(path)) return std::nullopt;
    return ForeignKind{.program = "Argos Translate",
                       .reason = "regard writes such packages, but does not read them"};
  }
  const fs::path folder(path);
  if (is_there(folder / "config.yaml") || !is_there(folder / "config.json")) return std::nullopt;
  if (is_there(folder / "model.bin")) {
    return ForeignKind{.program = "CTranslate2",
                       .missing = missing_in(folder, {"source.spm", "target.spm"})};
  }
  if (!is_there(folder / "model.safetensors")) return std::nullopt;
  return ForeignKind{.program = "Hugging Face's transformers",
                     .missing = missing_in(folder, {"vocab.json", "source.spm", "target.spm"})};
}

}  // namespace regard::cli
