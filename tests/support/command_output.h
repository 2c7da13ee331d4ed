#pragma once
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/run_program.h"

namespace regard::test {

/// Standard output of a command. Exceptions pass through.
template <class Add>
std::string output_of_command(const Add& add, const std::vector<std::string>& arguments) {
  CLI::App app("", "regard");
  const auto command = add(app);
  testing::internal::CaptureStdout();
  try {
    if (cli::parse(app, arguments)) command();
  } catch (...) {
    testing::internal::GetCapturedStdout();
    throw;
  }
  return testing::internal::GetCapturedStdout();
}

}  // namespace regard::test
