#pragma once
#include <span>
#include <string_view>

namespace regard::serve {

/// A file of src/apps/serve/page, which is embedded in the program.
struct PageAsset {
  std::string_view path;          ///< path below the server's prefix: "/", "/page/page.css"
  std::string_view content_type;  ///< with its charset
  std::string_view body;
  std::string_view etag;  ///< SHA-256 of the body, in quotes, as in the header
};

/// The path of the file that OpenApiDocument completes.
constexpr std::string_view kOpenApiPath = "/page/openapi.json";

/// All files of the page, sorted by path. Names stay the same when contents change, so a cache must
/// revalidate (`Cache-Control: no-cache`); the etag saves sending an unchanged file again.
std::span<const PageAsset> page_assets();

}  // namespace regard::serve
