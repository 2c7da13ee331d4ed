#include "interop/marian_files.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "config/yaml_reader.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"
#include "store/marian_shortlist.h"

namespace regard::interop {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_in_folder(const fs::path& folder, const std::string& what) {
  throw Error(what, folder.string(),
              "add a decoder.yml in which `models` lists one file and `vocabs` lists the "
              "source and target vocabularies",
              ExitCode::failure);
}

/// The names in the folder for which `fits` returns true, in alphabetical order.
template <class Fits>
std::vector<std::string> names_in(const fs::path& folder, const Fits& fits) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const auto name = entry.path().filename().string();
    if (fits(name)) names.insert(name);
  }
  return {names.begin(), names.end()};
}

bool is_model(std::string_view name) {
  return name.ends_with(".npz") && !name.ends_with(".optimizer.npz") &&
         !name.ends_with(".orig.npz");
}

/// The first bytes of a .bin file, which identify its kind: a model begins with the number 1.
std::string first_bytes(const fs::path& path) {
  std::string bytes(sizeof(uint64_t), '\0');
  std::ifstream file(path, std::ios::binary);
  if (!file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) bytes.clear();
  return bytes;
}

std::vector<std::string> binaries_in(const fs::path& folder, bool shortlists) {
  static const std::string kModel("\1\0\0\0\0\0\0\0", sizeof(uint64_t));
  return names_in(folder, [&](std::string_view name) {
    if (!name.ends_with(".bin")) return false;
    const auto bytes = first_bytes(folder / name);
    return shortlists ? is_marian_shortlist(bytes) : bytes == kModel;
  });
}

bool is_vocabulary(std::string_view name) {
  static constexpr std::string_view kEndings[] = {".yml", ".yaml", ".json", ".spm",
                                                  ".fsv", ".txt",  ".vocab"};
  return name.find("vocab") != std::string_view::npos &&
         std::ranges::any_of(kEndings, [&](auto ending) { return name.ends_with(ending); });
}

/// The path of a file that decoder.yml names: in its own folder, or else the absolute path given.
fs::path named_file(const fs::path& folder, const std::string& path) {
  const auto beside = folder / fs::path(path).filename();
  if (is_there(beside) || !is_there(path) || fs::path(path).is_relative()) return beside;
  return path;
}

constexpr std::string_view kShortlist = "shortlist";

std::vector<std::string> names_listed(const fs::path& decoder, std::string_view key) {
  const auto yaml = config::read_yaml_file(decoder);
  std::vector<std::string> names;
  const auto* list = yaml.find(key);
  if (list == nullptr) return names;
  for (const auto& item : list->items) {
    if (!item.is_scalar() || item.text.empty()) break;
    names.push_back(item.text);
  }
  return names;
}

std::vector<fs::path> files_listed(const fs::path& decoder, std::string_view key) {
  std::vector<fs::path> files;
  for (const auto& name : names_listed(decoder, key)) {
    files.push_back(named_file(decoder.parent_path(), name));
  }
  return files;
}

void find_by_decoder(MarianFiles& files, const fs::path& folder) {
  const auto models = files_listed(files.decoder, "models");
  const auto vocabularies = files_listed(files.decoder, "vocabs");
  if (files.model.empty() && models.size() > 1) {
    throw Error(str("names ", models.size(), " models, but regard imports one"),
                files.decoder.string(),
                "import each with its own decoder.yml; regard can use several: --model A --model B",
                ExitCode::failure);
  }
  if (files.model.empty() && models.size() == 1) files.model = models.front();
  const auto shortlists = files_listed(files.decoder, kShortlist);  // a name, then numbers
  if (!shortlists.empty()) {
    files.shortlist = shortlists.front();
    if (!is_there(files.shortlist)) {
      throw Error(
          str("names the shortlist ", files.shortlist.filename().string(), ", which is missing"),
          files.decoder.filename().string(),
          str("copy it to ", folder.string(), ", or delete `shortlist` from the file"),
          ExitCode::failure);
    }
  }
  if (vocabularies.empty()) return;
  if (vocabularies.size() != 2) {
    fail_in_folder(folder, "does not have two vocabularies in decoder.yml");
  }
  files.source_vocabulary = vocabularies[0];
  files.target_vocabulary = vocabularies[1];
}

void find_model(MarianFiles& files, const fs::path& folder) {
  auto models = names_in(folder, is_model);
  std::ranges::copy(binaries_in(folder, /*shortlists=*/false), std::back_inserter(models));
  if (models.empty()) fail_in_folder(folder, "has no Marian model (.npz, .bin)");
  if (models.size() > 1) {
    fail_in_folder(folder, str("has several models and no decoder.yml: ", join(models, ", ")));
  }
  files.model = folder / models.front();
}

