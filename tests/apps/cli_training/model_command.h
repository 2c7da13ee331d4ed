#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <functional>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "base/log.h"
#include "cli/commands.h"
#include "cli/run_program.h"
#include "cli_training/commands.h"
#include "support/base/temporary_folder.h"
#include "support/tiny_model.h"

namespace regard::cli {

using Arguments = std::vector<std::string>;

inline std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + '\n';
  return text;
}

inline std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// A folder with a model, `model`, for tests of commands that use it.
class ModelCommand : public testing::Test {
 protected:
  ModelCommand() {
    set_quiet(true);
    tiny_.save(model_);
  }
  ~ModelCommand() override { set_quiet(false); }

  template <class Add>
  static int run(Add add, const Arguments& arguments) {
    CLI::App app("", "regard");
    std::function<int()> command;
    if constexpr (std::is_invocable_v<Add, CLI::App&>) {
      command = add(app);
    } else {
      command = add(app, training_program());
    }
    return parse(app, arguments) ? command() : 0;
  }
  /// The standard output of a command.
  template <class Add>
  static std::string output_of(Add add, const Arguments& arguments) {
    const test::TemporaryFolder folder;
    std::fflush(stdout);
    const int terminal = dup(STDOUT_FILENO);
    FILE* file = std::fopen((folder / "output").c_str(), "w");
    dup2(fileno(file), STDOUT_FILENO);
    try {
      run(add, arguments);
    } catch (...) {
      dup2(terminal, STDOUT_FILENO);
      throw;
    }
    dup2(terminal, STDOUT_FILENO);
    std::fclose(file);
    return test::content_of(folder / "output");
  }

  test::TemporaryFolder folder_;
  std::string model_ = folder_ / "model";
  test::TinyModel tiny_ = test::tiny_model("transformer");
};

/// regard translate with the folder's model, from one file to another.
class TranslateCommand : public ModelCommand {
 protected:
  std::string translated(const std::string& text, Arguments arguments = {}) const {
    folder_.write("input", text);
    const Arguments files = {"--model",         model_,     "--input",
                             folder_ / "input", "--output", folder_ / "output",
                             "--threads",       "1"};
    arguments.insert(arguments.begin(), files.begin(), files.end());
    EXPECT_EQ(run(add_translate, arguments), 0);
    return test::content_of(folder_ / "output");
  }
};

}  // namespace regard::cli
