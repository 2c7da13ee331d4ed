#include "cli/grammar.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "cli/program.h"
#include "cli_learn/every_grammar.h"
#include "regard/base/str.h"
#include "support/base/temporary_folder.h"

namespace regard::cli {
namespace {

bool has_groff() { return std::system("command -v groff > /dev/null") == 0; }

struct Formatted {
  std::string text;
  std::string complaints;
};

Formatted formatted(const std::string& page) {
  const test::TemporaryFolder folder;
  const auto file = folder.write("page.1", page);
  const auto command = str("groff -man -Tascii -P-c -P-b -P-u -ww '", file, "' > '",
                           folder / "text", "' 2> '", folder / "complaints", "'");
  EXPECT_EQ(std::system(command.c_str()), 0);
  return {folder.read("text"), folder.read("complaints")};
}

TEST(ManualPage, OfEveryCommandIsFormattedWithoutAWarning) {
  if (!has_groff()) GTEST_SKIP() << "there is no groff";
  const auto program = program_grammar(every_command());
  EXPECT_EQ(formatted(manual_page_of_program(program)).complaints, "");
  for (const auto& command : program.commands) {
    EXPECT_EQ(formatted(manual_page(command, program)).complaints, "") << command.name;
  }
}

TEST(ManualPage, ShowsTextAsItIs) {
  if (!has_groff()) GTEST_SKIP() << "there is no groff";
  const Grammar grammar{.name = "tool",
                        .summary = ".begins with 'a' point",
                        .examples = {".\\n --x-y '`^~"},
                        .usages = {"tool [OPTIONS]"}};
  const auto page = formatted(manual_page(grammar, grammar));
  EXPECT_EQ(page.complaints, "");
  EXPECT_NE(page.text.find("tool - .begins with 'a' point"), std::string::npos) << page.text;
  EXPECT_NE(page.text.find("$ .\\n --x-y '`^~\n"), std::string::npos) << page.text;
}

TEST(ManualPage, HasTheUsualSections) {
  const auto program = program_grammar(every_command());
  for (const auto& command : program.commands) {
    const auto page = manual_page(command, program);
    size_t at = 0;
    for (const auto* title : {"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES",
                              "\"EXIT STATUS\"", "ENVIRONMENT", "\"SEE ALSO\""}) {
      at = page.find(str(".SH ", title, '\n'), at);
      ASSERT_NE(at, std::string::npos) << command.name << ": " << title;
    }
  }
}

TEST(ManualPage, HasEveryOption) {
  const auto program = program_grammar(every_command());
  const auto& command = program.commands.front();
  const auto page = manual_page(command, program);
  for (const auto& option : command.options) {
    std::string name;
    for (const char c : option.names.back()) name += c == '-' ? "\\-" : std::string(1, c);
    EXPECT_NE(page.find("\\fB" + name + "\\fP"), std::string::npos) << name;
  }
}

TEST(ManualPage, RefersToTheCommandsThatItNames) {
  const auto program = program_grammar(every_command());
  const auto page = manual_page(program.commands.front(), program);  // regard train
  const auto references = page.substr(page.find("SEE ALSO"));
  EXPECT_NE(references.find("\\fBregard\\fP(1)"), std::string::npos) << references;
  EXPECT_EQ(references.find("regard\\-train"), std::string::npos) << references;
}

TEST(ManualPage, IsInAFileOfItsName) {
  EXPECT_EQ(manual_file({.name = "regard"}), "regard.1");
  EXPECT_EQ(manual_file({.name = "regard train"}), "regard-train.1");
}

}  // namespace
}  // namespace regard::cli
