#pragma once
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace regard::test {

/// Chromium without a window, which opens pages as a reader does.
class Browser {
 public:
  /// The one that REGARD_CHROMIUM names, or the first of the usual names on the PATH; none if there
  /// is none.
  static std::optional<Browser> find();

  /// Opens the page in a frame `width` pixels wide and runs `script` when it is ready: the body of
  /// a function of `window` and `document`, those of the page, that returns what is to be known.
  /// Returns {"value": that, "errors": [what the page wrote to the console as errors]}. Throws
  /// std::runtime_error if nothing came back.
  nlohmann::json run(const std::string& page, int width, const std::string& script) const;

  /// Prints the page; returns the file's content.
  std::string pdf(const std::string& page) const;

 private:
  explicit Browser(std::string program) : program_(std::move(program)) {}
  /// What it prints, called with these arguments.
  std::string call(const std::string& arguments) const;

  std::string program_;
};

constexpr int kDesk = 1280;  // pixels
constexpr int kTelephone = 390;

/// Tests that need a browser, and are skipped where there is none.
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
