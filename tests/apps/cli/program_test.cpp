// The program as users see it: what it prints, where it prints it, and its exit codes.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <nlohmann/json.hpp>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/version.h"
#include "regard/base/str.h"
#include "support/base/temporary_folder.h"

namespace regard::cli {
namespace {

struct Outcome {
  int exit_code;
  std::string output;
  std::string errors;
};

class TheProgram : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("REGARD_PROGRAM") == nullptr) GTEST_SKIP() << "REGARD_PROGRAM is not set";
  }

  // Runs `regard ARGUMENTS` in a shell; `rest` can pipe its output.
  Outcome run(const std::string& arguments, const std::string& rest = "") const {
    const std::string command = "set -o pipefail; '" + std::string(std::getenv("REGARD_PROGRAM")) +
                                "' " + arguments + " 2> '" + folder / "errors" + "' " + rest +
                                " > '" + folder / "output" + "'";
    const int status = std::system(("bash -c \"" + command + "\"").c_str());
    return {WEXITSTATUS(status), folder.read("output"), folder.read("errors")};
  }

  const test::TemporaryFolder folder;
};

TEST_F(TheProgram, ListsItsCommands) {
  const auto outcome = run("--help");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.output.find("Usage: regard COMMAND"), std::string::npos);
  EXPECT_NE(outcome.output.find("\n  translate  "), std::string::npos);
  EXPECT_EQ(outcome.errors, "");
}

TEST_F(TheProgram, WithoutACommandNamesTheFirstStepsAsAnError) {
  const auto outcome = run("");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.output, "");
  for (const auto* step : {"regard train configs/", "regard train --data", "regard translate",
                           "regard compare", "regard --help"}) {
    EXPECT_NE(outcome.errors.find(std::string("\n  ") + step), std::string::npos) << outcome.errors;
  }
}

TEST_F(TheProgram, CleansPairsIntoNewFilesAndNeverReplacesItsInput) {
  folder.write("pairs.tsv", "a\tb\n");
  const auto in_folder = [&](const std::string& arguments) {
    return run("--version > /dev/null && cd '" + folder.path().string() + "' && '" +
               std::getenv("REGARD_PROGRAM") + "' corpus " + arguments);
  };
  EXPECT_EQ(in_folder("clean pairs.tsv -o clean.tsv").exit_code, 0);
  EXPECT_EQ(folder.read("clean.tsv"), "a\tb\n");
  EXPECT_EQ(in_folder("clean pairs.tsv -o again.tsv --rejected rejected.tsv").exit_code, 0);
  EXPECT_EQ(folder.read("again.tsv") + folder.read("rejected.tsv"), "a\tb\n");
  EXPECT_EQ(in_folder("clean pairs.tsv -o one.tsv --rejected ./one.tsv").exit_code, 2);
  EXPECT_EQ(in_folder("check pairs.tsv -o pairs.tsv").exit_code, 2);
  EXPECT_EQ(in_folder("clean /dev/stdin -o piped.tsv < <(cat pairs.tsv)").exit_code, 0);
  EXPECT_EQ(folder.read("piped.tsv"), "a\tb\n");
  EXPECT_EQ(folder.read("pairs.tsv"), "a\tb\n");
}

TEST_F(TheProgram, NamesTheVersionsThatItIsMadeOf) {
  const auto outcome = run("--version");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(outcome.output.starts_with("regard " + std::string(kVersion) + "\nLibTorch "))
      << outcome.output;
  EXPECT_NE(outcome.output.find("\nSentencePiece "), std::string::npos);
  for (const unsigned char letter : outcome.output) {
    EXPECT_TRUE(letter == '\n' || std::isprint(letter) != 0) << outcome.output;
  }
}

TEST_F(TheProgram, PrintsTheHelpOfAnyCommandWithoutLibTorch) {
  // With this memory limit, LibTorch cannot even start.
  for (const auto* arguments : {"--help", "help", "train --help", "help compare", "sweep -h"}) {
    const std::string script = str("(ulimit -v 100000; '", std::getenv("REGARD_PROGRAM"), "' ",
                                   arguments, ") > ", folder / "limited");
    EXPECT_EQ(std::system(("bash -c \"" + script + "\"").c_str()), 0) << arguments;
    EXPECT_EQ(folder.read("limited"), run(arguments).output) << arguments;
    EXPECT_NE(folder.read("limited").find("Usage: regard"), std::string::npos) << arguments;
  }
}

