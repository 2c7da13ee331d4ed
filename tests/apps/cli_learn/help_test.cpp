#include "cli/grammar.h"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <sstream>

#include "cli/completion.h"
#include "cli/program.h"
#include "cli_learn/every_grammar.h"

namespace regard::cli {
namespace {

void expect_fits(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

TEST(Help, FitsEightyColumnsInEveryCommand) {
  expect_fits(program_help(program_grammar(every_command())));
  for (const auto& grammar : every_grammar()) expect_fits(help_text(grammar));
}

TEST(Help, BeginsWithTwoExamplesInEveryCommand) {
  for (const auto& grammar : every_grammar()) {
    EXPECT_TRUE(help_text(grammar).find("\n\n  $ regard ") != std::string::npos) << grammar.name;
    EXPECT_EQ(grammar.examples.size(), 2U) << grammar.name;
  }
}

TEST(Help, ShowsRequiredArgumentsInTheUsage) {
  for (const auto& grammar : every_grammar()) {
    for (const auto& option : grammar.options) {
      if (!option.is_required) continue;
      EXPECT_NE(grammar.usages.front().find(option.names.back() + ' ' + option.metavariable),
                std::string::npos)
          << grammar.usages.front();
    }
    for (const auto& place : grammar.places) {
      if (!place.is_required) continue;
      EXPECT_NE(grammar.usages.front().find(' ' + place.names.front()), std::string::npos)
          << grammar.usages.front();
    }
  }
}

TEST(Help, NamesNoOptionInAUsageThatTheCommandLacks) {
  for (const auto& grammar : every_grammar()) {
    std::string names = " ";
    for (const auto& option : grammar.options) {
      for (const auto& name : option.names) names += name + ' ';
    }
    for (const auto& usage : grammar.usages) {
      std::istringstream words(usage);
      for (std::string word; words >> word;) {
        const auto begin = word.find('-');
        if (begin > 1 || word.starts_with("[O")) continue;
        EXPECT_NE(names.find(' ' + word.substr(begin) + ' '), std::string::npos) << usage;
      }
    }
  }
}

// Metavariables replace CLI11's type names: UINT, FLOAT, INT:POSITIVE, TEXT:{a,b}.
TEST(Help, HasMetavariablesFromOneVocabulary) {
  for (const auto& grammar : every_grammar()) {
    for (const auto* arguments : {&grammar.options, &grammar.places}) {
      for (const auto& argument : *arguments) {
        EXPECT_EQ(argument.metavariable.empty(), argument.takes == Argument::Takes::nothing)
            << grammar.name << ' ' << argument.names.back();
        EXPECT_TRUE(values_of(argument.metavariable))
            << grammar.name << ' ' << argument.names.back() << ' ' << argument.metavariable;
      }
    }
  }
}

TEST(Help, WrapsLongNamesAndSentences) {
  CLI::App app(std::string(30, 'x') + " " + std::string(60, 'y'), "regard tool");
  const std::string sentence = std::string(40, 'a') + " " + std::string(20, 'b');
  app.add_flag("--a-name-that-is-longer-than-the-column", sentence);
  const auto help = help_text(grammar_of(app));
  const std::string indent(30, ' ');
  EXPECT_TRUE(help.starts_with(std::string(30, 'x') + "\n" + std::string(60, 'y') + "\n\n"))
      << help;
  EXPECT_NE(help.find("  --a-name-that-is-longer-than-the-column\n" + indent +
                      std::string(40, 'a') + "\n" + indent + std::string(20, 'b') + "\n"),
            std::string::npos)
      << help;
}

}  // namespace
}  // namespace regard::cli
