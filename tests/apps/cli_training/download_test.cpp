// regard download as users see it; tests/apps/download covers how servers fail.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <thread>

#include "base/process.h"
#include "download/corpora.h"
#include "download/zip_file.h"
#include "support/base/file_server.h"

namespace regard::cli {
namespace {

class DownloadProgram : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("REGARD_PROGRAM") == nullptr) GTEST_SKIP() << "REGARD_PROGRAM is not set";
  }

  ChildProcess started(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {std::getenv("REGARD_PROGRAM"), "download"});
    return ChildProcess{{.command = arguments, .output = folder / "output"}};
  }

  int exit_code_of(const std::vector<std::string>& arguments) const {
    auto process = started(arguments);
    return process.wait();
  }

  const test::TemporaryFolder folder;
};

TEST_F(DownloadProgram, WithoutANameListsTheCorpora) {
  EXPECT_EQ(exit_code_of({}), 0);
  EXPECT_EQ(folder.read("output"), download::list_of_corpora());
}

TEST_F(DownloadProgram, ListsTheCorporaOnRequest) {
  EXPECT_EQ(exit_code_of({"--list", "multi30k"}), 0);
  EXPECT_EQ(folder.read("output"), download::list_of_corpora());
}

TEST_F(DownloadProgram, RefusesOneFolderForSeveralCorporaAndFetchesNothingWhenANameIsWrong) {
  EXPECT_EQ(exit_code_of({"laws", "tldr", "-o", folder / "corpora"}), 2);
  EXPECT_NE(folder.read("output").find("-o and --from name the folder of one corpus"),
            std::string::npos);
  EXPECT_EQ(exit_code_of({"laws", "opus:Unheard-of"}), 2);
  EXPECT_EQ(folder.read("output").find("downloading"), std::string::npos);
}

TEST_F(DownloadProgram, WritesThePairsOfAnArchive) {
  const test::FileServer server;
  if (!server.runs()) GTEST_SKIP() << "there is no python3 to run a server";
  test::write_zip(server.files / "tldr.zip",
                  {{"tldr-main/pages/common/tar.md", "# tar\n\n> Archive files.\n"},
                   {"tldr-main/pages.fr/common/tar.md", "# tar\n\n> Archiver.\n"}});
  EXPECT_EQ(exit_code_of({"tldr", "-o", folder / "tldr", "--from", server.address("whole")}), 0);
  EXPECT_EQ(folder.read("tldr/pairs.tsv"), "Archive files.\tArchiver.\n");
  EXPECT_NE(folder.read("output").find("license: CC BY 4.0; the tldr-pages contributors"),
            std::string::npos);
}

TEST_F(DownloadProgram, EndsWith130AfterCtrlCAndLeavesWhatHasArrived) {
  const test::FileServer server;
  if (!server.runs()) GTEST_SKIP() << "there is no python3 to run a server";
  server.files.write("train.en.gz", "0123456789");
  auto process =
      started({"multi30k", "-o", folder / "corpus", "--from", server.address("stalled")});
  const std::filesystem::path part = folder / "corpus/train.en.gz.part";
  while (!std::filesystem::exists(part) || std::filesystem::file_size(part) == 0) {
    ASSERT_EQ(process.exit_code(), std::nullopt) << folder.read("output");
    std::this_thread::yield();
  }
  process.send(SIGINT);
  EXPECT_EQ(process.wait(), 130);
  EXPECT_EQ(folder.read("corpus/train.en.gz.part"), "01234");
  EXPECT_NE(folder.read("output").find("the same command continues"), std::string::npos);
}

TEST_F(DownloadProgram, WithoutANetworkSaysOnceWhatToFetchByHand) {
  const auto corpus = folder / "corpus";
  EXPECT_EQ(
      exit_code_of({"multi30k", "-o", corpus, "--from", "http://127.0.0.1:1/a", "--retries", "0"}),
      1);
  const auto said = folder.read("output");
  EXPECT_NE(said.find("regard: http://127.0.0.1:1/a/train.en.gz: cannot be downloaded: "),
            std::string::npos)
      << said;
  for (const auto& file : download::find_corpus("multi30k").files) {
    EXPECT_NE(said.find("  http://127.0.0.1:1/a/" + file.name + "\n"), std::string::npos) << said;
  }
  EXPECT_NE(said.find(" into " + corpus + " and run the command again"), std::string::npos) << said;
}

TEST_F(DownloadProgram, KnowsWhichCorpusWasMeant) {
  EXPECT_EQ(exit_code_of({"tatoebo"}), 2);
  EXPECT_EQ(folder.read("output"),
            "regard: unknown corpus tatoebo\n        did you mean 'tatoeba'?\n");
}

/// The command writes the files that the configs read.
TEST_F(DownloadProgram, PutsFilesWhereTheConfigsLookForThem) {
  if (std::getenv("REGARD_SOURCE_DIR") == nullptr) GTEST_SKIP() << "REGARD_SOURCE_DIR is not set";
  const std::filesystem::path source = std::getenv("REGARD_SOURCE_DIR");
  for (const auto& [name, config] : {std::pair("multi30k", "multi30k-transformer"),
                                     {"multi30k", "multi30k-bahdanau"},
                                     {"multi30k", "multi30k-fr-en"}}) {
    const auto text = test::content_of(source / "configs" / (std::string(config) + ".yaml"));
    for (const auto& file : download::find_corpus(name).files) {
      EXPECT_NE(text.find(' ' + ("data/" + std::string(name)) + '/' + file.name), std::string::npos)
          << config << ": " << file.name;
    }
  }
  for (const auto* config : {"d2l-transformer", "d2l-bahdanau"}) {
    const auto text = test::content_of(source / "configs" / (std::string(config) + ".yaml"));
    EXPECT_NE(text.find("data/tatoeba/" + download::find_corpus("tatoeba").files.at(0).member),
              std::string::npos);
  }
}

}  // namespace
}  // namespace regard::cli
