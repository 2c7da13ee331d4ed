#include "download/unpack.h"

#include <zip.h>
#include <zlib.h>

#include <memory>
#include <optional>

#include "base/regular_file.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::download {
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

}  // namespace regard::download
