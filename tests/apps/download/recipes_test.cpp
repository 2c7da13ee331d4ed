// Corpora that are published as archives of pairs, from a local server with the same layout.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "base/digest.h"
#include "download/download.h"
#include "download/pairs_file.h"
#include "download/zip_file.h"
#include "support/base/file_server.h"
#include "support/base/tar_file.h"
#include "support/base/terminal_signals.h"
#include "support/base/thrown_error.h"

namespace regard::download {
namespace {

using Strings = std::vector<std::string>;

class Recipes : public testing::Test {
 protected:
  void SetUp() override {
    if (!server.runs()) GTEST_SKIP() << "there is no python3 to run a server";
    test::write_zip(server.files / "en-fr.txt.zip",
                    {{"DGT.en-fr.en", "Hello.\nBye.\n"}, {"DGT.en-fr.fr", "Salut.\nAdieu.\n"}});
  }

  void get(const std::string& behaviour, HttpClient::Options http = {},
           uint64_t most_bytes = 0) const {
    const InterruptGuard interrupt;
    download(corpus,
             {.folder = folder.path(),
              .from = server.address(behaviour),
              .most_bytes = most_bytes,
              .http = http},
             interrupt);
  }

  Error error_of(const std::string& behaviour, uint64_t most_bytes = 0) const {
    return test::thrown_error([&] { get(behaviour, {.retries = 0}, most_bytes); });
  }

  void expect_all_is_there() const {
    EXPECT_EQ(folder.names(), (Strings{"en-fr.txt.zip", kPairsFile}));
    EXPECT_EQ(folder.read(kPairsFile), "Hello.\tSalut.\nBye.\tAdieu.\n");
  }