/// Finds one vocabulary for both languages, or two whose names say which language each is for.
void find_vocabularies(MarianFiles& files, const fs::path& folder) {
  const auto names = names_in(folder, is_vocabulary);
  const auto of_side = [&](const std::vector<std::string>& words) {
    for (const auto& name : names) {
      for (const auto& word : words) {
        if (name.find(word) != std::string::npos) return folder / name;
      }
    }
    return names.size() == 1 ? folder / names.front() : fs::path();
  };
  files.source_vocabulary = of_side({"src", "source"});
  files.target_vocabulary = of_side({"trg", "tgt", "target"});
  if (!files.source_vocabulary.empty() && !files.target_vocabulary.empty()) return;
  fail_in_folder(folder, names.empty()
                             ? std::string("has no vocabulary (vocab.yml, vocab.spm)")
                             : str("has vocabularies of unknown languages: ", join(names, ", ")));
}

fs::path segmentation(const fs::path& folder, const char* side, const fs::path& vocabulary) {
  if (vocabulary.extension() == ".spm") return vocabulary;
  const auto path = folder / str(side, ".spm");
  if (is_there(path)) return path;
  const bool is_bpe = is_there(folder / str(side, ".bpe"));
  throw Error(is_bpe ? str("splits words by ", side, ".bpe (subword-nmt), but regard needs ", side,
                           ".spm (SentencePiece)")
                     : str("has no ", side, ".spm, which is needed to tokenize text"),
              folder.string(), "use a model that was published with SentencePiece",
              ExitCode::failure);
}

/// Finds the only binary shortlist of the folder, and warns about other files that look like one.
void find_shortlist(MarianFiles& files, const fs::path& folder) {
  auto shortlists = binaries_in(folder, /*shortlists=*/true);
  if (shortlists.size() == 1) files.shortlist = folder / shortlists.front();
  const auto others = names_in(folder, [&](std::string_view name) {
    return (name.starts_with("lex.") || name.find(".s2t.") != std::string_view::npos) &&
           name != files.shortlist.filename().string();
  });
  if (others.empty()) return;
  log_warning("imported without ", join(others),
              shortlists.size() > 1
                  ? ": the directory has several shortlists; name one as `shortlist` in decoder.yml"
                  : ", which is not a binary Marian shortlist (lex.s2t.bin)");
}

/// The decoder's configuration; empty if there is none or more than one.
fs::path find_decoder(const fs::path& folder, const fs::path& model) {
  const auto decoders = names_in(folder, [&](std::string_view name) {
    return name.ends_with(".npz.decoder.yml") &&
           (model.empty() || name == model.filename().string() + ".decoder.yml");
  });
  if (decoders.size() == 1) return folder / decoders.front();
  if (is_there(folder / "decoder.yml")) return folder / "decoder.yml";
  const auto configs = names_in(folder, [](std::string_view name) {
    return name.starts_with("config") && name.ends_with(".yml");
  });
  return configs.size() == 1 ? folder / configs.front() : fs::path();
}

}  // namespace

void check_decoder_stays_in(const fs::path& folder) {
  const auto decoder = find_decoder(folder, {});
  if (decoder.empty()) return;
  const auto there = names_in(folder, [](std::string_view) { return true; });
  for (const char* key : {"models", "vocabs", "shortlist"}) {
    const auto names = names_listed(decoder, key);
    // `shortlist` lists a file, followed by numbers.
    const size_t files = key == kShortlist ? std::min<size_t>(names.size(), 1) : names.size();
    for (const auto& name : std::span(names).first(files)) {
      if (std::ranges::find(there, fs::path(name).filename().string()) != there.end()) continue;
      throw Error(str("names ", name, ", which is not in the archive"), decoder.string(),
                  "unpack the archive, and copy the file to the model's folder", ExitCode::failure);
    }
  }
}

bool holds_marian_binary(const fs::path& folder) {
  return !binaries_in(folder, /*shortlists=*/false).empty();
}

MarianFiles find_marian_files(const fs::path& folder, const fs::path& model) {
  MarianFiles files;
  files.model = model;
  files.decoder = find_decoder(folder, model);
  if (!files.decoder.empty()) find_by_decoder(files, folder);
  if (files.model.empty()) find_model(files, folder);
  if (files.source_vocabulary.empty()) find_vocabularies(files, folder);
  if (files.shortlist.empty()) {
    find_shortlist(files, folder);
  }
  for (const auto& file : {files.model, files.source_vocabulary, files.target_vocabulary}) {
    if (is_there(file)) continue;
    throw Error(str("lacks ", file.filename().string()), folder.string(), "copy it there",
                ExitCode::failure);
  }
  files.source_spm = segmentation(folder, "source", files.source_vocabulary);
  files.target_spm = segmentation(folder, "target", files.target_vocabulary);
  return files;
}

