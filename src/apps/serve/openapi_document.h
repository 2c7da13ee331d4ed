#pragma once
#include <cstdint>
#include <mutex>
#include <string>

namespace regard::serve {

/// The description of the server's interfaces: page/openapi.json, completed with the search options
/// that a request may set. It is parsed on the first request, so that the server starts sooner.
/// Thread-safe.
class OpenApiDocument {
 public:
  struct Text {
    std::string body;
    std::string etag;  ///< as in PageAsset
  };

  explicit OpenApiDocument(int64_t beam_limit) : beam_limit_(beam_limit) {}

  const Text& text();
  /// The document with the title LibreTranslate.
  const Text& text_for_libretranslate();

 private:
  void make();

  int64_t beam_limit_;
  std::once_flag once_;
  Text text_, for_libretranslate_;
};

}  // namespace regard::serve