  const test::FileServer server;
  const test::TemporaryFolder folder;
  Corpus corpus = find_corpus("opus:DGT@v2019");
};

TEST_F(Recipes, WriteThePairsOfAnArchive) {
  get("whole");
  expect_all_is_there();
}

/// The files of a recipe as its publisher serves them, and the pairs in them.
struct Published {
  std::string corpus;
  std::map<std::string, std::map<std::string, std::string>> archives;
  std::string pairs;
};

TEST_F(Recipes, OfDocumentsAndMessagesReadTheLayoutsOfTheirPublishers) {
  const std::vector<Published> all = {
      {"react-docs",
       {{"react-docs-en.zip",
         {{"react.dev-main/src/content/learn/a.md", "# State {/*state*/}\n\nKeep it.\n"}}},
        {"react-docs-fr.zip",
         {{"fr.react.dev-main/src/content/learn/a.md", "# L'état {/*state*/}\n\nGarde-le.\n"}}}},
       "State\tL'état\nKeep it.\tGarde-le.\n"},
      {"php-docs",
       {{"php-docs-en.zip",
         {{"doc-en-master/a/b.xml", "<title>Use</title><para>Run &php;.</para>"}}},
        {"php-docs-fr.zip",
         {{"doc-fr-master/a/b.xml", "<title>Usage</title><para>Lancez &php;.</para>"}}}},
       "Use\tUsage\nRun PHP.\tLancez PHP.\n"},
      {"postgresql-docs",
       {{"postgresql-docs-en.zip",
         {{"postgres-REL_15_STABLE/doc/src/sgml/ref/abort.sgml", "<para>It ends.</para>"}}},
        {"postgresql-docs-fr.zip",
         {{"pgdocs_fr-bv15x/postgresql/ref/abort.xml",
           "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<para>Elle s'arrête.</para>"}}}},
       "It ends.\tElle s'arrête.\n"},
      {"gnome-help",
       {{"gnome-user-docs.zip",
         {{"gnome-user-docs-gnome-46/gnome-help/fr/fr.po",
           "msgid \"Files\"\nmsgstr \"Fichiers\"\n"},
          {"gnome-user-docs-gnome-46/gnome-help/de/de.po",
           "msgid \"Files\"\nmsgstr \"Dateien\"\n"}}}},
       "Files\tFichiers\n"},
      {"huggingface-course",
       {{"huggingface-course.zip",
         {{"course-main/chapters/en/chapter1/1.mdx", "# Hello[[hello]]\n"},
          {"course-main/chapters/fr/chapter1/1.mdx", "# Bonjour[[bonjour]]\n"}}}},
       "Hello\tBonjour\n"},
      {"openstreetmap",
       {{"openstreetmap-website.zip",
         {{"x-master/config/locales/en.yml", "en:\n  site:\n    map: \"The map\"\n"},
          {"x-master/config/locales/fr.yml", "fr:\n  site:\n    map: La carte\n"}}}},
       "The map\tLa carte\n"},
      {"mozilla-www",
       {{"www-l10n.zip",
         {{"www-l10n-main/en/mozorg/about.ftl", "about-us = About us\n"},
          {"www-l10n-main/fr/mozorg/about.ftl", "about-us = À propos\n"}}}},
       "About us\tÀ propos\n"},
  };
  for (const auto& [name, archives, pairs] : all) {
    corpus = find_corpus(name);
    for (const auto& [file, members] : archives) test::write_zip(server.files / file, members);
    get("whole");
    EXPECT_EQ(folder.read(kPairsFile), pairs) << name;
    std::filesystem::remove(folder / kPairsFile);
  }
}

TEST_F(Recipes, FetchNoExistingFileAndWriteThePairsAgainOnlyIfMissing) {
  get("whole");
  const auto before = server.requests();
  get("whole");
  std::filesystem::remove(folder / kPairsFile);
  get("whole");
  expect_all_is_there();
  EXPECT_EQ(server.requests(), before);
}

TEST_F(Recipes, ContinueALostConnectionAndFollowARedirect) {
  get("cut");
  expect_all_is_there();
  std::filesystem::remove(folder / "en-fr.txt.zip");
  get("moved");
  expect_all_is_there();
}

TEST_F(Recipes, KeepNothingOfAnArchiveWithAnotherDigestOrSize) {
  corpus.files[0].digest = sha256("another");
  EXPECT_TRUE(std::string(error_of("whole").problem()).starts_with("has SHA-256 "));
  EXPECT_EQ(folder.names(), Strings{});
  corpus.files[0].digest = sha256(server.files.read("en-fr.txt.zip"));
  corpus.files[0].download_bytes = 12;
  EXPECT_NE(std::string(error_of("whole").problem()).find(" bytes, but must have 12"),
            std::string::npos);
  EXPECT_EQ(folder.names(), Strings{});
}

TEST_F(Recipes, KeepNothingOfADamagedArchiveWithoutAPublishedDigest) {
  const auto whole = server.files.read("en-fr.txt.zip");
  auto changed = whole;
  changed[changed.find("Hello") + 1] ^= 1;
  for (const auto& bytes :
       {whole.substr(0, whole.size() / 2), changed, std::string("<html>sign in</html>")}) {
    server.files.write("en-fr.txt.zip", bytes);
    const auto error = error_of("whole");
    EXPECT_TRUE(std::string(error.problem()).starts_with("damaged .zip file")) << error.problem();
    EXPECT_EQ(error.where(), server.address("whole") + "/en-fr.txt.zip");
    EXPECT_EQ(folder.names(), Strings{});
  }
}

TEST_F(Recipes, RefuseAFileThatIsTooLargeBeforeTheyFetchIt) {
  EXPECT_EQ(error_of("whole", 100).problem(),
            "cannot be downloaded: the file exceeds the limit of 100 bytes");
  EXPECT_EQ(folder.names(), Strings{});
}

TEST_F(Recipes, NameAnAddressWithoutAFile) {
  const auto error = error_of("missing");
  EXPECT_EQ(error.problem(), "cannot be downloaded: the server answered 404");
  EXPECT_NE(error.remedy().find(server.address("missing") + "/en-fr.txt.zip"), std::string::npos);
}

TEST_F(Recipes, NameTheAddressOfThePublisher) {
  corpus = find_corpus("laws");
  corpus.address = "https://127.0.0.1:1";
  const InterruptGuard interrupt;
  const auto error = test::thrown_error([&] {
    download(corpus, {.folder = folder.path(), .from = "", .http = {.retries = 0}}, interrupt);
  });
  EXPECT_EQ(error.where(),
            "https://127.0.0.1:1/justicecanada/laws-lois-xml/archive/refs/heads/main.zip");
  EXPECT_NE(error.remedy().find("/main.zip, as laws-lois-xml.zip"), std::string::npos);
}

TEST_F(Recipes, LeaveNoPairsOfAnArchiveWithAnotherLayout) {
  test::write_zip(server.files / "en-fr.txt.zip", {{"DGT.de-it.de", "a\n"}});
  EXPECT_NE(std::string(error_of("whole").problem()).find("must contain two texts"),
            std::string::npos);
  EXPECT_EQ(folder.names(), Strings{"en-fr.txt.zip"});
}

TEST_F(Recipes, LeavePairsOfTheUserAsTheyAre) {
  folder.write(kPairsFile, "mine");
  EXPECT_EQ(error_of("whole").where(), folder / kPairsFile);
  EXPECT_EQ(folder.read(kPairsFile), "mine");
}

TEST_F(Recipes, InterruptedLeaveOnlyWhatTheNextOneContinues) {
  {
    const test::TerminalSignals signals;
    const InterruptGuard interrupt;
    std::thread user([&] {
      while (folder.names().empty() || folder.read("en-fr.txt.zip.part").empty()) {
        std::this_thread::yield();
      }
      std::raise(SIGINT);
    });
    EXPECT_THROW(
        download(corpus, {.folder = folder.path(), .from = server.address("stalled"), .http = {}},
                 interrupt),
        Interrupted);
    user.join();
  }
  EXPECT_EQ(folder.names(), Strings{"en-fr.txt.zip.part"});
  get("whole");
  expect_all_is_there();
}

TEST_F(Recipes, InterruptedWhileTheyWritePairsLeaveNone) {
  const test::TerminalSignals signals;
  const InterruptGuard interrupt;
  std::raise(SIGINT);
  EXPECT_THROW(write_pairs(corpus.layout, {server.files / "en-fr.txt.zip"}, [](auto) {}),
               Interrupted);
}

TEST_F(Recipes, OfThisMachineNeedNoServer) {
  corpus = find_corpus("software");
  const test::TemporaryFolder root;
  corpus.layout = messages_of_programs(root.path());
  const InterruptGuard interrupt;
  EXPECT_THROW(download(corpus, {.folder = folder.path(), .from = "", .http = {}}, interrupt),
               Error);
  EXPECT_EQ(folder.names(), Strings{});
  EXPECT_EQ(server.requests(), Strings{});
}

}  // namespace
}  // namespace regard::download
