#include "serve/kept_files.h"

#include <algorithm>
#include <random>
#include <utility>

#include "regard/base/digest.h"

namespace regard::serve {

std::string random_name() {
  std::random_device device;  // of the system, not of a seed
  std::string bytes;
  for (int word = 0; word < 4; ++word) {
    const auto random = device();
    for (unsigned byte = 0; byte < 4; ++byte) bytes += static_cast<char>(random >> (8U * byte));
  }
  return hexadecimal(bytes);
}

void KeptFiles::drop_old(Clock::time_point now, size_t wanted) {
  while (!files_.empty() && (files_.front().until < now || bytes_ + wanted > most_bytes_)) {
    bytes_ -= files_.front().file.content.size();
    files_.pop_front();
  }
}

std::string KeptFiles::add(File file, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  drop_old(now, file.content.size());
  bytes_ += file.content.size();
  auto place = random_name() + "." + file.name;
  files_.push_back({.place = place, .file = std::move(file), .until = now + kTime});
  return place;
}

std::optional<KeptFiles::File> KeptFiles::find(const std::string& place, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  drop_old(now, 0);
  const auto found =
      std::ranges::find_if(files_, [&](const auto& kept) { return kept.place == place; });
  return found == files_.end() ? std::nullopt : std::optional(found->file);
}

}  // namespace regard::serve
