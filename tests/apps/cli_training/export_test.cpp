// regard export: what other programs find in its files. The tests of interop/ check the weights.
#include <gtest/gtest.h>
#include <zip.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "cli/commands.h"
#include "cli/run_program.h"
#include "cli_training/commands.h"
#include "regard/base/error.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/tiny_model.h"

namespace regard::cli {
namespace {

class Export : public testing::Test {
 protected:
  Export() { test::tiny_model("transformer").save(folder_ / "model"); }

  void run(const std::vector<std::string>& more) const { run_on("model", more); }
  void run_on(const std::string& model, const std::vector<std::string>& more) const {
    CLI::App app;
    const auto command = add_export(app);
    std::vector<std::string> arguments = {folder_ / model};
    arguments.insert(arguments.end(), more.begin(), more.end());
    if (parse(app, arguments)) command();
  }

  test::TemporaryFolder folder_;
};

class Archive {
 public:
  explicit Archive(const std::string& path)
      : archive_(::zip_open(path.c_str(), ZIP_RDONLY, nullptr), ::zip_discard) {}

  std::set<std::string> names() const {
    std::set<std::string> names;
    const auto count = ::zip_get_num_entries(archive_.get(), 0);
    for (zip_int64_t i = 0; i < count; ++i) {
      names.insert(::zip_get_name(archive_.get(), static_cast<zip_uint64_t>(i), 0));
    }
    return names;
  }

  std::string text(const std::string& name) const {
    const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(
        ::zip_fopen(archive_.get(), name.c_str(), 0), ::zip_fclose);
    std::string text(1 << 20, '\0');
    text.resize(static_cast<size_t>(::zip_fread(file.get(), text.data(), text.size())));
    return text;
  }

 private:
  std::unique_ptr<zip_t, void (*)(zip_t*)> archive_;
};

TEST_F(Export, WritesAModelCardForHuggingFace) {
  run({"-o", folder_ / "there", "--license", "cc0-1.0"});
  const auto card = read_file(folder_ / "there/README.md");
  for (const char* part : {"library_name: transformers\n", "license: \"cc0-1.0\"\n",
                           "AutoModelForSeq2SeqLM.from_pretrained(\"there\")"}) {
    EXPECT_NE(card.find(part), std::string::npos) << card;
  }
}

TEST_F(Export, WritesAPackageOfArgosTranslate) {
  const std::string package = folder_ / "en_fr.argosmodel", root = "translate-en_fr-1_0/";
  run({"--to", "argos", "--type", "int8", "-o", package});
  const Archive archive(package);
  EXPECT_EQ(archive.names(), (std::set<std::string>{
                                 root + "README.md", root + "metadata.json",
                                 root + "sentencepiece.model", root + "model/config.json",
                                 root + "model/model.bin", root + "model/shared_vocabulary.json"}));
  const auto metadata = nlohmann::json::parse(archive.text(root + "metadata.json"));
  EXPECT_EQ(metadata.at("from_code"), "en");
  EXPECT_EQ(metadata.at("to_name"), "French");
  // Argos Translate passes only the pieces of a sentence to CTranslate2.
  const auto config = nlohmann::json::parse(archive.text(root + "model/config.json"));
  EXPECT_EQ(config.at("add_source_eos"), true);
}

TEST_F(Export, WritesTheSamePackageAgain) {
  run({"--to", "argos", "-o", folder_ / "en_fr.argosmodel"});
  const auto before = read_file(folder_ / "en_fr.argosmodel");
  run({"--to", "argos", "-o", folder_ / "en_fr.argosmodel"});
  EXPECT_TRUE(read_file(folder_ / "en_fr.argosmodel") == before);
}

TEST_F(Export, NamesTheFormatsForAModelBeforeItWritesAnything) {
  test::tiny_model("rnn_attention").save(folder_ / "rnn");
  auto error = test::thrown_error([&] { run_on("rnn", {"-o", folder_ / "there"}); });
  EXPECT_EQ(error.where(), folder_ / "rnn");
  EXPECT_EQ(error.problem(),
            "cannot be exported for Hugging Face's transformers: model.type is "
            "rnn_attention instead of transformer");
  EXPECT_EQ(error.remedy(), "pack it for other machines: regard pack " + (folder_ / "rnn -o ") +
                                (folder_ / "rnn.regard"));
  pack_as_integers(folder_ / "rnn", folder_ / "rnn.regard");
  error = test::thrown_error([&] { run_on("rnn.regard", {"-o", folder_ / "there"}); });
  EXPECT_EQ(error.remedy(), "copy it as it is to other machines with regard");

  auto tiny = test::tiny_model("transformer");
  tiny.experiment.model.set("norm_epsilon", config::Node::scalar("1e-6"));
  tiny.save(folder_ / "epsilon");
  error = test::thrown_error([&] { run_on("epsilon", {"-o", folder_ / "there"}); });
  EXPECT_TRUE(error.remedy().starts_with("export it for CTranslate2: regard export " +
                                         (folder_ / "epsilon --to ctranslate2 -o ") +
                                         (folder_ / "epsilon-ct2\n")))
      << error.remedy();
  EXPECT_FALSE(std::filesystem::exists(folder_ / "there"));
  run_on("epsilon", {"--to", "ctranslate2", "-o", folder_ / "epsilon-ct2"});

  tiny = test::tiny_model("transformer");
  tiny.experiment.data.preprocess = config::Preprocess::d2l;
  tiny.save(folder_ / "d2l");
  error = test::thrown_error([&] { run_on("d2l", {"--to", "argos", "-o", folder_ / "there"}); });
  EXPECT_EQ(error.problem(), "cannot be exported for Argos Translate: data.preprocess is d2l");
}

TEST_F(Export, LeavesNothingIfTheOtherProgramLacksAPart) {
  test::tiny_model("rnn_attention").save(folder_ / "rnn");
  CLI::App app;
  const auto command = add_export(app);
  ASSERT_TRUE(parse(app, {folder_ / "rnn", "--to", "argos", "-o", folder_ / "rnn.argosmodel"}));
  EXPECT_THROW(command(), Error);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "rnn.argosmodel"));
}

}  // namespace
}  // namespace regard::cli
