#include "regard/base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "base/packed_folder.h"
#include "base/process.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard {
namespace {

struct MappedRange {
  std::atomic<uintptr_t> begin = 0, end = 0;
};
/// Mappings that the signal handler checks. Mappings without a free slot are not protected.
std::array<MappedRange, 256> mapped_ranges;

/// Replaces a page that the file no longer has with zeros.
void replace_missing_page(int signal, siginfo_t* info, void*) {
  const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  for (const auto& range : mapped_ranges) {
    if (address < range.begin || address >= range.end) continue;
    const auto size = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
    void* page = static_cast<std::byte*>(info->si_addr) - address % size;
    constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    if (::mmap(page, size, PROT_READ, kFlags, -1, 0) != MAP_FAILED) return;
  }
  ::signal(signal, SIG_DFL);  // the access is retried and ends the program
}

struct stat status_of(int descriptor) {
  struct stat status {};
  ::fstat(descriptor, &status);
  return status;
}

bool is_same_content(const struct stat& one, const struct stat& other) {
  return one.st_size == other.st_size && one.st_mtim.tv_sec == other.st_mtim.tv_sec &&
         one.st_mtim.tv_nsec == other.st_mtim.tv_nsec;
}

[[noreturn]] void fail_to_map(const std::filesystem::path& path, int error) {
  throw Error(str("cannot be read: ", std::generic_category().message(error)), path.string(), "",
              ExitCode::failure);
}

}  // namespace

class MappedFile::Mapping {
 public:
  Mapping(const std::filesystem::path& path, OpenDescriptor descriptor)
      : path_(path), descriptor_(std::move(descriptor)), status_(status_of(descriptor_.number())) {
    size_ = static_cast<size_t>(status_.st_size);
    if (size_ == 0) return;
    void* address = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor_.number(), 0);
    if (address == MAP_FAILED) fail_to_map(path, errno);
    begin_ = static_cast<const std::byte*>(address);
    watch();
  }

  ~Mapping() {
    if (range_ < mapped_ranges.size()) mapped_ranges[range_].end = mapped_ranges[range_].begin = 0;
    if (begin_ != nullptr) ::munmap(const_cast<std::byte*>(begin_), size_);
  }

  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  std::span<const std::byte> bytes() const { return {begin_, size_}; }

  /// Throws Error if the file was truncated after the list of its parts was read.
  std::span<const std::byte> bytes(const FilePart& part) const {
    if (part.begin > size_ || part.size > size_ - part.begin) fail_changed();
    return bytes().subspan(part.begin, part.size);
  }

  void check_unchanged() const {
    if (!is_same_content(status_, status_of(descriptor_.number()))) fail_changed();
  }

  void let_go() const {
    if (begin_ != nullptr) ::madvise(const_cast<std::byte*>(begin_), size_, MADV_DONTNEED);
  }

 private:
  [[noreturn]] void fail_changed() const {
    throw Error("was changed while it was in use", path_.string(),
                "open it again; replace it by renaming a new file, not by writing to it",
                ExitCode::failure);
  }

  void watch() {
    const auto begin = reinterpret_cast<uintptr_t>(begin_);
    for (range_ = 0; range_ < mapped_ranges.size(); ++range_) {
      uintptr_t free = 0;
      if (!mapped_ranges[range_].begin.compare_exchange_strong(free, begin)) continue;
      mapped_ranges[range_].end = begin + size_;
      return;
    }
  }

  std::filesystem::path path_;
  OpenDescriptor descriptor_;
  struct stat status_ {};
  size_t size_ = 0;
  const std::byte* begin_ = nullptr;
  size_t range_ = mapped_ranges.size();  // index in mapped_ranges, if present
};

MappedFile::MappedFile(const std::filesystem::path& path) {
  if (auto part = find_in_packed_folder(path)) {
    mapping_ = std::make_shared<const Mapping>(part->file, std::move(part->descriptor));
    bytes_ = mapping_->bytes(*part);
    return;
  }
  size_of_regular_file(path);
  OpenDescriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (descriptor.number() < 0) fail_to_map(path, errno);
  mapping_ = std::make_shared<const Mapping>(path, std::move(descriptor));
  bytes_ = mapping_->bytes();
}

void MappedFile::check_unchanged() const { mapping_->check_unchanged(); }

void MappedFile::let_go() const { mapping_->let_go(); }

void survive_shortened_files() {
  struct sigaction action {};
  action.sa_sigaction = replace_missing_page;
  action.sa_flags = SA_SIGINFO;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace regard
