#include "fuzz/mutation.h"

#include <algorithm>
#include <utility>

#include "fuzz/steps.h"
#include "fuzz/target.h"

/// Of targets that have none. Weak: a target's own takes its place.
[[gnu::weak]] std::string regard::fuzz::repaired(const std::string& /*before*/, std::string after) {
  return after;
}

namespace regard::fuzz {
namespace {

constexpr size_t kLargestInput = 1U << 16U;

void overwrite(std::string& input, size_t at, const std::string& part) {
  input.replace(at, std::min(part.size(), input.size() - at), part);
}

std::string bytes_of(uint64_t number, size_t width) {
  return std::string(reinterpret_cast<const char*>(&number), width);
}

}  // namespace

std::string Mutation::change(std::string input, const std::vector<std::string>& inputs) {
  const bool repairs = below(4) != 0;
  for (size_t changes = 1 + below(4); changes > 0; --changes) {
    auto changed = changed_once(input, inputs);
    if (changed.size() > kLargestInput) changed.resize(kLargestInput);
    input = repairs ? repaired(input, std::move(changed)) : std::move(changed);
  }
  return input;
}

std::string Mutation::with_what_was_compared(std::string input) {
  const auto pairs = compared();
  if (pairs.empty()) return input;
  auto pair = pairs[below(pairs.size())];
  if (below(2) == 0) std::swap(pair.one, pair.other);
  const auto bytes = bytes_of(pair.one, pair.width);
  const size_t at = below(2) == 0 ? input.find(bytes) : input.rfind(bytes);
  if (at == std::string::npos) return input;
  auto changed = input;
  overwrite(changed, at, bytes_of(pair.other, pair.width));
  return below(4) != 0 ? repaired(input, std::move(changed)) : changed;
}

std::string Mutation::changed_once(std::string input, const std::vector<std::string>& inputs) {
  switch (below(8)) {
    case 0:
      if (!input.empty()) input[below(input.size())] ^= static_cast<char>(1U << below(8));
      break;
    case 1:
      if (!input.empty()) input[below(input.size())] = static_cast<char>(random_());
      break;
    case 2:
      input.erase(below(input.size() + 1), length(input));
      break;
    case 3:
      insert(input, input.substr(below(input.size() + 1), length(input)));
      break;
    case 4:
      insert(input, std::string(1 + below(8), static_cast<char>(random_())));
      break;
    case 5:
      overwrite(input, below(input.size() + 1), number());
      break;
    case 6: {
      const auto& other = inputs[below(inputs.size())];
      insert(input, other.substr(below(other.size() + 1), length(other)));
      break;
    }
    default:
      input.resize(below(input.size() + 1));
  }
  return input;
}

size_t Mutation::length(const std::string& of) {
  return 1 + below(below(4) == 0 ? of.size() + 1 : 16);
}

void Mutation::insert(std::string& input, const std::string& part) {
  input.insert(below(input.size() + 1), part);
}

std::string Mutation::number() {
  const size_t width = size_t{1} << below(4);
  const uint64_t edges[] = {
      0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF, ~uint64_t{0}};
  return bytes_of(edges[below(std::size(edges))] + below(3) - 1, width);
}

}  // namespace regard::fuzz