TEST_F(TheProgram, ListsItsCommandsUnderHeadings) {
  const auto help = run("--help").output;
  for (const auto* heading : {"Train", "Translate", "Evaluate", "Inspect", "Exchange", "Shell"}) {
    EXPECT_NE(help.find(str("\n\n", heading, ":\n  ")), std::string::npos) << help;
  }
}

TEST_F(TheProgram, HasQuietAndVerboseModesInEveryCommand) {
  for (const auto* command : {"models", "config reference", "train --help", "score --help"}) {
    EXPECT_EQ(run(str(command, " -q")).errors, "") << command;
  }
  const auto errors = run("models -v").errors;
  EXPECT_NE(errors.find(" MiB of memory\n"), std::string::npos) << errors;
}

TEST_F(TheProgram, KnowsWhichCommandWasMeant) {
  const auto outcome = run("trian");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.errors, "regard: unknown command trian\n        did you mean 'train'?\n");
  EXPECT_NE(run("eval x --input y").errors.find("did you mean '--source'?"), std::string::npos);
  EXPECT_NE(run("rerank x --source y").errors.find("did you mean '--input'?"), std::string::npos);
  EXPECT_EQ(run("-V").output, run("--version").output);
  EXPECT_EQ(run("version").output, run("--version").output);
}

TEST_F(TheProgram, ExplainsTheRemedyForEveryMistake) {
  const std::string text = folder.write("text.en", "Hello.\n");
  for (const auto& arguments :
       std::vector<std::string>{"translate --model none",
                                "translate x --beam-size 0",
                                "translate x --beam-size many",
                                "translate x --format jsnl",
                                "translate x --bem 3",
                                "translate x --input " + text,
                                "serve x --port 99999",
                                "serve x --port 80x",
                                "info " + folder / "none",
                                "info none",
                                "score none -i " + text,
                                "score " + text + " -i " + text + " --smooth-value -1",
                                "download multi30k --retries -1",
                                "config show none.yaml",
                                "config show " + text,
                                "train --data " + text,
                                "train " + folder.path().string(),
                                "sweep x --jobs 0",
                                "average none -o x",
                                "import none -o x",
                                "figures none",
                                "log none",
                                "rerank",
                                "tokenizer info none",
                                "explain Hello.",
                                "completion cmd",
                                "manual none"}) {
    const auto outcome = run(arguments);
    EXPECT_NE(outcome.exit_code, 0) << arguments;
    EXPECT_TRUE(outcome.errors.starts_with("regard: ")) << arguments << '\n' << outcome.errors;
    EXPECT_NE(outcome.errors.find("\n        "), std::string::npos) << arguments << '\n'
                                                                    << outcome.errors;
  }
  EXPECT_EQ(
      run("serve x --port 99999").errors,
      "regard: --port is 99999, but must be at most 65535\n        see regard serve --help\n");
  EXPECT_EQ(run("corpus clean " + text + " -o x --max-ratio 0").errors,
            "regard: --max-ratio is 0, but must be at least 1\n"
            "        see regard corpus clean --help\n");
}

TEST_F(TheProgram, NamesSearchOptionsAsTheyAreTyped) {
  const std::string model =
      std::string(std::getenv("REGARD_SOURCE_DIR")) + "/data/models/en-fr.regard";
  if (!std::filesystem::exists(model)) GTEST_SKIP() << "there is no " << model;
  EXPECT_EQ(run("translate " + model + " Hi. --groups 3 --beam-size 4").errors,
            "regard: --groups is 3, which does not divide --beam-size (4)\n"
            "        choose a divisor of the beam size\n");
  EXPECT_EQ(run("translate " + model + " Hi. --min-length 5 --max-length 3").errors,
            "regard: --min-length is 5, more than --max-length (3)\n"
            "        lower it, or raise --max-length\n");
}

TEST_F(TheProgram, NamesTheErrorInAConfigAndItsPlace) {
  const std::string path = folder.write(
      "a.yaml", "data: {train: [{tsv: a}]}\nsearch: {beam_size: 0}\nmodel: {type: transformer}\n");
  const auto outcome = run("config show " + path);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.output, "");
  EXPECT_EQ(outcome.errors, "regard: " + path +
                                ":2:21: search.beam_size is 0, but must be at least 1\n"
                                "        leave it out for the default (5)\n");
}

