#pragma once
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "base/process.h"
#include "support/base/temporary_folder.h"

namespace regard::test {

/// A local server that runs tests/apps/download/server.py. Needs python3.
class FileServer {
 public:
  FileServer() {
    ::setenv("no_proxy", "127.0.0.1", 1);
    constexpr auto kMoment = std::chrono::milliseconds(20);
    while (lines().empty() && !process_.exit_code()) std::this_thread::sleep_for(kMoment);
    runs_ = !process_.exit_code();
  }

  bool runs() const { return runs_; }

  /// The address of the folder with this behavior of the server, such as "cut".
  std::string address(const std::string& behaviour) const {
    return "http://127.0.0.1:" + lines().at(0) + '/' + behaviour;
  }

  /// The requests so far: the path and the first requested byte, such as "/cut/a.gz 100".
  std::vector<std::string> requests() const {
    auto all = lines();
    all.erase(all.begin());
    return all;
  }

  const TemporaryFolder files;  ///< served files

 private:
  /// Complete lines of the server's output.
  std::vector<std::string> lines() const {
    std::vector<std::string> found;
    std::istringstream text(output_.read("log"));
    for (std::string line; std::getline(text, line) && !text.eof();) found.push_back(line);
    return found;
  }

  const TemporaryFolder output_;
  ChildProcess process_{
      {.command = {"/usr/bin/env", "python3",
                   std::string(std::getenv("REGARD_SOURCE_DIR")) + "/tests/apps/download/server.py",
                   files.path()},
       .output = output_ / "log"}};
  bool runs_ = false;
};

}  // namespace regard::test
