#pragma once
#include <cstdlib>
#include <optional>
#include <string>

#include "support/base/temporary_folder.h"

namespace regard::test {

/// During its lifetime, the folder of the models that come with regard; initially empty.
class BundledFolder : public TemporaryFolder {
 public:
  BundledFolder() {
    if (const char* value = std::getenv(kName)) before_ = value;
    ::setenv(kName, path().c_str(), 1);
  }
  ~BundledFolder() { before_ ? ::setenv(kName, before_->c_str(), 1) : ::unsetenv(kName); }
  BundledFolder(const BundledFolder&) = delete;
  BundledFolder& operator=(const BundledFolder&) = delete;

 private:
  static constexpr auto kName = "REGARD_MODELS";
  std::optional<std::string> before_;
};

}  // namespace regard::test
