#include "download/download.h"

#include <fcntl.h>
#include <unistd.h>
#include <zip.h>
#include <zlib.h>

#include <cerrno>
#include <memory>
#include <optional>
#include <system_error>
#include <vector>

#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/files.h"
#include "base/log.h"
#include "base/process.h"
#include "base/readable.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::download {

PartialFile::PartialFile(const std::filesystem::path& path)
    : path_(path),
      descriptor_(
          ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666)) {
  if (descriptor_ < 0) fail("opened for writing", errno);
  const auto end = ::lseek(descriptor_, 0, SEEK_END);
  if (end < 0) {
    const int error = errno;
    ::close(descriptor_);
    fail("continued", error);
  }
  size_ = static_cast<uint64_t>(end);
  if (size_ > limits::kDownloadBytes) empty();
}

PartialFile::~PartialFile() { ::close(descriptor_); }

void PartialFile::empty() {
  if (::ftruncate(descriptor_, 0) != 0) fail("emptied", errno);
  size_ = 0;
}

void PartialFile::append(std::string_view bytes) {
  if (size_ + bytes.size() > limits::kDownloadBytes) {
    throw Error(str("the server sends more than the ", limits::kDownloadBytes,
                    " bytes that a file may have"),
                path_.string(), "", ExitCode::failure);
  }
  if (!write_all(descriptor_, bytes)) fail("written", errno);
  size_ += bytes.size();
}

void PartialFile::sync() {
  if (!sync_to_disk(descriptor_)) fail("written", errno);
}

void PartialFile::fail(const char* deed, int error) const {
  throw Error(str("cannot be ", deed, ": ", std::generic_category().message(error)), path_.string(),
              "", ExitCode::failure);
}

namespace {

constexpr size_t kPartBytes = size_t{1} << 16U;

/// Reads to the end: `read` fills a part and returns how many bytes it has, or less than 0.
template <class Read>
void unpack(const std::filesystem::path& path, uint64_t most, const Sink& take, const Read& read) {
  std::string part(kPartBytes, '\0');
  uint64_t taken = 0;
  while (true) {
    const auto count = static_cast<int64_t>(read(part.data(), part.size()));
    if (count < 0) throw Error("is damaged or incomplete", path.string());
    if (count == 0) return;
    taken += static_cast<uint64_t>(count);
    if (taken > most) throw Error(str("has more than ", most, " bytes of text"), path.string());
    take({part.data(), static_cast<size_t>(count)});
  }
}

/// The number of the entry, or nothing; throws Error if several have the name.
std::optional<zip_uint64_t> entry_of(zip_t* archive, const std::string& member,
                                     const std::string& path) {
  std::optional<zip_uint64_t> found;
  const zip_int64_t count = ::zip_get_num_entries(archive, 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* whole = ::zip_get_name(archive, static_cast<zip_uint64_t>(i), 0);
    const std::string name = whole == nullptr ? "" : whole;
    if (name.substr(name.rfind('/') + 1) != member) continue;
    if (found) throw Error(str("has several files ", member), path);
    found = static_cast<zip_uint64_t>(i);
  }
  return found;
}

}  // namespace

void unpack_gzip(const std::filesystem::path& path, uint64_t most, const Sink& take) {
  size_of_regular_file(path);
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(::gzopen(path.c_str(), "rb"), ::gzclose_r);
  if (file == nullptr) throw Error("cannot be opened", path.string());
  if (::gzdirect(file.get()) == 1) throw Error("is not a .gz file", path.string());
  unpack(path, most, take, [&](char* bytes, size_t size) {
    const int count = ::gzread(file.get(), bytes, static_cast<unsigned>(size));
    int error = Z_OK;
    ::gzerror(file.get(), &error);
    return error == Z_OK ? count : -1;
  });
}

void unpack_zip(const std::filesystem::path& path, const std::string& member, uint64_t most,
                const Sink& take) {
  size_of_regular_file(path);
  int error = 0;
  const std::unique_ptr<zip_t, void (*)(zip_t*)> archive(
      ::zip_open(path.c_str(), ZIP_RDONLY, &error), ::zip_discard);
  if (archive == nullptr) throw Error("is not a .zip file, or damaged", path.string());
  const auto entry = entry_of(archive.get(), member, path.string());
  if (!entry) throw Error(str("has no file ", member), path.string());
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(
      ::zip_fopen_index(archive.get(), *entry, 0), ::zip_fclose);
  if (file == nullptr) {
    throw Error(str(member, " in it cannot be unpacked: ", ::zip_strerror(archive.get())),
                path.string());
  }
  unpack(path, most, take,
         [&](char* bytes, size_t size) { return ::zip_fread(file.get(), bytes, size); });
}

