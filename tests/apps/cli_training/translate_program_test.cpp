// regard translate in a pipe.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "cli_training/model_command.h"
#include "regard/translate/translator.h"

namespace regard::cli {
namespace {

/// Runs the program with pipes at both ends.
class TranslateProgram : public ModelCommand {
 protected:
  void SetUp() override {
    if (std::getenv("REGARD_PROGRAM") == nullptr) GTEST_SKIP() << "REGARD_PROGRAM is not set";
    int input[2], output[2];
    ASSERT_EQ(pipe(input) + pipe(output), 0);
    child_ = fork();
    if (child_ == 0) {
      dup2(input[0], STDIN_FILENO);
      dup2(output[1], STDOUT_FILENO);
      std::freopen("/dev/null", "w", stderr);
      for (const int end : {input[0], input[1], output[0], output[1]}) close(end);
      const char* program = std::getenv("REGARD_PROGRAM");
      execl(program, program, "translate", "--model", model_.c_str(), nullptr);
      _exit(127);
    }
    close(input[0]);
    close(output[1]);
    to_child_ = fdopen(input[1], "w");
    from_child_ = fdopen(output[0], "r");
  }

  void say(const std::string& text) {
    std::fputs(text.c_str(), to_child_);
    std::fflush(to_child_);
  }
  std::string hear_line() {
    std::string line;
    for (int c = std::fgetc(from_child_); c != EOF && c != '\n'; c = std::fgetc(from_child_)) {
      line += static_cast<char>(c);
    }
    return line;
  }
  int exit_code() const {
    int status = 0;
    waitpid(child_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  pid_t child_ = -1;
  FILE* to_child_ = nullptr;
  FILE* from_child_ = nullptr;
};

TEST_F(TranslateProgram, AnswersALineBeforeTheNextOneComes) {
  const translate::Translator translator(model_);
  for (const auto& line : test::tiny_lines(3)) {
    say(line + '\n');
    EXPECT_EQ(hear_line(), translator.translate(line));
  }
  std::fclose(to_child_);
  EXPECT_EQ(hear_line(), "");
  EXPECT_EQ(exit_code(), 0);
  std::fclose(from_child_);
}

TEST_F(TranslateProgram, EndsQuietlyWhenItsReaderHasGone) {
  say("the cat\n");
  hear_line();
  std::fclose(from_child_);
  say("a dog\n");
  EXPECT_EQ(exit_code(), 0);
  signal(SIGPIPE, SIG_IGN);
  std::fclose(to_child_);
}

}  // namespace
}  // namespace regard::cli
