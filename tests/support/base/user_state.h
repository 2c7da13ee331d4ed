#pragma once
#include <cstdlib>
#include <optional>
#include <string>

#include "support/base/temporary_folder.h"

namespace regard::test {

/// During its lifetime, acts as a different user's home: a separate folder for base/digest.h.
class UserState {
 public:
  UserState() {
    if (const char* value = std::getenv(kName)) before_ = value;
    ::setenv(kName, folder_.path().c_str(), 1);
  }
  ~UserState() { before_ ? ::setenv(kName, before_->c_str(), 1) : ::unsetenv(kName); }
  UserState(const UserState&) = delete;
  UserState& operator=(const UserState&) = delete;

  std::string key() const { return folder_ / "regard/key"; }

 private:
  static constexpr auto kName = "XDG_STATE_HOME";
  TemporaryFolder folder_;
  std::optional<std::string> before_;
};

}  // namespace regard::test
