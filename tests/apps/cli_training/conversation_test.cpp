// regard translate at a terminal.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <string>

#include "cli_training/model_command.h"
#include "regard/translate/translator.h"
#include "support/base/terminal.h"

namespace regard::cli {
namespace {

constexpr auto kUp = "\x1b[A", kLeft = "\x1b[D", kBackspace = "\x7f", kCtrlC = "\x03",
               kCtrlD = "\x04", kEnter = "\r";

class Conversation : public ModelCommand {
 protected:
  void SetUp() override {
    if (std::getenv("REGARD_PROGRAM") == nullptr) GTEST_SKIP() << "REGARD_PROGRAM is not set";
  }

  /// Starts the program and waits for its first prompt.
  std::unique_ptr<test::Terminal> begun(const std::string& state, const Arguments& more = {}) {
    Arguments command = {std::getenv("REGARD_PROGRAM"), "translate", model_, "--threads", "1"};
    command.insert(command.end(), more.begin(), more.end());
    auto terminal = std::make_unique<test::Terminal>(
        command, std::map<std::string, std::string>{
                     {"TERM", "xterm"}, {"LC_ALL", "C"}, {"XDG_STATE_HOME", state}});
    EXPECT_TRUE(terminal->shows("Ctrl-D ends.")) << terminal->screen();
    expect_prompt(*terminal);
    return terminal;
  }
  std::unique_ptr<test::Terminal> begun() { return begun(folder_ / "state"); }

  static void expect_prompt(test::Terminal& terminal) {
    EXPECT_TRUE(terminal.shows(kPrompt)) << terminal.screen();
    EXPECT_TRUE(terminal.reads_keys());
  }
  /// Expects the answer to the typed line, then a prompt.
  void expect_answer(test::Terminal& terminal, const std::string& line) const {
    const auto answer = translate::Translator(model_).translate(line);
    EXPECT_TRUE(terminal.shows("\n" + answer + "\r\n")) << terminal.screen();
    expect_prompt(terminal);
  }

  /// The typed lines, as the program understood them.
  std::string typed() const { return folder_.read("state/regard/history"); }

  static constexpr auto kPrompt = "en> ";
};

TEST_F(Conversation, AnswersEachLineAfterAPromptUntilCtrlD) {
  const auto terminal = begun();
  for (const auto& line : test::tiny_lines(2)) {
    terminal->type(line + kEnter);
    expect_answer(*terminal, line);
  }
  terminal->type(kCtrlD);
  EXPECT_EQ(terminal->exit_code(), 0);
}

TEST_F(Conversation, EditsCharactersNotBytesWhateverTheLocale) {
  const auto terminal = begun();
  terminal->type("caf\u00E9\u00E9" + std::string(kBackspace) + kLeft + kLeft + "\u20AC" + kEnter);
  expect_answer(*terminal, "ca\u20ACf\u00E9");
  EXPECT_EQ(typed(), "ca\u20ACf\u00E9\n");
}

TEST_F(Conversation, RecallsLinesOfEarlierConversations) {
  {
    const auto terminal = begun();
    terminal->type(std::string("the cat") + kEnter);
    expect_answer(*terminal, "the cat");
    terminal->type(kCtrlD);
    EXPECT_EQ(terminal->exit_code(), 0);
  }
  const auto terminal = begun();
  terminal->type(std::string(kUp) + "s" + kEnter);
  expect_answer(*terminal, "the cats");
  EXPECT_EQ(typed(), "the cat\nthe cats\n");
  struct stat status {};
  EXPECT_EQ(::stat((folder_ / "state/regard/history").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(Conversation, WorksWithoutAHistoryThatCannotBeStored) {
  const auto terminal = begun("/dev/null/nowhere");
  terminal->type(std::string("the cat") + kEnter);
  expect_answer(*terminal, "the cat");
  terminal->type(kCtrlD);
  EXPECT_EQ(terminal->exit_code(), 0);
}

TEST_F(Conversation, RestartsTheLineAtCtrlCAndEndsIfItIsEmpty) {
  const auto terminal = begun();
  terminal->type(std::string("wrong") + kCtrlC);
  expect_prompt(*terminal);
  terminal->type(std::string("the cat") + kEnter);
  expect_answer(*terminal, "the cat");
  EXPECT_EQ(typed(), "the cat\n");
  terminal->type(kCtrlC);
  EXPECT_EQ(terminal->exit_code(), 130);
}

TEST_F(Conversation, DoesNotPromptIfATextIsGiven) {
  const translate::Translator translator(model_);
  test::Terminal terminal({std::getenv("REGARD_PROGRAM"), "translate", model_, "the cat"}, {});
  EXPECT_EQ(terminal.exit_code(), 0);
  EXPECT_EQ(terminal.screen().find("Ctrl-D"), std::string::npos) << terminal.screen();
  EXPECT_NE(terminal.screen().find(translator.translate("the cat") + "\r\n"), std::string::npos);
}

}  // namespace
}  // namespace regard::cli
