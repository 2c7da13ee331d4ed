// Downloads from a server on this machine that misbehaves as real servers do.
#include "download/download.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "base/digest.h"
#include "base/packed_folder.h"
#include "download/zip_file.h"
#include "support/base/file_server.h"
#include "support/base/terminal_signals.h"
#include "support/base/thrown_error.h"

namespace regard::download {
namespace {

using Strings = std::vector<std::string>;

std::string sha1(const std::string& bytes) {
  Digest digest(Digest::Kind::sha1);
  digest.add(bytes);
  return digest.digits();
}

/// Text that hardly compresses.
std::string noise() {
  std::string text;
  for (int i = 0; text.size() < 200'000; ++i) text += sha256(std::to_string(i));
  return text;
}

/// Two texts, each in its own file or in an archive, on a server and not yet in the folder.
class Download : public testing::Test {
 protected:
  void SetUp() override {
    if (!server.runs()) GTEST_SKIP() << "there is no python3 to run a server";
    write_gzip("a.gz", text);
    test::write_zip(server.files / "b.zip", {{"b/b.txt", "text"}});
    corpus.files = {
        {.name = "a.gz", .digest = sha256(text), .text_bytes = text.size()},
        {.name = "b.zip", .member = "b.txt", .digest = sha1(server.files.read("b.zip"))}};
  }

  void write_gzip(const std::string& name, const std::string& content) const {
    GzipStream stream;
    const auto begin = stream.add(content);
    server.files.write(name, begin + stream.end());
  }

  void get(const std::string& behaviour, HttpClient::Options http = {}) const {
    const InterruptGuard interrupt;
    download(corpus, {.folder = folder.path(), .from = server.address(behaviour), .http = http},
             interrupt);
  }

  Error error_of(const std::string& behaviour, HttpClient::Options http = {}) const {
    return test::thrown_error([&] { get(behaviour, http); });
  }

  void expect_all_is_there() const {
    EXPECT_EQ(folder.names(), (Strings{"a.gz", "b.txt", "b.zip"}));
    EXPECT_EQ(folder.read("a.gz"), server.files.read("a.gz"));
    EXPECT_EQ(folder.read("b.txt"), "text");
  }

  std::string half() const { return std::to_string(server.files.read("a.gz").size() / 2); }

  const test::FileServer server;
  const test::TemporaryFolder folder;
  const std::string text = noise();
  Corpus corpus = {.name = "example",
                   .pairs = "",
                   .domain = "",
                   .contents = "",
                   .license = "",
                   .credit = "",
                   .address = "https://example.org/data",
                   .next = "",
                   .files = {}};
};

TEST_F(Download, PutsTheFilesAndWhatIsInThemIntoTheFolder) {
  get("whole");
  expect_all_is_there();
  EXPECT_EQ(server.requests(), (Strings{"/whole/a.gz 0", "/whole/b.zip 0"}));
}

TEST_F(Download, FetchesNoExistingFile) {
  get("whole");
  const auto before = server.requests();
  get("whole");
  expect_all_is_there();
  EXPECT_EQ(server.requests(), before);
}

TEST_F(Download, TakesAFileThatWasPutThereByHandAndPackedByAnotherProgram) {
  write_gzip("half", text.substr(0, 1000));
  write_gzip("rest", text.substr(1000));
  folder.write("a.gz", server.files.read("half") + server.files.read("rest"));
  folder.write("b.zip", server.files.read("b.zip"));
  get("missing");
  EXPECT_EQ(folder.read("b.txt"), "text");
  EXPECT_EQ(server.requests(), Strings{});
}

TEST_F(Download, ContinuesAfterALostConnection) {
  get("cut");
  expect_all_is_there();
  EXPECT_EQ(server.requests().at(1), "/cut/a.gz " + half());
}

TEST_F(Download, ContinuesAnEarlierDownload) {
  EXPECT_THROW(get("cut", {.retries = 0}), Error);
  EXPECT_EQ(folder.names(), Strings{"a.gz.part"});
  get("whole");
  expect_all_is_there();
  EXPECT_EQ(server.requests().at(1), "/whole/a.gz " + half());
}

TEST_F(Download, StartsAfreshIfTheServerCannotContinue) {
  get("forgetful");
  expect_all_is_there();
}

TEST_F(Download, StartsAfreshIfTheServerContinuesElsewhere) {
  get("other");
  expect_all_is_there();
}

TEST_F(Download, StartsAfreshIfTheExistingPartIsNotOfTheFile) {
  for (const auto size : {size_t{1000}, size_t{1'000'000}}) {
    folder.write("a.gz.part", std::string(size, 'x'));
    get("whole");
    expect_all_is_there();
    std::filesystem::remove(folder / "a.gz");
  }
}

TEST_F(Download, TakesAPartThatIsTheWholeFile) {
  folder.write("a.gz.part", server.files.read("a.gz"));
  get("whole");
  expect_all_is_there();
}

TEST_F(Download, TriesAgainIfTheServerIsBusy) {
  get("busy");
  expect_all_is_there();
}

TEST_F(Download, FollowsARedirect) {
  get("moved");
  expect_all_is_there();
}

TEST_F(Download, FollowsNoRedirectToAnotherProtocolAndNoneInACircle) {
  for (const auto* behaviour : {"away", "circle"}) {
    const auto error = error_of(behaviour);
    EXPECT_NE(std::string(error.problem()).find("cannot be downloaded: "), std::string::npos);
    EXPECT_EQ(folder.names(), Strings{});
  }
}

TEST_F(Download, KeepsNoFileWithAnotherContentAndNamesBothDigests) {
  write_gzip("a.gz", std::string(text.size(), 'x'));
  const auto error = error_of("whole");
  EXPECT_EQ(error.problem(), "its text has SHA-256 " + sha256(std::string(text.size(), 'x')) +
                                 ", but must have " + sha256(text));
  EXPECT_EQ(error.where(), server.address("whole") + "/a.gz");
  EXPECT_EQ(folder.names(), Strings{});
  server.files.write("a.gz", "<html>sign in</html>");
  EXPECT_EQ(error_of("whole").problem(), "is not a .gz file");
  EXPECT_EQ(folder.names(), Strings{});
}

TEST_F(Download, KeepsNoArchiveWithAnotherContent) {
  corpus.files.erase(corpus.files.begin());
  EXPECT_TRUE(std::string(error_of("wrong").problem()).starts_with("has SHA-1 "));
  EXPECT_EQ(folder.names(), Strings{});
}

TEST_F(Download, LeavesAFileOfTheUsersAsItIs) {
  folder.write("a.gz", "mine");
  const auto error = error_of("whole");
  EXPECT_EQ(error.where(), folder / "a.gz");
  EXPECT_EQ(folder.read("a.gz"), "mine");
  std::filesystem::remove(folder / "a.gz");
  folder.write("b.txt", "mine");
  EXPECT_EQ(error_of("whole").where(), folder / "b.txt");
  EXPECT_EQ(folder.read("b.txt"), "mine");
}

TEST_F(Download, NamesTheFileToFetchByHandIfTheServerLacksIt) {
  const auto error = error_of("missing");
  EXPECT_EQ(error.problem(), "cannot be downloaded: the server answered 404");
  EXPECT_EQ(error.exit_code(), ExitCode::failure);
  for (const auto* name : {"/a.gz", "/b.zip"}) {
    EXPECT_NE(error.remedy().find(server.address("missing") + name), std::string::npos);
  }
  EXPECT_NE(error.remedy().find("into " + folder.path().string()), std::string::npos);
  EXPECT_EQ(folder.names(), Strings{});
}

TEST_F(Download, NamesTheFileToFetchByHandIfThereIsNoServer) {
  const InterruptGuard interrupt;
  const auto error = test::thrown_error([&] {
    download(corpus,
             {.folder = folder.path(), .from = "http://127.0.0.1:1", .http = {.retries = 0}},
             interrupt);
  });
  EXPECT_EQ(error.where(), "http://127.0.0.1:1/a.gz");
  EXPECT_NE(error.remedy().find("\n  http://127.0.0.1:1/b.zip"), std::string::npos);
}

TEST_F(Download, GivesUpOnAStalledServerAndKeepsWhatItSent) {
  const auto error = error_of("stalled", {.silence = 1, .retries = 0});
  EXPECT_NE(std::string(error.problem()).find("cannot be downloaded: "), std::string::npos);
  EXPECT_EQ(std::to_string(folder.read("a.gz.part").size()), half());
}

TEST_F(Download, KeepsWhatHasArrivedWhenItIsInterrupted) {
  const test::TerminalSignals signals;
  const InterruptGuard interrupt;
  std::thread user([&] {
    while (folder.names().empty() || folder.read("a.gz.part").empty()) std::this_thread::yield();
    std::raise(SIGINT);
  });
  EXPECT_THROW(
      download(corpus, {.folder = folder.path(), .from = server.address("stalled"), .http = {}},
               interrupt),
      Interrupted);
  user.join();
  EXPECT_EQ(std::to_string(folder.read("a.gz.part").size()), half());
}

TEST_F(Download, WithoutEncryptionNeedsAMirrorThatSaysSo) {
  corpus.address = server.address("whole");  // an http:// address
  const InterruptGuard interrupt;
  const auto error = test::thrown_error(
      [&] { download(corpus, {.folder = folder.path(), .from = "", .http = {}}, interrupt); });
  EXPECT_NE(std::string(error.problem()).find("http"), std::string::npos);
  EXPECT_EQ(server.requests(), Strings{});
}

TEST_F(Download, RefusesAMirrorOfAnotherProtocol) {
  const InterruptGuard interrupt;
  EXPECT_EQ(test::thrown_error([&] {
              download(corpus, {.folder = folder.path(), .from = "file:///etc", .http = {}},
                       interrupt);
            }).problem(),
            "--from is file:///etc, but must begin with https:// or http://");
}

}  // namespace
}  // namespace regard::download
