#include "download/corpora.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "support/base/thrown_error.h"
#include "text/copied_items.h"

namespace regard::download {
namespace {

TEST(Corpora, AreServedByHttpsUnderPlainNames) {
  std::set<std::string> names;
  for (const auto& corpus : corpora()) {
    EXPECT_EQ(corpus.address.starts_with("https://"), !corpus.files.empty()) << corpus.address;
    EXPECT_FALSE(corpus.address.ends_with('/')) << corpus.address;
    for (const auto& file : corpus.files) {
      for (const auto& name : {file.name, file.member}) {
        EXPECT_EQ(name.find_first_of("/\\"), std::string::npos) << name;
        EXPECT_FALSE(name.starts_with('.')) << name;
        EXPECT_TRUE(name.empty() || names.insert(corpus.name + '/' + name).second) << name;
      }
    }
  }
}

// The message about a missing text names the command that downloads it.
TEST(Corpora, AreKnownToTheReaderOfTexts) {
  for (const auto name : text::kPublishedCorpora) {
    EXPECT_EQ(find_corpus(std::string(name)).name, name);
    EXPECT_EQ(find_corpus(std::string(name)).layout, nullptr) << "is read as it was published";
  }
}

TEST(Corpora, HaveADigestIfTheyAreReadUnchanged) {
  for (const auto& corpus : corpora()) {
    if (corpus.layout) continue;
    for (const auto& file : corpus.files) {
      const bool is_archive = !file.member.empty();
      EXPECT_EQ(file.name.ends_with(is_archive ? ".zip" : ".gz"), true) << file.name;
      EXPECT_EQ(file.digest.find_first_not_of("0123456789abcdef"), std::string::npos) << file.name;
      EXPECT_TRUE(file.digest.size() == 64 || (is_archive && file.digest.size() == 40));
      EXPECT_EQ(file.text_bytes > 0, !is_archive) << file.name;
    }
  }
}

TEST(Corpora, HaveAListOfAtMost80Columns) {
  std::istringstream lines(list_of_corpora());
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
  for (const auto& corpus : corpora()) {
    EXPECT_NE(list_of_corpora().find('\n' + corpus.name + ' '), std::string::npos);
    EXPECT_NE(list_of_corpora().find(corpus.license), std::string::npos);
    EXPECT_NE(list_of_corpora().find(corpus.credit), std::string::npos);
  }
}

TEST(Corpora, WithALayoutHaveASha256OrNone) {
  for (const auto& corpus : corpora()) {
    if (!corpus.layout) continue;
    for (const auto& file : corpus.files) {
      EXPECT_TRUE(file.digest.empty() || file.digest.size() == 64) << corpus.name;
      EXPECT_EQ(file.digest.find_first_not_of("0123456789abcdef"), std::string::npos);
    }
  }
}

TEST(Corpora, AreFoundUnderTheNameOfTheListAndHaveFoldersOfTheirOwn) {
  std::set<std::string> folders;
  for (const auto& corpus : corpora()) {
    EXPECT_EQ(find_corpus(corpus.name).address, corpus.address);
    EXPECT_TRUE(folders.insert(corpus.folder()).second);
    EXPECT_EQ(corpus.folder().find_first_of(":@"), std::string::npos);
    EXPECT_FALSE(corpus.domain.empty() || corpus.license.empty()) << corpus.name;
  }
}

TEST(FindCorpus, KnowsCorporaOfOpusByNameAndVersion) {
  const auto books = find_corpus("opus:Books");
  EXPECT_EQ(books.name, "opus:Books@v1");
  EXPECT_EQ(books.folder(), "data/opus-Books-v1");
  EXPECT_EQ(books.address, "https://object.pouta.csc.fi/OPUS-Books/v1/moses");
  EXPECT_EQ(books.files.at(0).name, "en-fr.txt.zip");
  const auto other = find_corpus("opus:DGT@v2019");
  EXPECT_EQ(other.address, "https://object.pouta.csc.fi/OPUS-DGT/v2019/moses");
  EXPECT_EQ(other.files.at(0).digest, "");
}

TEST(FindCorpus, RefusesNamesOfOpusWithoutAVersionOrWithAPath) {
  EXPECT_EQ(test::thrown_error([] { find_corpus("opus:Book"); }).remedy(), "did you mean 'Books'?");
  for (const auto* name :
       {"opus:", "opus:Unheard-of", "opus:../x@v1", "opus:DGT@..", "opus:a/b@v1"}) {
    EXPECT_THROW(find_corpus(name), Error) << name;
  }
}

TEST(FindCorpus, NamesTheNearestOfAMisspeltName) {
  EXPECT_EQ(find_corpus("multi30k").name, "multi30k");
  EXPECT_EQ(test::thrown_error([] { find_corpus("multi30"); }).remedy(),
            "did you mean 'multi30k'?");
}

}  // namespace
}  // namespace regard::download
