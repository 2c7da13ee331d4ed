// Compares the OpenAPI document with the server's routes.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "serve/adapters.h"
#include "serve/openapi_document.h"

namespace regard::serve {
namespace {

using nlohmann::json;

json document() {
  constexpr int64_t kBeamLimit = 32;
  OpenApiDocument document(kBeamLimit);
  return json::parse(document.text().body);
}

std::string in_small_letters(std::string_view method) {
  std::string letters(method);
  std::ranges::transform(letters, letters.begin(),
                         [](char c) { return static_cast<char>(c - 'A' + 'a'); });
  return letters;
}

/// "/v2/glossaries/{id}" becomes "/v2/glossaries/*", as in routes.
std::string without_names(const std::string& path) { return path.substr(0, path.find('{')); }

TEST(OpenApiDocument, HasEveryRouteOfTheAdapters) {
  const auto paths = document()["paths"];
  for (const auto& route : api_routes()) {
    const bool is_open = route.path.ends_with('*');
    const auto path = std::string(route.path.substr(0, route.path.size() - (is_open ? 1 : 0)));
    // /spec returns the document itself; some clients use POST for the other paths.
    if (path == "/spec") continue;
    if (route.method == "POST" && (path == "/v2/usage" || path.ends_with("/languages"))) continue;
    const bool is_described = std::ranges::any_of(paths.items(), [&](const auto& described) {
      const bool is_it = is_open ? described.key() != path && without_names(described.key()) == path
                                 : described.key() == path;
      return is_it && described.value().contains(in_small_letters(route.method));
    });
    EXPECT_TRUE(is_described) << route.method << " " << route.path;
  }
}

TEST(OpenApiDocument, HasNoPathThatTheServerLacks) {
  std::set<std::string> known;
  for (const auto& route : api_routes()) {
    known.insert(std::string(route.path.substr(0, route.path.find('*'))));
  }
  for (const auto& [path, methods] : document()["paths"].items()) {
    EXPECT_TRUE(known.contains(without_names(path))) << path;
  }
}

TEST(OpenApiDocument, NamesTheServerRelativeToItsOwnPath) {
  const auto server_in = [](const std::string& text) {
    return json::parse(text)["servers"][0]["url"].get<std::string>();
  };
  OpenApiDocument document(1);
  EXPECT_EQ(server_in(document.text().body), "..");  // the document is below /v1/ and /page/
  EXPECT_EQ(server_in(document.text_for_libretranslate().body), ".");
}

TEST(OpenApiDocument, RefersToExistingParts) {
  const auto whole = document();
  const std::string text = whole.dump(), mark = "\"$ref\":\"#";
  int references = 0;
  for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
    const auto begin = at + mark.size();
    const auto pointer = text.substr(begin, text.find('"', begin) - begin);
    EXPECT_TRUE(whole.contains(json::json_pointer(pointer))) << pointer;
    ++references;
  }
  EXPECT_GT(references, 10);
}

}  // namespace
}  // namespace regard::serve
