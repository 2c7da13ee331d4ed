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
    EXPECT_TRUE(corpus.address.starts_with("https://")) << corpus.address;
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

// The message about a missing text names the command that fetches it.
TEST(Corpora, AreKnownToTheReaderOfTexts) {
  std::set<std::string_view> names;
  for (const auto& corpus : corpora()) names.insert(corpus.name);
  EXPECT_EQ(names, std::set<std::string_view>(text::kPublishedCorpora.begin(),
                                              text::kPublishedCorpora.end()));
}

TEST(Corpora, HaveADigestOfEveryFile) {
  for (const auto& corpus : corpora()) {
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
    EXPECT_NE(list_of_corpora().find(corpus.licence), std::string::npos);
    EXPECT_NE(list_of_corpora().find(corpus.credit), std::string::npos);
  }
}

TEST(FindCorpus, NamesTheNearestOfAMisspeltName) {
  EXPECT_EQ(find_corpus("multi30k").name, "multi30k");
  EXPECT_EQ(test::thrown_error([] { find_corpus("multi30"); }).remedy(),
            "did you mean 'multi30k'?");
}

}  // namespace
}  // namespace regard::download
