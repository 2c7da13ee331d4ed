// regard info on files that other commands write.
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/run_program.h"
#include "cli_training/commands.h"
#include "interop/load_model.h"
#include "regard/base/error.h"
#include "runs/run_log.h"
#include "support/base/thrown_error.h"
#include "support/base/user_state.h"
#include "support/command_output.h"
#include "support/tiny_model.h"
#include "support/training_folder.h"

namespace regard::cli {
namespace {

class Info : public testing::Test, public test::TrainingFolder {
 protected:
  std::string info(const std::string& name) const { return run(add_info, {directory_ / name}); }
  static std::string run(std::function<int()> (*add)(CLI::App&),
                         const std::vector<std::string>& arguments) {
    return test::output_of_command(add, arguments);
  }
  /// The value of data.test for a bilingual text.
  std::string text() const {
    return "{source: " + (directory_ / "text.en") + ", target: " + (directory_ / "text.fr") + "}";
  }
  void save_with_score(const std::string& name, const std::string& score) const {
    const auto tiny = test::tiny_model("transformer");
    tiny.save(directory_ / name);
    auto metadata = tiny.metadata();
    metadata.score = score;
    interop::save_model((directory_ / name) + "/model.safetensors", *tiny.model, metadata);
  }
  void expect_says(const std::string& name, const std::vector<std::string>& parts) const {
    const auto said = info(name);
    for (const auto& part : parts) EXPECT_NE(said.find(part), std::string::npos) << said;
  }
};

TEST_F(Info, ShowsHowARunWasTrainedAndHowGoodItIs) {
  train("run");
  expect_says("run", {"a translation model, trained with regard", "rnn_attention", "en to fr",
                      "24 steps in ", "validation    loss ", "BLEU ", directory_ / "text.en",
                      "$ regard translate " + (directory_ / "run")});
}

TEST_F(Info, DescribesAModel) {
  test::tiny_model("transformer").save(directory_ / "model");
  expect_says("model", {": a translation model\n", "transformer", " subwords for both languages"});
}

TEST_F(Info, ShowsHowWeightsWereMadeInEachState) {
  test::tiny_model("transformer").save(directory_ / "validated");
  expect_says("validated", {"weights       of step 7, chosen by loss 1.5\n"});
  save_with_score("imported", "imported");
  expect_says("imported", {"weights       imported from another program\n"});
  save_with_score("unvalidated", "not validated");
  expect_says("unvalidated", {"weights       of step 7, not validated\n"});
  run(add_average, {directory_ / "validated", directory_ / "imported", "-o", directory_ / "both"});
  expect_says("both", {"weights       averaged from 2 models, the last of step 7\n"});
}

TEST_F(Info, ShowsNoScoresOfTheFloatModelAsThoseOfItsIntegers) {
  train("run", {"data.test=" + text()});
  expect_says("run", {"validation    loss "});
  run(add_pack, {directory_ / "run", "--type", "int8", "-o", directory_ / "run.regard"});
  const auto said = info("run.regard");
  for (const std::string name : {"validation    ", "test          "}) {
    const auto at = said.find(name);
    ASSERT_NE(at, std::string::npos) << said;
    EXPECT_NE(said.substr(at, said.find('\n', at) - at).find("(as trained, before 8-bit weights)"),
              std::string::npos)
        << said;
  }
}

TEST_F(Info, IsATableOfTheRunsInAFolder) {
  train("runs/one");
  test::tiny_model("transformer").save(directory_ / "runs/two");
  directory_.write("runs/notes.txt", "");
  for (const auto add : {add_info, add_log}) {
    const auto table = run(add, {directory_ / "runs"});
    EXPECT_TRUE(table.starts_with("run  ")) << table;
    EXPECT_NE(table.find("\none "), std::string::npos) << table;
    EXPECT_NE(table.find("done\ntwo "), std::string::npos) << table;
    EXPECT_TRUE(table.ends_with("no log\n")) << table;
  }
}

/// The commands that info suggests for a model, each of which must succeed.
class AdviceOfInfo : public Info {
 protected:
  std::vector<std::string> advice_on(const std::string& name) const {
    std::vector<std::string> commands;
    std::istringstream lines(info(name));
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("  $ regard ")) commands.push_back(line.substr(11));
    }
    return commands;
  }
  /// The names of the suggested commands, after each has been run.
  std::vector<std::string> followed(const std::string& name) const {
    const std::map<std::string, std::function<int()> (*)(CLI::App&)> commands = {
        {"translate", add_translate}, {"generate", add_generate},
        {"eval", add_eval},           {"train", add_train},
        {"quantize", add_quantize},   {"pack", add_pack},
        {"import", add_import},       {"log", add_log}};
    std::vector<std::string> names;
    for (const auto& line : advice_on(name)) {
      const auto words = CLI::detail::split_up(line);
      names.push_back(words.front());
      run(commands.at(words.front()), {words.begin() + 1, words.end()});
    }
    return names;
  }
  void add_wide_model(const std::string& name) const {
    auto tiny = test::tiny_model("transformer");
    tiny.experiment.model.set("ffn_size", config::Node::scalar("16384"));
    tiny.model = interop::make_model(tiny.experiment, tiny.tokenizers);
    tiny.save(directory_ / name);
  }

