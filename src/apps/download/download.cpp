#include "download/download.h"

#include <optional>
#include <system_error>
#include <vector>

#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/files.h"
#include "base/log.h"
#include "base/process.h"
#include "base/readable.h"
#include "download/pairs_file.h"
#include "download/unpack.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::download {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> difference(const std::string& digest, const CorpusFile& file,
                                      const char* subject) {
  if (digest == file.digest) return std::nullopt;
  const auto* kind = file.has_sha1() ? "SHA-1 " : "SHA-256 ";
  return str(subject, kind, digest, ", but must have ", file.digest);
}

std::optional<std::string> fault_of_text(const CorpusFile& file, const fs::path& path) {
  Digest digest;
  uint64_t bytes = 0;
  unpack_gzip(path, file.text_bytes, [&](std::string_view part) {
    digest.add(part);
    bytes += part.size();
  });
  if (bytes != file.text_bytes) {
    return str("has ", bytes, " bytes of text, but must have ", file.text_bytes);
  }
  return difference(digest.digits(), file, "its text has ");
}

std::optional<std::string> fault_of_archive(const CorpusFile& file, const fs::path& path) {
  const auto size = size_of_regular_file(path);
  if (file.download_bytes > 0 && size != file.download_bytes) {
    return str("has ", size, " bytes, but must have ", file.download_bytes);
  }
  if (file.digest.empty()) {
    check_is_whole(path, kMostUnpackedBytes);
    return std::nullopt;
  }
  if (!file.has_sha1()) return difference(sha256_of_file(path), file, "has ");
  Digest digest(Digest::Kind::sha1);
  digest.add(read_file(path, limits::kUnpackedBytes));
  return difference(digest.digits(), file, "has ");
}

class Downloading {
 public:
  Downloading(const Corpus& corpus, const DownloadOptions& options, const InterruptGuard& interrupt)
      : corpus_(corpus),
        folder_(options.folder),
        address_(options.from.empty() ? corpus.address : options.from),
        client_(http_options(corpus, options), interrupt) {
    if (address_.ends_with('/')) address_.pop_back();
  }

  void run() {
    std::vector<const CorpusFile*> missing;
    for (const auto& file : corpus_.files) {
      if (is_there(folder_ / file.name)) {
        check_what_is_there(file);
      } else {
        missing.push_back(&file);
      }
    }
    if (corpus_.files.empty()) {
      make_folder(folder_, "name another folder with -o");
    } else if (missing.empty()) {
      log_info(corpus_.name, " is already in ", folder_.string(), ": nothing to download");
    } else {
      log_info("downloading ", corpus_.name, " from ", address_);
      make_folder(folder_, "name another folder with -o");
    }
    for (const auto* file : missing) get(*file);
    for (const auto& file : corpus_.files) unpack(file);
    if (corpus_.layout) make_pairs();
  }

 private:
  static HttpClient::Options http_options(const Corpus& corpus, const DownloadOptions& options) {
    auto http = options.http;
    http.allow_http = options.from.starts_with("http://");
    if (corpus.layout) http.most_bytes = kMostArchiveBytes;
    if (options.most_bytes > 0) http.most_bytes = options.most_bytes;
    if (options.from.empty() || http.allow_http || options.from.starts_with("https://")) {
      return http;
    }
    throw Error(str("--from is ", options.from, ", but must begin with https:// or http://"), {},
                "name a folder with the files, such as --from https://mirror.example.org/texts");
  }

  /// The address of a file. A mirror stores each file under its own name.
  std::string address_of(const CorpusFile& file) const {
    const bool is_publisher = address_ == corpus_.address && !file.path.empty();
    return address_ + '/' + (is_publisher ? file.path : file.name);
  }

  void check_what_is_there(const CorpusFile& file) const {
    const auto path = folder_ / file.name;
    if (const auto fault = fault_of(file, path)) {
      throw Error(*fault, path.string(),
                  "remove it and run the command again to fetch the published file");
    }
  }

