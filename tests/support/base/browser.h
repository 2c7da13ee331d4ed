#pragma once
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace regard::test {

/// Headless Chromium, which opens pages as readers see them.
class Browser {
 public:
  /// The browser in REGARD_CHROMIUM, or the first of the usual names on the PATH, if there is one.
  static std::optional<Browser> find();

  /// Opens the page in a frame `width` pixels wide and runs `script` when it is ready: the body of
  /// a function of the page's `window` and `document`. Returns {"value": its result, "errors":
  /// [errors on the page's console]}. Throws std::runtime_error if there is no result.
  nlohmann::json run(const std::string& page, int width, const std::string& script) const;

  /// Prints the page; returns the file's content.
  std::string pdf(const std::string& page) const;

 private:
  explicit Browser(std::string program) : program_(std::move(program)) {}
  /// Output of the browser for these arguments.
  std::string call(const std::string& arguments) const;

  std::string program_;
};

constexpr int kDesk = 1280;  // pixels
constexpr int kTelephone = 390;

/// Tests that need a browser; skipped if there is none.
class BrowserTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!browser()) GTEST_SKIP() << "no Chromium: install it, or name it in REGARD_CHROMIUM";
  }
  static const std::optional<Browser>& browser() {
    static const auto found = Browser::find();
    return found;
  }
};

}  // namespace regard::test
