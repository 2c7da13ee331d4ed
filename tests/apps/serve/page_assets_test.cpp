#include "serve/page_assets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "base/digest.h"

namespace regard::serve {
namespace {

const PageAsset* asset_at(std::string_view path) {
  const auto assets = page_assets();
  const auto found = std::ranges::find(assets, path, &PageAsset::path);
  return found == assets.end() ? nullptr : &*found;
}

std::vector<std::string> matches(std::string_view text, const std::string& pattern) {
  const std::string whole(text);
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator match(whole.begin(), whole.end(), regex), end; match != end; ++match) {
    found.push_back((*match)[1]);
  }
  return found;
}

TEST(PageAssets, AreTheFilesOfThePageByteForByteWithTheirHead) {
  const auto* root = std::getenv("REGARD_SOURCE_DIR");
  ASSERT_NE(root, nullptr);
  const auto page = std::filesystem::path(root) / "src/apps/serve/page";
  constexpr std::string_view kPlaceOfHead = "<!-- head.html -->\n";
  const auto head = read_file(page / "head.html");
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(page)) {
    const auto name = entry.path().filename().string();
    if (name == "head.html") continue;
    const auto* asset = asset_at(name == "index.html" ? "/" : "/page/" + name);
    ASSERT_NE(asset, nullptr) << name;
    auto bytes = read_file(entry.path());
    if (const auto place = bytes.find(kPlaceOfHead); place != std::string::npos) {
      bytes.replace(place, kPlaceOfHead.size(), head);
    }
    EXPECT_EQ(asset->body, bytes) << name;
    EXPECT_EQ(asset->etag, '"' + sha256(bytes).substr(0, 32) + '"') << name;
    ++files;
  }
  EXPECT_EQ(page_assets().size(), files);
}

TEST(PageAssets, HaveContentTypesThatABrowserAcceptsForModules) {
  ASSERT_NE(asset_at("/"), nullptr);
  EXPECT_EQ(asset_at("/")->content_type, "text/html; charset=utf-8");
  for (const auto& asset : page_assets()) {
    if (asset.path.ends_with(".js")) {
      EXPECT_EQ(asset.content_type, "text/javascript; charset=utf-8") << asset.path;
    }
  }
}

TEST(PageAssets, ReferOnlyToOneAnother) {
  const std::set<std::string> routes = {"docs", "v1/openapi.json"};
  for (const auto* name : {"/", "/page/docs.html"}) {
    const auto* page = asset_at(name);
    ASSERT_NE(page, nullptr);
    const auto links = matches(page->body, R"re((?:src|href)="([^"]*)")re");
    EXPECT_GE(links.size(), 4U);
    for (const auto& link : links) {
      EXPECT_TRUE(routes.contains(link) || asset_at("/" + link) != nullptr) << link;
    }
  }
  size_t imports = 0;
  for (const auto& asset : page_assets()) {
    if (!asset.path.ends_with(".js")) continue;
    for (const auto& name : matches(asset.body, R"re(from "\./([^"]*)")re")) {
      EXPECT_NE(asset_at("/page/" + name), nullptr) << asset.path << " imports " << name;
      ++imports;
    }
  }
  EXPECT_GE(imports, 10U);
}

TEST(PageAssets, HaveNoInlineScriptOrStyleWhichThePolicyForbids) {
  for (const auto* name : {"/", "/page/docs.html"}) {
    const auto* page = asset_at(name);
    ASSERT_NE(page, nullptr);
    EXPECT_EQ(matches(page->body, R"re((<style|<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=))re"),
              std::vector<std::string>{});
  }
}

TEST(PageAssets, StaySmall) {
  size_t bytes = 0;
  for (const auto& asset : page_assets()) {
    if (asset.path != "/page/openapi.json") bytes += asset.body.size();  // only /docs loads it
  }
  EXPECT_LT(bytes, 100'000U);
}

}  // namespace
}  // namespace regard::serve
