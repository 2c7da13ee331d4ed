#include "serve/api_keys.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "base/ascii.h"
#include "base/sha256.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"
#include "text/line_reader.h"

namespace regard::serve {
namespace {

constexpr size_t kDigits = 64;

/// How long it takes does not tell where they differ.
bool is_same(std::string_view one, std::string_view other) {
  unsigned difference = one.size() == other.size() ? 0U : 1U;
  for (size_t i = 0; i < std::min(one.size(), other.size()); ++i) {
    difference |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
  }
  return difference == 0;
}

ApiKeys::Key key_of(const std::string& line, const std::string& where) {
  std::istringstream words(line);
  ApiKeys::Key key;
  std::string limit, more;
  words >> key.hash >> key.name >> limit >> more;
  const bool is_hash = key.hash.size() == kDigits &&
                       key.hash.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!is_hash || key.name.empty() || !more.empty()) {
    throw Error("is not a hash, a name and a number of requests per minute", where,
                "the hash of a key: printf %s KEY | sha256sum");
  }
  if (limit.empty()) return key;
  key.per_minute = config::parse_double(limit);
  if (!key.per_minute || *key.per_minute <= 0.0) {
    throw Error(str("the requests per minute are ", limit, ", but must be a number above 0"),
                where);
  }
  return key;
}

}  // namespace

ApiKeys ApiKeys::load(const std::string& path) {
  ApiKeys keys;
  text::LineReader reader(path);
  int64_t number = 0;
  for (std::string line; reader.next(line);) {
    ++number;
    const auto content = trimmed(line);
    if (content.empty() || content.front() == '#') continue;
    keys.keys_.push_back(key_of(std::string(content), str(path, ":", number)));
  }
  return keys;
}

const ApiKeys::Key* ApiKeys::find(std::string_view key) const {
  const auto hash = sha256(key);
  const Key* found = nullptr;
  for (const auto& known : keys_) {
    if (is_same(known.hash, hash)) found = &known;
  }
  return found;
}

}  // namespace regard::serve
