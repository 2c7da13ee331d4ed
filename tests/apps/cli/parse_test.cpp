#include "cli/run_program.h"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

#include "cli/grammar.h"
#include "support/base/thrown_error.h"

namespace regard::cli {
namespace {

using test::thrown_error;

// A command with an option, a required argument, and subcommands.
struct Commands {
  CLI::App app{"A tool.", "regard tool"};
  std::string file, log;
  int count = 0;
  bool is_resumed = false, is_changed = false, is_overwritten = false;
  CLI::App* train = app.add_subcommand("train", "Trains.");
  CLI::App* encode = app.add_subcommand("encode", "Encodes.");

  Commands() {
    app.require_subcommand(1);
    train->add_option("FILE", file, "A file.")->required();
    train->add_option("--vocab-size", count, "A size.")->type_name("N");
    train->add_option("--log", log, "A file.")->type_name("FILE");
    train->add_flag_function(
        "--json", [](int64_t) {}, "Writes JSON.");
    auto* resume = train->add_flag("--resume", is_resumed, "Continues.");
    train->add_flag("--changed", is_changed, "Whatever changed.")->needs(resume);
    train->add_flag("--overwrite", is_overwritten, "Replaces.")->excludes(resume);
  }
};

Error error_of(const std::vector<std::string>& arguments) {
  Commands commands;
  return thrown_error([&] { parse(commands.app, arguments); });
}

TEST(Parse, RefusesAnEmptyName) {
  EXPECT_EQ(error_of({"train", "a", "--log", ""}).problem(), "--log is empty");
}

TEST(Parse, FillsWhatTheArgumentsSay) {
  Commands commands;
  EXPECT_TRUE(parse(commands.app, {"train", "--vocab-size", "3", "-"}));
  EXPECT_TRUE(*commands.train);
  EXPECT_EQ(commands.file, "-");
  EXPECT_EQ(commands.count, 3);
}

TEST(Parse, FindsAValueByItsNameOrItsPlace) {
  for (const auto& arguments :
       std::vector<std::vector<std::string>>{{"runs/mine", "Hello."},
                                             {"--model", "runs/mine", "Hello."},
                                             {"Hello.", "--model", "runs/mine"},
                                             {"Hello.", "--model=runs/mine"}}) {
    CLI::App app{"A tool.", "regard tool"};
    std::string model, text;
    app.add_option("MODEL,--model", model, "A model.")->required();
    app.add_option("TEXT", text, "A text.")->required();
    EXPECT_TRUE(parse(app, arguments));
    EXPECT_EQ(model, "runs/mine");
    EXPECT_EQ(text, "Hello.");
  }
}

TEST(Parse, BeginsHelpWithExamplesAndWhatIsRequired) {
  CLI::App app{"A tool.", "regard tool"};
  std::string model, grid;
  set_examples(app, {"regard tool runs/mine", "regard tool --grid a=1,2"});
  app.add_option("MODEL,--model", model, "A model.")->required()->type_name("DIR");
  app.add_option("--grid", grid, "Values.")->required()->type_name("KEY=A,B");
  testing::internal::CaptureStdout();
  EXPECT_FALSE(parse(app, {"--help"}));
  const auto help = testing::internal::GetCapturedStdout();
  EXPECT_TRUE(
      help.starts_with("A tool.\n\n  $ regard tool runs/mine\n  $ regard tool --grid a=1,2\n\n"
                       "Usage: regard tool [OPTIONS] --grid KEY=A,B MODEL\n"))
      << help;
}

struct WrongCommand {
  std::vector<std::string> arguments;
  const char* what;
  const char* remedy;
};

class ParseError : public testing::TestWithParam<WrongCommand> {};

TEST_P(ParseError, SuggestsWhatWasMeant) {
  const Error error = error_of(GetParam().arguments);
  EXPECT_EQ(error.where(), "");
  EXPECT_EQ(error.problem(), GetParam().what);
  EXPECT_EQ(error.remedy(), GetParam().remedy);
  EXPECT_EQ(error.exit_code(), ExitCode::usage);
}

INSTANTIATE_TEST_SUITE_P(
    All, ParseError,
    testing::Values(
        WrongCommand{
            {}, "regard tool needs one of its commands: train, encode", "see regard tool --help"},
        WrongCommand{{"trian"}, "unknown command regard tool trian", "did you mean 'train'?"},
        WrongCommand{
            {"quantize"}, "unknown command regard tool quantize", "see regard tool --help"},
        WrongCommand{{"train"}, "FILE is required", "see regard tool train --help"},
        WrongCommand{{"train", "--vocabsize=3"},
                     "regard tool train has no option --vocabsize",
                     "did you mean '--vocab-size'?"},
        WrongCommand{{"train", "a", "b"},
                     "regard tool train does not expect 'b'",
                     "see regard tool train --help"},
        WrongCommand{{"train", "a", "--voc=3"},
                     "regard tool train has no option --voc",
                     "did you mean '--vocab-size'?"},
        WrongCommand{
            {"train", "a", "-r"}, "regard tool train has no option -r", "did you mean '--resume'?"},
        WrongCommand{{"train", "a", "-resume"},
                     "regard tool train has no option -resume",
                     "did you mean '--resume'?"},
        WrongCommand{{"train", "a", "-i"},
                     "regard tool train has no option -i",
                     "see regard tool train --help"},
        WrongCommand{{"train", "a", "--vocab-size"},
                     "--vocab-size needs a value",
                     "see regard tool train --help"},
        WrongCommand{{"train", "a", "--vocab-size", "1", "--vocab-size", "2"},
                     "--vocab-size is given more than once",
                     "see regard tool train --help"},
        WrongCommand{{"train", "a", "--vocab-size", "many"},
                     "--vocab-size must be a whole number, but is 'many'",
                     "see regard tool train --help"},
        WrongCommand{{"train", "a", "--json=perhaps"},
                     "--json does not take a value",
                     "see regard tool train --help"},
        WrongCommand{{"train", "a", "--resume=perhaps"},
                     "--resume does not take a value",
                     "see regard tool train --help"},
        WrongCommand{{"train", "a", "--changed"},
                     "--changed has no effect without --resume",
                     "see regard tool train --help"},
        WrongCommand{{"train", "a", "--overwrite", "--resume"},
                     "--resume and --overwrite cannot be combined",
                     "see regard tool train --help"}));

TEST(Parse, SaysHowManyValuesAnOptionTakes) {
  CLI::App app("A tool.", "regard tool");
  std::vector<std::string> files;
  app.add_option("--data", files, "One file or two.")->expected(1, 2);
  EXPECT_EQ(thrown_error([&] {
              parse(app, {"--data", "a", "b", "c"});
            }).problem(),
            "--data takes at most 2 values, but is given 3");
}

TEST(Parse, NamesTheWrongOptionOfACommandThatReadsWhatIsLeftOver) {
  CLI::App app("A tool.", "regard tool");
  int width = 0;
  app.allow_extras()->add_option("--width", width, "A size.");
  const Error error = thrown_error([&] { parse(app, {"file", "--width", "x"}); });
  EXPECT_NE(std::string(error.problem()).find("--width"), std::string::npos) << error.problem();
}

TEST(Parse, PrintsTheHelpOfTheCommandThatIsAskedFor) {
  Commands commands;
  testing::internal::CaptureStdout();
  EXPECT_FALSE(parse(commands.app, {"train", "--help"}));
  const std::string help = testing::internal::GetCapturedStdout();
  for (const auto* line : {"Trains.\n", "Usage: regard tool train [OPTIONS] FILE\n",
                           "  FILE                        A file. (required)\n",
                           "  --vocab-size N              A size.\n"}) {
    EXPECT_NE(help.find(line), std::string::npos) << help;
  }
}

}  // namespace
}  // namespace regard::cli