  const test::UserState user_;
};

using Names = std::vector<std::string>;

TEST_F(AdviceOfInfo, WorksForARun) {
  train("run");
  EXPECT_EQ(followed("run"), Names({"translate", "log"})) << "there is no test text";
  train("tested", {"data.test=" + text()});
  EXPECT_EQ(followed("tested"), Names({"translate", "eval", "log"}));
  run(add_pack, {directory_ / "tested", "-o", directory_ / "tested.regard"});
  EXPECT_EQ(followed("tested.regard"), Names({"translate", "eval", "log"}));
  run(add_quantize, {directory_ / "tested", "-o", directory_ / "tested-int8"});
  EXPECT_EQ(followed("tested-int8"), Names({"translate", "eval"}));
  std::filesystem::remove(directory_ / "text.fr");
  EXPECT_EQ(followed("tested"), Names({"translate", "log"})) << "the test text is gone";
}

TEST_F(AdviceOfInfo, DoesNotReadTextsOfAnotherUser) {
  train("tested", {"data.test=" + text()});
  const test::UserState other;
  EXPECT_EQ(followed("tested"), Names({"translate", "log"}));
}

TEST_F(AdviceOfInfo, WorksForARunWithoutValidation) {
  train("run", {"data.valid=", "training.average=0"});
  expect_says("run", {", not validated\n"});
  EXPECT_EQ(followed("run"), Names({"translate", "log"}));
}

TEST_F(AdviceOfInfo, ResumesARunThatWasStopped) {
  train("run", {"training.steps=10"});
  const auto log = test::content_of(directory_ / "run/log.jsonl");
  directory_.write("run/log.jsonl", log.substr(0, log.rfind("{\"event\":\"end\"")));
  expect_says("run", {"; stopped before the end\n"});
  EXPECT_EQ(followed("run"), Names({"translate", "log", "train"}));
  EXPECT_EQ(followed("run"), Names({"translate", "log"}));
}

TEST_F(AdviceOfInfo, QuantizesALargeModelOnce) {
  add_wide_model("a large model");
  EXPECT_EQ(followed("a large model"), Names({"translate", "quantize"}));
  EXPECT_EQ(followed("a large model"), Names({"translate"})) << "the quantized model is there";
  EXPECT_EQ(followed("a large model-int8"), Names({"translate"}));
  run(add_pack, {directory_ / "a large model", "-o", directory_ / "large.regard"});
  EXPECT_EQ(followed("large.regard"), Names({"translate", "pack"}));
  EXPECT_EQ(followed("large-int8.regard"), Names({"translate"}));
}

TEST_F(AdviceOfInfo, WorksForAModelThatWasImportedOrAveraged) {
  test::tiny_model("transformer").save(directory_ / "own");
  run(add_export, {directory_ / "own", "-o", directory_ / "theirs"});
  run(add_import, {directory_ / "theirs", "-o", directory_ / "imported"});
  EXPECT_EQ(followed("imported"), Names({"translate"}));
  run(add_average, {directory_ / "own", directory_ / "own", "-o", directory_ / "average"});
  EXPECT_EQ(followed("average"), Names({"translate"}));
}

class AdviceOnAnInterruptedRun : public AdviceOfInfo {
 protected:
  AdviceOnAnInterruptedRun() {
    train("run", {"training.steps=10"});
    replace_end_of_log("");
  }
  void replace_end_of_log(const std::string& line) const {
    const auto log = test::content_of(directory_ / "run/log.jsonl");
    directory_.write("run/log.jsonl", log.substr(0, log.rfind("{\"event\":\"end\"")) + line);
  }
};

TEST_F(AdviceOnAnInterruptedRun, DoesNotResumeARunThatStillTrains) {
  const train::RunLock training(directory_ / "run");
  expect_says("run", {"; still training\n"});
  EXPECT_EQ(followed("run"), Names({"translate", "log"}));
  std::filesystem::remove(directory_ / "run/model.safetensors");
  expect_says("run", {"a training run without a model yet", "the first validation writes"});
  EXPECT_EQ(followed("run"), Names({"log"}));
}

TEST_F(AdviceOnAnInterruptedRun, ResumesItBeforeItsFirstModel) {
  std::filesystem::remove(directory_ / "run/model.safetensors");
  EXPECT_EQ(followed("run"), Names({"log", "train"}));
}

TEST_F(AdviceOnAnInterruptedRun, DoesNotResumeARunThatDiverged) {
  replace_end_of_log("{\"event\":\"train\",\"step\":10,\"loss\":null}\n");
  expect_says("run", {"; diverged at step 10"});
  EXPECT_EQ(followed("run"), Names({"translate", "log"}));
}

