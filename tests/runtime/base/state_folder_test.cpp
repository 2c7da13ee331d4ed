#include "base/files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

namespace regard {
namespace {

/// An environment variable, restored on destruction.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value, 1);
  }
  ~Variable() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(StateFolder, FollowsTheXdgSpecification) {
  const Variable home("HOME", "/home/ada");
  {
    const Variable state("XDG_STATE_HOME", "/state");
    EXPECT_EQ(state_folder(), "/state/regard");
  }
  for (const auto* none : {"", "relative"}) {
    const Variable state("XDG_STATE_HOME", none);
    EXPECT_EQ(state_folder(), "/home/ada/.local/state/regard");
  }
}

TEST(StateFolder, IsEmptyWithoutAHome) {
  const Variable home("HOME", ""), state("XDG_STATE_HOME", "");
  EXPECT_EQ(state_folder(), "");
}

}  // namespace
}  // namespace regard
