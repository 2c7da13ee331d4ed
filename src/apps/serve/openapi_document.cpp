#include "serve/openapi_document.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "regard/base/str.h"
#include "serve/fields.h"
#include "serve/page_assets.h"

namespace regard::serve {
namespace {

OpenApiDocument::Text text_of(const nlohmann::ordered_json& document) {
  constexpr size_t kDigits = 32;
  auto body = document.dump(1) + "\n";
  auto etag = str('"', sha256(body).substr(0, kDigits), '"');
  return {.body = std::move(body), .etag = std::move(etag)};
}

}  // namespace

void OpenApiDocument::make() {
  const auto found = std::ranges::find(page_assets(), kOpenApiPath, &PageAsset::path);
  auto document = nlohmann::ordered_json::parse(found->body);
  auto& properties = document["components"]["schemas"]["Question"]["properties"];
  for (const auto* name : {"n_best", "alternatives"}) properties[name]["maximum"] = beam_limit_;
  properties.update(search_schema(beam_limit_));
  for (const auto* path : {"/translate_file", "/v2/document"}) {
    auto& content = document["paths"][path]["post"]["requestBody"]["content"];
    content["multipart/form-data"]["schema"]["properties"].update(file_schema());
  }
  text_ = text_of(document);
  document["info"]["title"] = "LibreTranslate";
  document["servers"][0]["url"] = ".";  // relative to /spec
  for_libretranslate_ = text_of(document);
}

const OpenApiDocument::Text& OpenApiDocument::text() {
  std::call_once(once_, [this] { make(); });
  return text_;
}

const OpenApiDocument::Text& OpenApiDocument::text_for_libretranslate() {
  text();
  return for_libretranslate_;
}

}  // namespace regard::serve
