#include "cli/options.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <string>

#include "support/base/temporary_folder.h"

namespace regard::cli {
namespace {

/// Puts its own opener first in $PATH, and sets no display unless a test does.
class OpenPage : public testing::Test {
 protected:
  OpenPage() {
    const auto opener = folder_.write("xdg-open", "#!/bin/sh\necho \"$1\" > \"" + opened_ + "\"\n");
    ::chmod(opener.c_str(), 0700);
    for (const auto* name : {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"}) ::unsetenv(name);
    ::setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
  }
  ~OpenPage() override {
    ::setenv("PATH", path_.c_str(), 1);
    ::unsetenv("DISPLAY");
  }
  static std::string said(const std::string& page) {
    testing::internal::CaptureStderr();
    open_page(page);
    return testing::internal::GetCapturedStderr();
  }

  test::TemporaryFolder folder_;
  std::string opened_ = folder_ / "opened";
  std::string path_ = std::getenv("PATH");
};

TEST_F(OpenPage, AsksTheSystemsOpener) {
  ::setenv("DISPLAY", ":0", 1);
  EXPECT_EQ(said("page.html"), "");
  EXPECT_EQ(folder_.read("opened"), "page.html\n");
}

TEST_F(OpenPage, SaysThatThereIsNoDisplay) {
  EXPECT_EQ(said("page.html"), "cannot open page.html: no display is available\n");
}

TEST_F(OpenPage, WarnsIfTheOpenerFails) {
  ::setenv("DISPLAY", ":0", 1);
  folder_.write("xdg-open", "#!/bin/sh\nexit 3\n");
  EXPECT_NE(said("page.html").find("xdg-open could not open page.html"), std::string::npos);
}

}  // namespace
}  // namespace regard::cli