namespace {

double real_of(const std::string& text, const std::string& key, const fs::path& path) {
  double number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || end.ec != std::errc() || end.ptr != text.data() + text.size() ||
      !(number >= 0) || number > limits::kCount) {
    throw Error(str(key, " is '", text, "', but must be a number from 0"), path.string(),
                "correct the file", ExitCode::failure);
  }
  return number;
}

/// Marian's default for max-length. Marian skips longer sources; regard splits long lines.
constexpr std::string_view kMarianLongest = "1000";

/// Whether a key never affects a translation, or has no effect with this value.
bool has_no_effect(const std::string& key, const std::string& value) {
  static const std::set<std::string, std::less<>> kIrrelevant = {"models",
                                                                 "vocabs",
                                                                 "relative-paths",
                                                                 "mini-batch",
                                                                 "mini-batch-words",
                                                                 "maxi-batch",
                                                                 "maxi-batch-sort",
                                                                 "workspace",
                                                                 "devices",
                                                                 "cpu-threads",
                                                                 "quiet",
                                                                 "quiet-translation",
                                                                 "log",
                                                                 "log-level",
                                                                 "skip-cost",
                                                                 "optimize",
                                                                 "precision",
                                                                 "gemm-precision",
                                                                 "gemm-type",
                                                                 "weights",
                                                                 "version",
                                                                 "model-mmap",
                                                                 "data-threads",
                                                                 "no-spm-encode",
                                                                 "no-spm-decode",
                                                                 "max-length-break",
                                                                 "bergamot-mode",
                                                                 "ssplit-mode",
                                                                 "ssplit-prefix-file",
                                                                 "sentencepiece-alphas"};
  if (key == "max-length" && value == kMarianLongest) return true;
  return kIrrelevant.contains(key) || value.empty() || value == "0" || value == "false";
}

}  // namespace

void read_marian_decoder(const fs::path& path, config::SearchOptions& search) {
  constexpr double kMarianBeam = 12;  // used if the file does not set the beam size
  const auto yaml = config::read_yaml_file(path);
  if (!yaml.is_map()) {
    throw Error("is not a map of options", path.string(), "use a complete copy of the file",
                ExitCode::failure);
  }
  search.beam_size = static_cast<int64_t>(kMarianBeam);
  search.length_penalty = 0;
  std::vector<std::string> lacking;
  for (const auto& entry : yaml.entries) {
    std::vector<std::string> items;
    for (const auto& item : entry.value.items) items.push_back(item.text);
    const auto text = items.empty() ? entry.value.text : join(items, " ");
    if (entry.key == kShortlist) continue;  // see find_by_decoder
    if (entry.key == "beam-size") {
      search.beam_size = static_cast<int64_t>(real_of(text, entry.key, path));
    } else if (entry.key == "normalize") {
      search.length_penalty = real_of(text, entry.key, path);
    } else if (entry.key == "max-length-factor") {
      search.max_length_ratio = real_of(text, entry.key, path);
    } else if (entry.key == "allow-unk") {
      if (text == "true") search.suppress.clear();
    } else if (!has_no_effect(entry.key, text)) {
      lacking.push_back(str(entry.key, ' ', text));
    }
  }
  if (lacking.empty()) return;
  log_warning(path.filename().string(),
              ": ignored, because regard's search has no such option: ", join(lacking));
}

std::string marian_language(const fs::path& folder, const std::string& side,
                            const std::string& otherwise) {
  if (!is_there(folder / "README.md")) return otherwise;
  const auto text = read_file(folder / "README.md", limits::kJsonBytes);
  const auto key = text.find(side + " language");
  if (key == std::string::npos) return otherwise;
  const auto line = text.substr(key, text.find('\n', key) - key);
  const auto colon = line.find(':');
  if (colon == std::string::npos) return otherwise;
  const auto begin = line.find_first_not_of(' ', colon + 1);
  if (begin == std::string::npos) return otherwise;
  const auto code = line.substr(begin, line.find_last_not_of(" \r") + 1 - begin);
  const bool is_one = (code.size() == 2 || code.size() == 3) &&
                      std::ranges::all_of(code, [](char c) { return c >= 'a' && c <= 'z'; });
  return is_one ? code : otherwise;
}

}  // namespace regard::interop
