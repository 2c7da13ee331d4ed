#include "cli/prompt_history.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <system_error>

#include "base/descriptor.h"
#include "base/utf8.h"
#include "regard/base/limits.h"

namespace regard::cli {
namespace {

constexpr mode_t kOwnerOnly = S_IRUSR | S_IWUSR;
constexpr size_t kLongestLine = 4'096;
constexpr int64_t kMostBytes = int64_t{4} << 20U;  // that are read, of the end of the file

bool can_be_kept(const std::string& line) {
  return !line.empty() && line.size() <= kLongestLine && !first_invalid_utf8(line) &&
         line.find_first_of("\n\r") == std::string::npos;
}

}  // namespace

PromptHistory::PromptHistory(const std::filesystem::path& path) {
  if (path.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  constexpr int kFlags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  descriptor_ = ::open(path.c_str(), kFlags, kOwnerOnly);
  struct stat status {};
  if (descriptor_ < 0) return;
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode) ||
      ::fchmod(descriptor_, kOwnerOnly) != 0) {
    ::close(descriptor_);
    descriptor_ = -1;
  }
}

PromptHistory::~PromptHistory() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::vector<std::string> PromptHistory::lines() const {
  const int64_t size = descriptor_ < 0 ? 0 : ::lseek(descriptor_, 0, SEEK_END);
  const int64_t begin = std::max<int64_t>(size - kMostBytes, 0);
  if (size <= 0 || ::lseek(descriptor_, begin, SEEK_SET) < 0) return {};
  std::string text(static_cast<size_t>(size - begin), '\0');
  const auto count = read_some(descriptor_, text.data(), text.size());
  std::istringstream content(text.substr(0, static_cast<size_t>(std::max<ssize_t>(count, 0))));
  std::vector<std::string> found;
  std::string line;
  if (begin > 0) std::getline(content, line);  // the end of a line
  while (std::getline(content, line)) {
    if (can_be_kept(line)) found.push_back(line);
  }
  if (std::ssize(found) > limits::kHistoryLines) {
    found.erase(found.begin(), found.end() - limits::kHistoryLines);
  }
  return found;
}

void PromptHistory::add(const std::string& line) {
  if (descriptor_ < 0 || !can_be_kept(line)) return;
  write_all(descriptor_, line + '\n');
  if (count_++ % limits::kHistoryLines == 0) shorten();
}

/// To the lines that are still read.
void PromptHistory::shorten() {
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) return;  // another program does it
  std::string text;
  for (const auto& line : lines()) text += line + '\n';
  if (::lseek(descriptor_, 0, SEEK_END) > static_cast<off_t>(text.size()) &&
      ::ftruncate(descriptor_, 0) == 0) {
    write_all(descriptor_, text);
  }
  ::flock(descriptor_, LOCK_UN);
}

}  // namespace regard::cli
