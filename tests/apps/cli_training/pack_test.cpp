// regard pack, and other commands on the files that it writes.
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "base/packed_folder.h"
#include "cli/commands.h"
#include "cli/run_program.h"
#include "cli_training/commands.h"
#include "regard/base/error.h"
#include "regard/translate/translator.h"
#include "store/model_directory.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/base/user_state.h"
#include "support/command_output.h"
#include "support/tiny_model.h"

namespace regard::cli {
namespace {

class Pack : public testing::Test {
 protected:
  Pack() { test::tiny_model("transformer").save(folder_ / "model"); }

  template <class Add>
  std::string run(const Add& add, const std::vector<std::string>& arguments) const {
    return test::output_of_command(add, arguments);
  }

  std::string pack(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {folder_ / "model", "-o", packed()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(add_pack, arguments);
  }

  std::string packed() const { return folder_ / "model.regard"; }

  static std::string translation(const std::string& model) {
    return Translator(model).translate("the cat sleeps");
  }

  test::TemporaryFolder folder_;
};

TEST_F(Pack, WritesAModelThatTranslatesTheSame) {
  pack();
  EXPECT_EQ(translation(packed()), translation(folder_ / "model"));
}

TEST_F(Pack, WritesOneFileWithACard) {
  pack({"--license", "cc0-1.0", "--author", "Somebody", "--description", "For tests."});
  EXPECT_EQ(files_of_packed_folder(packed()),
            (std::vector<std::string>{"README.md", "config.yaml", "model.safetensors",
                                      "tokenizer.model"}));
  const auto card = read_file(packed() + "/README.md");
  for (const char* part : {"license: \"cc0-1.0\"\n", "pipeline_tag: translation\n",
                           "\nFor tests.\n", "| architecture | transformer |",
                           "| author | Somebody |", "regard translate model.regard"}) {
    EXPECT_NE(card.find(part), std::string::npos) << card;
  }
}

TEST_F(Pack, WritesTheSameBytesAgain) {
  pack();
  const auto before = read_file(packed());
  pack();
  EXPECT_EQ(read_file(packed()), before);
}

TEST_F(Pack, WritesIntegersThatTranslateAsAQuantizedModel) {
  pack({"--type", "int8"});
  run(add_quantize, {folder_ / "model", "-o", folder_ / "int8"});
  EXPECT_EQ(read_file(packed() + "/model.safetensors"),
            read_file(folder_ / "int8/model.safetensors"));
  EXPECT_EQ(translation(packed()), translation(folder_ / "int8"));
}

TEST_F(Pack, KeepsTheMarkOfTheUsersOwnModel) {
  const test::UserState user;
  auto tiny = test::tiny_model("transformer");
  tiny.experiment.data.test = {.source = folder_.write("test.en", "the cat\n"),
                               .target = folder_.write("test.fr", "a dog\n")};
  tiny.save(folder_ / "own");
  store::mark_as_own(store::ModelDirectory(folder_ / "own"), tiny.experiment.data);
  run(add_pack, {folder_ / "own", "-o", packed()});
  const auto said = run(add_eval, {packed()});
  EXPECT_NE(said.find("BLEU"), std::string::npos) << said;
  const test::UserState other;
  EXPECT_THROW(run(add_eval, {packed()}), Error);
}

TEST_F(Pack, TakesAPackedModel) {
  pack();
  run(add_pack, {packed(), "-o", folder_ / "again.regard", "--license", "mit"});
  EXPECT_EQ(translation(folder_ / "again.regard"), translation(folder_ / "model"));
}

TEST_F(Pack, IsDescribedByInfo) {
  pack();
  const auto said = run(add_info, {packed()});
  EXPECT_NE(said.find("a translation model, packed, intact"), std::string::npos) << said;
}

TEST_F(Pack, RefusesOtherFilesAndWritesNothing) {
  std::filesystem::remove(folder_ / "model/tokenizer.model");
  EXPECT_THROW(pack(), Error);
  EXPECT_FALSE(std::filesystem::exists(packed()));
}

TEST_F(Pack, InfoNoticesAChangedFile) {
  pack();
  auto bytes = read_file(packed());
  bytes[find_in_packed_folder(packed() + "/model.safetensors")->begin + 2000] ^= 1;
  write_file_atomically(packed(), bytes);
  const auto error = test::thrown_error([&] { run(add_info, {packed()}); });
  EXPECT_EQ(error.where(), packed());
  EXPECT_NE(std::string(error.problem()).find("its SHA-256 differs"), std::string::npos);
}

TEST_F(Pack, NothingIsWrittenIntoIt) {
  pack();
  EXPECT_THROW(write_file_atomically(packed() + "/shortlist.bin", "x"), Error);
}

}  // namespace
}  // namespace regard::cli
