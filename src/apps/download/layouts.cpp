#include "download/layouts.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/files.h"
#include "base/zip_archive.h"
#include "bitext/packed_bytes.h"
#include "bitext/tar_archive.h"
#include "bitext/text_lines.h"
#include "download/unpack.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::download {
namespace {

namespace fs = std::filesystem;
using bitext::Pair, bitext::PairFile, bitext::PairReader, bitext::TarArchive;

[[noreturn]] void throw_has_no(const std::string& file, const std::string& archive) {
  throw Error(str("has no file ", file), archive,
              "find the two texts with `tar -tf`, unpack them and pass both to regard corpus "
              "check: the publisher may have changed the archive");
}

/// One file of a .tar. Owns the archive.
class FileInTar : public ByteSource {
 public:
  FileInTar(const std::string& path, const std::string& end) : archive_(path, kMostUnpackedBytes) {
    while (!archive_.name().ends_with(end) && archive_.next()) continue;
    if (!archive_.name().ends_with(end)) throw_has_no(end, path);
    bytes_ = archive_.open();
  }

  bool append(std::string& bytes) override { return bytes_->append(bytes); }

 private:
  TarArchive archive_;
  std::unique_ptr<ByteSource> bytes_;
};

/// The files of an archive, one after another.
class Members {
 public:
  explicit Members(const std::string& path) {
    if (path.ends_with(".zip")) {
      zip_ = std::make_unique<ZipArchive>(path);
    } else {
      tar_ = std::make_unique<TarArchive>(path, kMostUnpackedBytes);
    }
  }

  bool next() {
    if (tar_ != nullptr) return tar_->next();
    ++number_;
    return number_ <= zip_->members().size();
  }
  const std::string& name() const { return tar_ ? tar_->name() : member().name; }
  std::unique_ptr<ByteSource> open() const { return tar_ ? tar_->open() : zip_->open(member()); }

 private:
  const ZipArchive::Member& member() const { return zip_->members()[number_ - 1]; }

  std::unique_ptr<ZipArchive> zip_;
  std::unique_ptr<TarArchive> tar_;
  size_t number_ = 0;  // number of the .zip member, from 1
};

/// Readers that are opened one after another, each when the previous one has ended.
class OneByOne : public PairReader {
 public:
  bool next(Pair& pair) override {
    while (reader_ != nullptr || (reader_ = open_next()) != nullptr) {
      if (reader_->next(pair)) return true;
      reader_ = nullptr;
    }
    return false;
  }
  std::vector<PairFile> files() const override {
    return reader_ == nullptr ? std::vector<PairFile>() : reader_->files();
  }

 protected:
  virtual std::unique_ptr<PairReader> open_next() = 0;

 private:
  std::unique_ptr<PairReader> reader_;
};

class Catalogues : public OneByOne {
 public:
  Catalogues(const std::string& path, std::string part)
      : members_(path), path_(path), part_(std::move(part)) {}

 private:
  std::unique_ptr<PairReader> open_next() override {
    while (members_.next()) {
      const auto& name = members_.name();
      if (name.find(part_) == std::string::npos) continue;
      if (name.ends_with(".po")) return bitext::read_po(members_.open(), path_ + '/' + name);
      if (name.ends_with(".xliff")) return bitext::read_xliff(members_.open(), path_ + '/' + name);
    }
    return nullptr;
  }

  Members members_;
  std::string path_, part_;
};

class DocumentsInTwos : public PairReader {
 public:
  /// If there is a second path, the French documents are in its archive. Names then begin below the
  /// folder that contains everything in an archive.
  DocumentsInTwos(const std::vector<std::string>& paths, FrenchName french_name, PairUp pair_up)
      : english_(paths.at(0)), french_name_(french_name), pair_up_(pair_up) {
    if (paths.size() > 1) french_ = std::make_unique<ZipArchive>(paths.at(1));
    const bool are_two = french_ != nullptr;
    documents_ = members_of(english_, are_two);
    translations_ = are_two ? members_of(*french_, true) : documents_;
    document_ = documents_.begin();
  }