TEST_F(TheProgram, NamesAllErrorsInAConfigAtOnce) {
  const auto errors =
      run("config show " + folder.write("a.yaml",
                                        "model: {type: transformr}\n"
                                        "training: {steps: 10, warmup: 20, sead: 1}\n"))
          .errors;
  EXPECT_TRUE(errors.starts_with("regard: 4 errors in the config\n")) << errors;
  for (const auto* wrong :
       {"data.train names no text", "training.warmup is 20", "training.sead", "transformr"}) {
    EXPECT_NE(errors.find(wrong), std::string::npos) << errors;
  }
}

TEST_F(TheProgram, NamesOneErrorInAFileThatIsNotAConfig) {
  const auto list = folder.write("list.yaml", "- a\n- b\n");
  EXPECT_EQ(run("config show " + list).errors,
            "regard: " + list +
                ":1:1: the config must be a section of keys, but is a list\n"
                "        see regard config show --help\n");
  const auto text = folder.write("text.yaml", std::string(1000, 'a') + "\n");
  EXPECT_EQ(run("config show " + text).errors,
            "regard: " + text + ":1:1: the config must be a section of keys, but is '" +
                std::string(60, 'a') + "...'\n        see regard config show --help\n");
}

TEST_F(TheProgram, ShowsAConfigThatCanBeReadBack) {
  const std::string path = folder.write("a.yaml",
                                        "data: {train: [{tsv: train.tsv}]}\n"
                                        "model: {type: transformer, heads: 2}\n");
  const auto shown = run("config show " + path + " --set search.beam_size=7");
  ASSERT_EQ(shown.exit_code, 0) << shown.errors;
  EXPECT_NE(shown.output.find("\n  heads: 2\n"), std::string::npos);
  EXPECT_NE(shown.output.find("\n  beam_size: 7\n"), std::string::npos);
  EXPECT_EQ(run("config show " + folder.write("b.yaml", shown.output)).output, shown.output);
}

TEST_F(TheProgram, ListsItsArchitectures) {
  const auto outcome = run("models");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.output.find("\ntransformer "), std::string::npos);
  EXPECT_NE(outcome.output.find("\nrnn_attention "), std::string::npos);
  EXPECT_TRUE(run("models transformer").output.starts_with("transformer: self-attention"));
  const auto json = nlohmann::json::parse(run("models --json").output);
  EXPECT_EQ(json.at(0).at("name"), "rnn_attention");
  EXPECT_EQ(nlohmann::json::parse(run("models rnn_attention --json").output), json.at(0));
  EXPECT_EQ(run("models transfomer").errors,
            "regard: unknown architecture transfomer\n        did you mean 'transformer'?\n");
}

// The config is a pipe: when the program opens it, the environment for training is already set.
TEST_F(TheProgram, TrainsWithThreadsThatSleepSoonByDefault) {
  const auto script = folder.write("look.sh",
                                   R"(cd "${0%/*}" && mkfifo pipe
env -u GOMP_SPINCOUNT -u OMP_WAIT_POLICY "$@" \
  "$REGARD_PROGRAM" train pipe 2> errors &
exec 3> pipe
tr '\0' '\n' < /proc/$!/environ | grep -E 'GOMP|OMP_WAIT' > variables
echo 'nonsense: 1' >&3; exec 3>&-
wait $!
status=$?; rm pipe; exit $status
)");
  const auto variables_with = [&](const std::string& told) {
    const int status = std::system(("bash " + script + " " + told).c_str());
    EXPECT_EQ(WEXITSTATUS(status), 2) << folder.read("errors");
    return folder.read("variables");
  };
  EXPECT_EQ(variables_with(""), "GOMP_SPINCOUNT=1000\n");
  EXPECT_EQ(variables_with("GOMP_SPINCOUNT=7"), "GOMP_SPINCOUNT=7\n");
  EXPECT_EQ(variables_with("OMP_WAIT_POLICY=active"), "OMP_WAIT_POLICY=active\n");
}

TEST_F(TheProgram, EndsQuietlyWhenItsReaderHasGone) {
  const auto outcome = run("config reference", "| true");
  EXPECT_EQ(outcome.errors, "");
}

TEST_F(TheProgram, ReportsThatItsOutputCannotBeWritten) {
  const auto outcome = run("config reference > /dev/full", ";");
  EXPECT_EQ(outcome.errors,
            "regard: standard output: cannot be written: No space left on device\n");
}

}  // namespace
}  // namespace regard::cli
