#include "bitext/packed_bytes.h"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/process.h"
#include "base/unopened_file.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::bitext {
namespace {

/// Bytes that were read ahead to detect the format, then the remaining ones.
class PushedBack : public ByteSource {
 public:
  PushedBack(std::string begun, std::unique_ptr<ByteSource> rest)
      : begun_(std::move(begun)), rest_(std::move(rest)) {}

  bool append(std::string& bytes) override {
    if (begun_.empty()) return rest_->append(bytes);
    bytes += std::exchange(begun_, {});
    return true;
  }

 private:
  std::string begun_;
  std::unique_ptr<ByteSource> rest_;
};

class Gunzipped : public ByteSource {
 public:
  explicit Gunzipped(std::unique_ptr<ByteSource> compressed)
      : compressed_(std::move(compressed)), bytes_(*compressed_, {}) {}

  bool append(std::string& bytes) override { return bytes_.append(bytes); }

 private:
  std::unique_ptr<ByteSource> compressed_;
  GunzippedBytes bytes_;
};

/// A file that stays open while it is read.
class File : public ByteSource {
 public:
  /// `name` is used in errors.
  File(const std::string& path, const std::string& name)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)),
        bytes_(descriptor_.number(), name) {
    if (descriptor_.number() < 0) fail_to_open(name, errno);
  }

  bool append(std::string& bytes) override { return bytes_.append(bytes); }

 private:
  OpenDescriptor descriptor_;
  DescriptorBytes bytes_;
};

/// Adds the file's name to errors about damaged bytes.
class Named : public ByteSource {
 public:
  Named(std::unique_ptr<ByteSource> bytes, std::string path, std::string format)
      : bytes_(std::move(bytes)), path_(std::move(path)), format_(std::move(format)) {}

  bool append(std::string& bytes) override try {
    return bytes_->append(bytes);
  } catch (const DamagedBytes& damage) {
    throw Error(str("damaged ", format_, " file: ", damage.what()), path_,
                "download it or compress it again");
  }

 private:
  std::unique_ptr<ByteSource> bytes_;
  std::string path_, format_;
};

std::string copied(const std::string& pipe, const ScratchFolder& folder, size_t number) {
  File bytes(pipe, pipe);
  AtomicFile copy(folder / std::to_string(number));
  for (std::string block; bytes.append(block); block.clear()) {
    stop_if_interrupted();
    copy.write(block);
  }
  copy.commit();
  return copy.path().string();
}

/// Texts are read more than once, but pipes only once, so the content of a pipe is copied to a
/// temporary file, which exists until the program ends. A device is rejected, as it may be endless.
std::string file_to_read(const std::string& path) {
  std::error_code ignored;  // size_of_regular_file() reports the error
  if (!std::filesystem::is_fifo(path, ignored)) {
    size_of_regular_file(path);
    return path;
  }
  static std::mutex mutex;
  static const ScratchFolder kFolder;
  static std::map<std::string, std::string> copies;
  const std::scoped_lock lock(mutex);
  const auto found = copies.find(path);
  if (found != copies.end()) return found->second;
  return copies.emplace(path, copied(path, kFolder, copies.size())).first->second;
}

}  // namespace

Packing packing_of(const std::string& beginning) {
  using namespace std::string_view_literals;
  if (are_gzipped(beginning)) return Packing::gzip;
  if (beginning.starts_with("\xFD"
                            "7zXZ\0"sv)) {
    return Packing::xz;
  }
  return beginning.starts_with("\x28\xB5\x2F\xFD") ? Packing::zstd : Packing::none;
}

std::unique_ptr<ByteSource> open_bytes(const std::string& path) {
  std::unique_ptr<ByteSource> bytes = std::make_unique<File>(file_to_read(path), path);
  std::string begun;
  while (begun.size() < kLongestMark && bytes->append(begun)) continue;
  bytes = std::make_unique<PushedBack>(begun, std::move(bytes));
  const auto named = [&](std::unique_ptr<ByteSource> unpacked, const char* format) {
    return std::make_unique<Named>(std::move(unpacked), path, format);
  };
  switch (packing_of(begun)) {
    case Packing::gzip:
      return named(std::make_unique<Gunzipped>(std::move(bytes)), ".gz");
    case Packing::xz:
      return named(unxz(std::move(bytes)), ".xz");
    case Packing::zstd:
      return named(unzstd(std::move(bytes)), ".zst");
    case Packing::none:
      break;
  }
  return bytes;
}

std::string all_bytes(ByteSource& source, const std::string& name, size_t most) {
  std::string bytes;
  while (source.append(bytes)) {
    if (bytes.size() <= most) continue;
    throw Error(str("has more than ", most, " bytes, the limit for its format"), name, "split it");
  }
  return bytes;
}

}  // namespace regard::bitext