  bool next(Pair& pair) override {
    while (text_ == texts_.size()) {
      if (document_ == documents_.end()) return false;
      const auto& [name, english] = *document_++;
      const auto french = translations_.find(french_name_(name));
      if (french == translations_.end()) continue;
      const auto& archive = french_ ? *french_ : english_;
      texts_ = pair_up_(text_of(english_, *english), text_of(archive, *french->second));
      text_ = 0;
    }
    pair.begin(++count_);
    pair.source = texts_[text_].first;
    pair.target = texts_[text_++].second;
    return true;
  }

  std::vector<PairFile> files() const override { return {}; }

 private:
  using Documents = std::map<std::string, const ZipArchive::Member*>;

  static Documents members_of(const ZipArchive& archive, bool below_first_folder) {
    Documents members;
    for (const auto& member : archive.members()) {
      const size_t begin = below_first_folder ? member.name.find('/') + 1 : 0;
      members[member.name.substr(begin)] = &member;
    }
    return members;
  }

  static std::string text_of(const ZipArchive& archive, const ZipArchive::Member& member) {
    constexpr size_t kMost = 64 * limits::kMebibyte;
    return bitext::all_bytes(*archive.open(member), member.name, kMost);
  }

  ZipArchive english_;
  std::unique_ptr<ZipArchive> french_;  // null: both languages are in `english_`
  FrenchName french_name_;
  PairUp pair_up_;
  Documents documents_, translations_;
  Documents::iterator document_;
  Texts texts_;  // texts of the document
  size_t text_ = 0;
  int64_t count_ = 0;
};

class Messages : public OneByOne {
 public:
  explicit Messages(const std::string& root) {
    for (const auto& share : entries_of(fs::path(root) / "usr/share")) {
      if (!share.filename().string().starts_with("locale")) continue;
      for (const auto& language : entries_of(share)) {
        const auto name = language.filename().string();
        if (name != "fr" && !name.starts_with("fr_")) continue;
        for (auto& file : entries_of(language / "LC_MESSAGES")) {
          if (file.extension() == ".mo") files_.push_back(file.string());
        }
      }
    }
    if (!files_.empty()) return;
    throw Error("has no French messages (fr/LC_MESSAGES/*.mo)",
                (fs::path(root) / "usr/share/locale").string(),
                "install programs with their translations: on Debian, packages such as git, "
                "coreutils, language-pack-fr; containers often leave them out");
  }

 private:
  /// The entries, sorted; empty if the folder cannot be read.
  static std::vector<fs::path> entries_of(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
  }

  std::unique_ptr<PairReader> open_next() override {
    return number_ == files_.size() ? nullptr : bitext::read_mo(files_[number_++], {});
  }

  std::vector<std::string> files_;
  size_t number_ = 0;
};

}  // namespace

Layout moses_zip() {
  return [](const auto& files) {
    return bitext::read_moses_zip(files.at(0), {.source_language = "en", .target_language = "fr"});
  };
}

Layout table(int64_t english, int64_t french) {
  return [=](const auto& files) {
    return bitext::read_tsv(files.at(0), {.source_column = english, .target_column = french});
  };
}

Layout two_texts_in_tar(const std::string& english, const std::string& french) {
  return [=](const auto& files) {
    const auto lines = [&](const std::string& end) {
      return std::make_unique<bitext::TextLines>(std::make_unique<FileInTar>(files.at(0), end),
                                                 files.at(0) + '/' + end, "text");
    };
    return bitext::read_two_texts(lines(english), lines(french));
  };
}

Layout catalogues(const std::string& part) {
  return [=](const auto& files) { return std::make_unique<Catalogues>(files.at(0), part); };
}

Layout documents_in_twos(FrenchName french_name, PairUp pair_up) {
  return [=](const auto& files) {
    return std::make_unique<DocumentsInTwos>(std::vector{files.at(0)}, french_name, pair_up);
  };
}

Layout documents_of_two_archives(FrenchName french_name, PairUp pair_up) {
  return [=](const auto& files) {
    return std::make_unique<DocumentsInTwos>(std::vector{files.at(0), files.at(1)}, french_name,
                                             pair_up);
  };
}

Layout messages_of_programs(const std::string& root) {
  return [=](const auto& /*files*/) { return std::make_unique<Messages>(root); };
}

}  // namespace regard::download