TEST_F(AdviceOnAnInterruptedRun, DoesNotResumeWithoutAConfig) {
  directory_.write("run/config.yaml", "");
  const auto advice = advice_on("run");
  EXPECT_TRUE(
      std::ranges::none_of(advice, [](const auto& line) { return line.starts_with("train "); }));
}

TEST_F(AdviceOfInfo, WorksForARunWithAShortlist) {
  train("run", {"data.test=" + text()});
  run(add_shortlist, {directory_ / "run"});
  EXPECT_EQ(followed("run"), Names({"translate", "eval", "log"}));
}

TEST_F(AdviceOfInfo, ImportsAModelOfAnotherProgramOnce) {
  test::tiny_model("transformer").save(directory_ / "own");
  for (const std::string to : {"huggingface", "ctranslate2"}) {
    run(add_export, {directory_ / "own", "--to", to, "-o", directory_ / to});
    EXPECT_EQ(followed(to), Names({"import", "translate"}));
    EXPECT_EQ(followed(to + "/"), Names({"translate"}));
  }
  expect_says("huggingface", {": a model of Hugging Face's transformers\n"});
  expect_says("ctranslate2", {": a model of CTranslate2\n"});
  std::filesystem::remove(directory_ / "ctranslate2/source.spm");
  expect_says("ctranslate2", {"lacks source.spm\n"});
  EXPECT_EQ(followed("ctranslate2"), Names());
}

TEST_F(AdviceOfInfo, IsNoneForAPackageThatCannotBeImported) {
  test::tiny_model("transformer").save(directory_ / "own");
  run(add_export, {directory_ / "own", "--to", "argos", "-o", directory_ / "own.argosmodel"});
  expect_says("own.argosmodel", {": a model of Argos Translate\n", "but does not read them\n"});
  EXPECT_EQ(followed("own.argosmodel"), Names());
}

TEST_F(AdviceOfInfo, WorksForALanguageModel) {
  directory_.write("config.yaml", language_config_of(test::kSmallRnnLm));
  train("lm", {"data.test={text: " + (directory_ / "text.txt") + "}"});
  EXPECT_EQ(followed("lm"), Names({"generate", "eval", "log"}));
}

TEST_F(Info, KnowsTokenizersConfigsAndTexts) {
  test::tiny_model("transformer").save(directory_ / "model");
  expect_says("model/tokenizer.model", {"a tokenizer"});
  expect_says("config.yaml", {"a config", "$ regard train "});
  directory_.write("pairs.tsv", "a\tb\nc\td\n");
  expect_says("pairs.tsv", {"pairs of sentences", "lines         2", "regard train --data "});
  expect_says("text.en", {"a text", "lines         6"});
}

TEST_F(Info, SuggestsHowToLookAtPairs) {
  directory_.write("pairs.tsv", "a\tb\n\nc\td\nno tab\na\tb\ne\tf\ng\th\n");
  expect_says("pairs.tsv", {"pairs of sentences", "lines         7", "with a tab    5",
                            "regard corpus check ", "regard train --data "});
}

TEST_F(Info, SuggestsWhatToDoWithADocument) {
  directory_.write("a.tmx", "<tmx/>\n");
  directory_.write("a.html", "<p>a</p>\n");
  expect_says("a.tmx", {"a.tmx: a translation memory", "$ regard translate RUN ",
                        "$ regard corpus check ", "--memory "});
  expect_says("a.html", {"a.html: HTML", "$ regard translate RUN "});
}

TEST_F(Info, IsJsonIfAsked) {
  test::tiny_model("transformer").save(directory_ / "model");
  const auto json = nlohmann::json::parse(run(add_info, {directory_ / "model", "--json"}));
  EXPECT_EQ(json.at("kind"), "a translation model");
  EXPECT_EQ(json.at("facts").at(0).at("value"), "transformer");
  EXPECT_EQ(json.at("commands").size(), 1U);
}

TEST_F(Info, RefusesFilesThatAreNotText) {
  directory_.write("bytes", std::string("ELF\0\1\2", 6));
  const auto error = test::thrown_error([&] { info("bytes"); });
  EXPECT_EQ(error.where(), directory_ / "bytes");
  EXPECT_EQ(error.problem(), "is not text: it has NUL bytes");
}

TEST_F(Info, ReadsPairsOfWhichOneIsBroken) {
  std::string pairs("a\tb\nc\0\td\n", 9);
  for (int line = 0; line < 500; ++line) pairs += "a cat\tun chat\n";
  directory_.write("pairs.tsv", pairs);
  EXPECT_NO_THROW(info("pairs.tsv"));
}

TEST_F(Info, NamesAMissingFile) {
  EXPECT_EQ(test::thrown_error([&] { info("nothing"); }).where(), directory_ / "nothing");
}

}  // namespace
}  // namespace regard::cli
