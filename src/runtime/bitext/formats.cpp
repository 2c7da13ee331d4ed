#include <algorithm>
#include <array>
#include <utility>

#include "base/utf8.h"
#include "bitext/text_lines.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::bitext {
namespace {

/// A format that keeps pairs in a single file, recognized by the end of the file's name without the
/// compression suffix.
struct Format {
  std::string_view suffix;
  std::unique_ptr<PairReader> (*read)(const std::string& path, const ReadOptions& options);
};

constexpr std::array kFormats = {
    Format{".tsv", read_tsv},        Format{".tab", read_tsv},      Format{".csv", read_csv},
    Format{".tmx", read_tmx},        Format{".xlf", read_xliff},    Format{".xliff", read_xliff},
    Format{".sdlxliff", read_xliff}, Format{".mxliff", read_xliff}, Format{".po", read_po},
    Format{".pot", read_po},         Format{".mo", read_mo},        Format{".gmo", read_mo},
    Format{".zip", read_moses_zip},
};

const Format* format_of(const std::string& path) {
  auto name = lower_ascii(path);
  for (const std::string_view packed : {".gz", ".xz", ".zst"}) {
    if (name.ends_with(packed)) name.resize(name.size() - packed.size());
  }
  const auto* format =
      std::ranges::find_if(kFormats, [&](const Format& one) { return name.ends_with(one.suffix); });
  return format == kFormats.end() ? nullptr : format;
}

/// Whether a file is plain text and most of its first lines have a tab.
bool has_columns(const std::string& path) {
  constexpr int64_t kLooked = 200;
  TextLines lines(path, "");
  int64_t count = 0, with_tab = 0;
  for (std::string line; lines.number() < kLooked && lines.next(line);) {
    if (line.find('\0') != std::string::npos) return false;
    if (trimmed(line).empty()) continue;
    ++count;
    with_tab += line.find('\t') != std::string::npos ? 1 : 0;
  }
  return 2 * with_tab > count;
}

/// Several readers in sequence.
class ReadersInTurn : public PairReader {
 public:
  explicit ReadersInTurn(std::vector<std::unique_ptr<PairReader>> readers)
      : readers_(std::move(readers)) {}

  bool next(Pair& pair) override {
    while (current_ < readers_.size()) {
      if (readers_[current_]->next(pair)) {
        pair.file += before_;
        return true;
      }
      before_ += readers_[current_]->files().size();
      ++current_;
    }
    return false;
  }

  std::vector<PairFile> files() const override {
    std::vector<PairFile> files;
    for (const auto& reader : readers_) {
      for (auto& file : reader->files()) files.push_back(std::move(file));
    }
    return files;
  }

 private:
  std::vector<std::unique_ptr<PairReader>> readers_;
  size_t current_ = 0, before_ = 0;  // before_: number of files of earlier readers
};

}  // namespace

bool is_file_of_pairs(const std::string& path) {
  return format_of(path) != nullptr || has_columns(path);
}

std::unique_ptr<PairReader> open_pairs(const std::vector<std::string>& files,
                                       const ReadOptions& options) {
  std::vector<std::unique_ptr<PairReader>> readers;
  const std::string* first = nullptr;  // the first file of a parallel text
  for (const auto& path : files) {
    if (const auto* format = format_of(path)) {
      readers.push_back(format->read(path, options));
    } else if (first == nullptr && has_columns(path)) {
      readers.push_back(read_tsv(path, options));
    } else if (first == nullptr) {
      first = &path;
    } else {
      readers.push_back(read_two_texts(*first, path));
      first = nullptr;
    }
  }
  if (first != nullptr) {
    throw Error("has no tabs, and no file with its translations is given", *first,
                "name both files: text.en text.fr; or a file of source<TAB>target lines");
  }
  if (readers.size() == 1) return std::move(readers.front());
  return std::make_unique<ReadersInTurn>(std::move(readers));
}

std::unique_ptr<PairReader> open_sides(const std::string& file, const ReadOptions& options) {
  if (const auto* format = format_of(file)) return format->read(file, options);
  return has_columns(file) ? read_tsv(file, options) : read_one_text(file);
}

}  // namespace regard::bitext
