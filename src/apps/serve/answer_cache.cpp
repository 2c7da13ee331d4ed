#include "serve/answer_cache.h"

#include <iterator>
#include <random>
#include <utility>

#include "base/digest.h"
#include "regard/base/str.h"
#include "serve/http_message.h"

namespace regard::serve {
namespace {

/// Bytes that an entry takes in addition to its texts.
constexpr size_t kBookkeeping = 256;

size_t bytes_of(const std::vector<std::string>& texts) {
  size_t bytes = 0;
  for (const auto& text : texts) bytes += sizeof(std::string) + text.size();
  return bytes;
}

size_t bytes_of(const translate::Translation& translation) {
  size_t bytes = sizeof(translate::Translation) + translation.text.size() +
                 bytes_of(translation.source_words) + bytes_of(translation.unknown);
  for (const auto& term : translation.unmet) {
    bytes += sizeof(term) + term.source.size() + term.target.size();
  }
  for (const auto& match : translation.matches) {
    bytes += sizeof(match) + match.source.size() + match.target.size();
  }
  for (const auto& candidate : translation.n_best) {
    bytes +=
        sizeof(translate::Candidate) + candidate.text.size() +
        candidate.ids.size() * sizeof(int64_t) +
        (candidate.token_log_probs.size() + candidate.word_confidences.size()) * sizeof(double) +
        bytes_of(candidate.pieces) + bytes_of(candidate.words) +
        candidate.attention_begins.size() * sizeof(size_t);
    for (const auto& row : candidate.attention)
      bytes += sizeof(std::vector<float>) + row.size() * sizeof(float);
  }
  return bytes;
}

}  // namespace

AnswerCache::Answer AnswerCache::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) {
    ++counts_.misses;
    return {};
  }
  ++counts_.hits;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->answer;
}

void AnswerCache::add(const std::string& key, const Answer& answer) {
  const size_t bytes = kBookkeeping + key.size() + bytes_of(*answer);
  if (bytes > most_bytes_) return;
  const std::lock_guard lock(mutex_);
  if (by_key_.contains(key)) return;
  while (counts_.bytes + bytes > most_bytes_) {
    counts_.bytes -= entries_.back().bytes;
    by_key_.erase(entries_.back().key);
    entries_.pop_back();
  }
  entries_.push_front({.key = key, .answer = answer, .bytes = bytes});
  by_key_[entries_.front().key] = entries_.begin();
  counts_.bytes += bytes;
}

AnswerCache::Counts AnswerCache::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

namespace {

/// Bytes that a file takes in addition to its texts.
constexpr size_t kOfFile = 256;

}  // namespace

std::string random_name() {
  std::random_device device;  // the system's generator, which needs no seed
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
    by_key_.erase(files_.front().key);
    files_.pop_front();
  }
}

std::string KeptFiles::add(File file, Clock::time_point now) {
  if (file.name.size() > bounds::kNameBytes) {
    throw Refusal(400, str("the file name has ", file.name.size(), " bytes, but may have at most ",
                           bounds::kNameBytes));
  }
  auto key = random_name() + "." + file.name;
  const size_t bytes = kOfFile + key.size() + file.name.size() + file.content.size();
  if (bytes > most_bytes_) throw Refusal(413, "the translated file is too large to be kept");
  const std::lock_guard lock(mutex_);
  drop_old(now, bytes);
  files_.push_back({.key = key, .file = std::move(file), .until = now + kTime, .bytes = bytes});
  by_key_.emplace(files_.back().key, std::prev(files_.end()));
  bytes_ += bytes;
  return key;
}

std::optional<KeptFiles::File> KeptFiles::find(const std::string& key, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  drop_old(now, 0);
  const auto found = by_key_.find(key);
  return found == by_key_.end() ? std::nullopt : std::optional(found->second->file);
}

size_t KeptFiles::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace regard::serve
