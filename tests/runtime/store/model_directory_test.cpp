#include "store/model_directory.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "text/tokenizer.h"

namespace regard::store {
namespace {

using test::TemporaryFolder;
using test::thrown_error;
using text::Preprocess, text::TokenizerPair;
using Names = std::vector<std::string>;

text::Tokenizer words(const std::string& line) {
  return text::train_tokenizer({line}, {.type = config::TokenizerType::word});
}

TokenizerPair joint_pair() {
  const auto both = words("a cat un chat .");
  return {both, both, Preprocess::none};
}

TokenizerPair separate_pair() { return {words("a cat"), words("un chat noir"), Preprocess::none}; }

TEST(ModelDirectory, HasOneFileForAJointVocabulary) {
  const TemporaryFolder folder;
  const ModelDirectory directory(folder.path());
  directory.save_tokenizers(joint_pair());
  EXPECT_EQ(folder.names(), Names{"tokenizer.model"});
  const auto loaded = directory.load_tokenizers(Preprocess::none);
  EXPECT_TRUE(loaded.joint());
  EXPECT_EQ(loaded.hash(), joint_pair().hash());
}

TEST(ModelDirectory, HasTwoFilesForSeparateVocabularies) {
  const TemporaryFolder folder;
  const ModelDirectory directory(folder.path());
  directory.save_tokenizers(separate_pair());
  EXPECT_EQ(folder.names(), (Names{"source.model", "target.model"}));
  const auto loaded = directory.load_tokenizers(Preprocess::none);
  EXPECT_FALSE(loaded.joint());
  EXPECT_EQ(loaded.hash(), separate_pair().hash());
  EXPECT_EQ(loaded.encode_source("a cat"), separate_pair().encode_source("a cat"));
}

TEST(ModelDirectory, RemovesTokenizersOfTheOtherKind) {
  const TemporaryFolder folder;
  const ModelDirectory directory(folder.path());
  directory.save_tokenizers(joint_pair());
  directory.save_tokenizers(separate_pair());
  EXPECT_EQ(folder.names(), (Names{"source.model", "target.model"}));
  directory.save_tokenizers(joint_pair());
  EXPECT_EQ(folder.names(), Names{"tokenizer.model"});
}

TEST(ModelDirectory, NamesTheFolderThatHasNoTokenizer) {
  const TemporaryFolder folder;
  const ModelDirectory directory(folder.path());
  const auto load = [&] { directory.load_tokenizers(Preprocess::none); };
  EXPECT_EQ(thrown_error(load).where(), folder.path().string());
  words("a").save(directory.source_tokenizer());  // half a pair
  EXPECT_EQ(thrown_error(load).where(), folder.path().string());
}

TEST(ModelDirectory, ListsTheNamesOfItsFiles) {
  EXPECT_EQ(ModelDirectory::file_names(),
            (Names{"config.yaml", "model.safetensors", "tokenizer.model", "source.model",
                   "target.model"}));
}

TEST(ModelDirectory, ReportsThatATrainingRunHasNoModelYet) {
  const test::TemporaryFolder folder;
  folder.write("run/config.yaml", "");
  std::filesystem::create_directory(folder / "run/last");
  const auto error =
      test::thrown_error([&] { ModelDirectory(folder / "run").check_holds_model(); });
  EXPECT_EQ(error.problem(), "has no model yet: training has not reached its first validation");
  EXPECT_NE(error.remedy().find("--resume"), std::string::npos);
}

}  // namespace
}  // namespace regard::store
