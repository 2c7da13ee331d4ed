#pragma once
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace regard::fuzz {

/// Changes inputs at random. Most changes pass through the target's repaired().
class Mutation {
 public:
  explicit Mutation(uint64_t seed) : random_(seed) {}

  size_t below(size_t bound) { return bound < 2 ? 0 : random_() % bound; }

  /// Changed in a few places, with parts of `inputs` too.
  std::string change(std::string input, const std::vector<std::string>& inputs);

  /// The input that was read last with one number as the reader may want it; the same where nothing
  /// of it was compared.
  std::string with_what_was_compared(std::string input);

 private:
  std::string changed_once(std::string input, const std::vector<std::string>& inputs);
  /// Of a part: mostly short.
  size_t length(const std::string& of);
  void insert(std::string& input, const std::string& part);
  /// Little-endian, at one of the edges of its type.
  std::string number();

  std::mt19937_64 random_;
};

}  // namespace regard::fuzz
