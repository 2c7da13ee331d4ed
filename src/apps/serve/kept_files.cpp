#include "serve/kept_files.h"

#include <iterator>
#include <random>
#include <utility>

#include "base/digest.h"
#include "regard/base/str.h"
#include "serve/refusal.h"

namespace regard::serve {
namespace {

/// Bytes that a file takes in addition to its texts.
constexpr size_t kOfFile = 256;

}  // namespace

std::string random_name() {
  std::random_device device;  // the system's generator, which has no seed
  std::string bytes;
  for (int word = 0; word < 4; ++word) {
    const auto random = device();
    for (unsigned byte = 0; byte < 4; ++byte) bytes += static_cast<char>(random >> (8U * byte));
  }
  return hexadecimal(bytes);
}

void KeptFiles::drop_old(Clock::time_point now, size_t wanted) {
  while (!files_.empty() && (files_.front().until < now || bytes_ + wanted > most_bytes_)) {
    bytes_ -= files_.front().bytes;
    by_place_.erase(files_.front().place);
    files_.pop_front();
  }
}

std::string KeptFiles::add(File file, Clock::time_point now) {
  if (file.name.size() > bounds::kNameBytes) {
    throw Refusal(400, str("the name of the file has ", file.name.size(), " bytes, but may have ",
                           bounds::kNameBytes));
  }
  auto place = random_name() + "." + file.name;
  const size_t bytes = kOfFile + place.size() + file.name.size() + file.content.size();
  if (bytes > most_bytes_) throw Refusal(413, "the translated file is too large to be kept");
  const std::lock_guard lock(mutex_);
  drop_old(now, bytes);
  files_.push_back({.place = place, .file = std::move(file), .until = now + kTime, .bytes = bytes});
  by_place_.emplace(files_.back().place, std::prev(files_.end()));
  bytes_ += bytes;
  return place;
}

std::optional<KeptFiles::File> KeptFiles::find(const std::string& place, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  drop_old(now, 0);
  const auto found = by_place_.find(place);
  return found == by_place_.end() ? std::nullopt : std::optional(found->second->file);
}

size_t KeptFiles::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace regard::serve
