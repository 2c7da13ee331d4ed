#pragma once
#include <cstdint>
#include <string>

namespace regard::diagrams {

/// A box of a diagram: an operation, a module, or data.
struct Part {
  std::string title = {};
  std::string equation = {};  ///< what it computes
  std::string shape = {};     ///< of its result: "(batch, source, 256)"
  int64_t parameters = 0;     ///< 0: not written
  std::string header = {};    ///< that declares it: "nn/add_norm.h"
  std::string path = {};      ///< of its own diagram; empty: it has none
  std::string style = "box";  ///< of draw/picture.h
};

/// Colours of kinds of parts, the same in every diagram.
namespace style {
constexpr const char* kData = "faint box";
constexpr const char* kEmbedding = "mark s3 hollow";
constexpr const char* kAttention = "mark s1 hollow";
constexpr const char* kNorm = "mark s4 hollow";
constexpr const char* kFeedForward = "mark s5 hollow";
constexpr const char* kRecurrent = "mark s2 hollow";
constexpr const char* kLinear = "mark s0 hollow";
constexpr const char* kPlain = "box";
}  // namespace style

}  // namespace regard::diagrams