namespace {

namespace fs = std::filesystem;

constexpr size_t kSha1Digits = 40;

/// An empty `digest` of a file of the wrong size.
std::optional<std::string> difference(const std::string& digest, const CorpusFile& file) {
  if (digest == file.digest) return std::nullopt;
  const auto* kind = file.digest.size() == kSha1Digits ? "SHA-1 " : "SHA-256 ";
  return str(file.member.empty() ? "its text has " : "has ", kind, digest, ", but must have ",
             file.digest);
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
  return difference(digest.digits(), file);
}

std::optional<std::string> fault_of_archive(const CorpusFile& file, const fs::path& path) {
  Digest digest(file.digest.size() == kSha1Digits ? Digest::Kind::sha1 : Digest::Kind::sha256);
  digest.add(read_file(path, limits::kDownloadBytes));
  return difference(digest.digits(), file);
}

class Downloading {
 public:
  Downloading(const Corpus& corpus, const DownloadOptions& options, const InterruptGuard& interrupt)
      : corpus_(corpus),
        folder_(options.folder),
        address_(options.from.empty() ? corpus.address : options.from),
        client_(http_options(options), interrupt) {
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
    if (missing.empty()) {
      log_info(corpus_.name, " is already in ", folder_.string(), ": nothing to download");
    } else {
      log_info("downloading ", corpus_.name, " from ", address_);
      make_folder(folder_, "name another folder with -o");
    }
    for (const auto* file : missing) get(*file);
    for (const auto& file : corpus_.files) unpack(file);
  }

 private:
  static HttpClient::Options http_options(const DownloadOptions& options) {
    auto http = options.http;
    http.allow_http = options.from.starts_with("http://");
    if (options.from.empty() || http.allow_http || options.from.starts_with("https://")) {
      return http;
    }
    throw Error(str("--from is ", options.from, ", but must begin with https:// or http://"));
  }

  std::string address_of(const CorpusFile& file) const { return address_ + '/' + file.name; }

  void check_what_is_there(const CorpusFile& file) const {
    const auto path = folder_ / file.name;
    if (const auto fault = fault_of(file, path)) {
      throw Error(*fault, path.string(),
                  "remove it, and the same command fetches the published one");
    }
  }

  void get(const CorpusFile& file) {
    const auto path = folder_ / file.name;
    const fs::path part = path.string() + ".part";
    const FileLock alone(part);
    if (is_there(path)) return check_what_is_there(file);  // another process was faster
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
      throw Error(*fault, address_of(file), "it was not kept: the server has another file",
                  ExitCode::failure);
    }
    fs::rename(part, path);
    sync_folder(folder_);
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

  std::string by_hand() const {
    std::string text =
        str("try again later, or fetch by other means, into ", folder_.string(), ":");
    for (const auto& file : corpus_.files) {
      if (!is_there(folder_ / file.name)) text += str("\n  ", address_of(file));
    }
    return text + "\nthe same command then checks what is there";
  }

  void unpack(const CorpusFile& file) const {
    if (file.member.empty()) return;
    const auto archive = folder_ / file.name;
    const auto path = folder_ / file.member;
    if (is_there(path)) {
      Digest packed;
      unpack_zip(archive, file.member, limits::kUnpackedBytes,
                 [&](std::string_view part) { packed.add(part); });
      if (packed.digits() == sha256_of_file(path)) return;
      throw Error(str("is another text than ", file.member, " in ", file.name), path.string(),
                  "remove it, and the same command unpacks the published one");
    }
    AtomicFile text(path);
    unpack_zip(archive, file.member, limits::kUnpackedBytes,
               [&](std::string_view part) { text.write(part); });
    text.commit();
    log_info("unpacked ", path.string());
  }

  const Corpus& corpus_;
  fs::path folder_;
  std::string address_;
  HttpClient client_;
};

}  // namespace

std::optional<std::string> fault_of(const CorpusFile& file, const fs::path& path) {
  try {
    return file.member.empty() ? fault_of_text(file, path) : fault_of_archive(file, path);
  } catch (const Error& error) {
    return error.problem();
  }
}

void download(const Corpus& corpus, const DownloadOptions& options,
              const InterruptGuard& interrupt) {
  Downloading(corpus, options, interrupt).run();
}

}  // namespace regard::download
