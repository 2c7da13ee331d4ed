#include "corpus/cleaning.h"

#include <algorithm>
#include <functional>
#include <iomanip>
#include <sstream>

#include "corpus/fingerprint_set.h"

namespace regard::corpus {
namespace {

bool is_blank(const std::string& line) {
  return line.find_first_not_of(" \t\v\f\r") == std::string::npos;
}

/// 64 bits instead of the text: among ten million pairs, the odds of a collision are 1 : 300,000.
uint64_t fingerprint(const LinePair& pair) {
  return std::hash<std::string>()(pair.source + '\n' + pair.target);
}

}  // namespace

std::string CleaningReport::table() const {
  std::ostringstream out;
  const auto row = [&](int64_t count, const char* words) {
    if (count > 0) out << std::setw(10) << count << "  " << words << '\n';
  };
  out << std::setw(10) << read << "  training pairs read\n";
  row(empty, "dropped: a side is empty");
  row(identical, "dropped: target is the source (data.drop_identical)");
  row(duplicates, "dropped: seen before (data.drop_duplicates)");
  row(too_long, "dropped: too many tokens (data.max_length)");
  row(ratio, "dropped: lengths too different (data.max_length_ratio)");
  out << std::setw(10) << kept() << "  kept";
  return out.str();
}

Cleaning::Cleaning(const config::DataOptions& options)
    : options_(options), seen_(std::make_unique<FingerprintSet>()) {}

Cleaning::~Cleaning() = default;

bool Cleaning::keeps(const LinePair& pair) {
  ++report_.read;
  if (is_blank(pair.source) || is_blank(pair.target)) {
    ++report_.empty;
    return false;
  }
  if (options_.drop_identical && pair.source == pair.target) {
    ++report_.identical;
    return false;
  }
  if (options_.drop_duplicates && !seen_->insert(fingerprint(pair))) {
    ++report_.duplicates;
    return false;
  }
  return true;
}

bool Cleaning::keeps(size_t source_tokens, size_t target_tokens) {
  const auto [shorter, longer] = std::minmax(source_tokens, target_tokens);
  constexpr size_t kEndOnly = 1;
  if (shorter <= kEndOnly) {  // only characters that the tokenizer drops
    ++report_.empty;
    return false;
  }
  if (longer > static_cast<size_t>(options_.max_length)) {
    ++report_.too_long;
    return false;
  }
  if (options_.max_length_ratio > 0 &&
      static_cast<double>(longer) > options_.max_length_ratio * static_cast<double>(shorter)) {
    ++report_.ratio;
    return false;
  }
  return true;
}

}  // namespace regard::corpus
