#pragma once
#include <memory>
#include <string>
#include <string_view>

namespace regard {

/// Compresses a text as a .gz file has it (RFC 1952), without a name or time: the same text becomes
/// the same bytes.
class GzipStream {
 public:
  /// Throws Error if there is no memory for it.
  GzipStream();
  ~GzipStream();
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;

  /// What is ready of the compressed bytes.
  std::string add(std::string_view text);
  /// The last of them.
  std::string end();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace regard