  void get(const CorpusFile& file) {
    const auto path = folder_ / file.name;
    const fs::path part = path.string() + ".part";
    const FileLock alone(part);
    if (is_there(path)) return check_what_is_there(file);  // another process has finished it
    const bool is_continued = size_of_part(part) > 0;
    if (is_continued) log_info("continuing ", file.name, " after ", size_of_part(part), " bytes");
    fetch(file, part);
    auto fault = fault_of(file, part);
    if (fault && is_continued) {
      log_warning(file.name, ": the partial download does not match; starting over");
      fs::remove(part);
      fetch(file, part);
      fault = fault_of(file, part);
    }
    if (fault) {
      fs::remove(part);
      throw Error(
          *fault, address_of(file),
          "name another server with --from: this server has a different file, which was not kept",
          ExitCode::failure);
    }
    fs::rename(part, path);
    sync_folder(folder_);
    if (file.digest.empty()) {
      log_info(file.name,
               ": no checksum is published; its internal checksums are correct. SHA-256 ",
               sha256_of_file(path));
    }
  }

  static uintmax_t size_of_part(const fs::path& part) {
    std::error_code none;
    const auto size = fs::file_size(part, none);
    return none ? 0 : size;
  }

  void fetch(const CorpusFile& file, const fs::path& part) {
    const auto wrong = client_.fetch(address_of(file), part, file.download_bytes);
    if (!wrong) return;
    std::error_code ignored;
    if (size_of_part(part) == 0) fs::remove(part, ignored);
    throw Error(str("cannot be downloaded: ", *wrong), address_of(file), by_hand(),
                ExitCode::failure);
  }

  /// A file to fetch by hand: "\n https://example.org/main.zip, as laws.zip".
  std::string by_hand(const CorpusFile& file) const {
    const auto address = address_of(file);
    return str("\n  ", address, address.ends_with('/' + file.name) ? "" : ", as " + file.name);
  }

  std::string by_hand() const {
    auto text = str("try again later, or put these files into ", folder_.string(),
                    " and run the command again to check them:");
    for (const auto& file : corpus_.files) {
      if (!is_there(folder_ / file.name)) text += by_hand(file);
    }
    return text;
  }

  void unpack(const CorpusFile& file) const {
    if (file.member.empty()) return;
    put(file.member, [&](const Sink& take) {
      unpack_zip(folder_ / file.name, file.member, limits::kUnpackedBytes, take);
    });
  }

  void make_pairs() const {
    std::vector<std::string> files;
    for (const auto& file : corpus_.files) files.push_back((folder_ / file.name).string());
    PairCounts counts;
    put(kPairsFile, [&](const Sink& take) { counts = write_pairs(corpus_.layout, files, take); });
    log_info(kPairsFile, " has ", counted(counts.written, "pair"), "; left out: ", counts.skipped,
             " drafts or untranslated entries");
  }

  /// Writes the result of `make` to a file in the folder. An existing file must match it.
  template <class Make>
  void put(const std::string& name, const Make& make) const {
    const auto path = folder_ / name;
    if (is_there(path)) {
      Digest made;
      make([&](std::string_view part) { made.add(part); });
      if (made.digits() == sha256_of_file(path)) return;
      throw Error(str("differs from the current text of ", corpus_.name), path.string(),
                  "remove it, or name another folder with -o, and run the command again");
    }
    AtomicFile text(path);
    make([&](std::string_view part) { text.write(part); });
    text.commit();
    log_info("wrote ", path.string());
  }

  const Corpus& corpus_;
  fs::path folder_;
  std::string address_;
  HttpClient client_;
};

}  // namespace

std::optional<std::string> fault_of(const CorpusFile& file, const fs::path& path) {
  try {
    return file.text_bytes > 0 ? fault_of_text(file, path) : fault_of_archive(file, path);
  } catch (const Error& error) {
    return error.problem();
  }
}

void download(const Corpus& corpus, const DownloadOptions& options,
              const InterruptGuard& interrupt) {
  Downloading(corpus, options, interrupt).run();
}

}  // namespace regard::download
