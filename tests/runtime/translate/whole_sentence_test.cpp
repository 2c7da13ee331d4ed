#include "translate/translate_lines.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace regard::translate {
namespace {

struct Written {
  const char* text;
  bool is_whole;
};
class WholeSentence : public testing::TestWithParam<Written> {};

TEST_P(WholeSentence, IsLikeTheFreeTranslation) {
  const std::vector<std::string> terms = {"station de train"}, replaced = {"gare"};
  EXPECT_EQ(is_whole(GetParam().text, "Où est la gare, s'il te plaît ?", terms, replaced),
            GetParam().is_whole)
      << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    With, WholeSentence,
    testing::Values(Written{"Où est la station de train, s'il te plaît ?", true},
                    Written{"La station de train, où est-elle, s'il te plaît ?", true},
                    Written{"Où est la gare ? station de train, s'il te plaît ?", false},
                    Written{"Où est la station de train, s'il te plaît !", false},
                    Written{"Où est la station de train, s'il te plaît", false},
                    Written{"Où est la gare de la station de train, s'il te plaît ?", false},
                    Written{"Où est la station de train, s'il te plaît plaît ?", false},
                    Written{"Où est la station de train \u2047, s'il te plaît ?", false},
                    Written{"Où est l' station de train, s'il te plaît ?", false},
                    Written{"station de train ?", false}));

}  // namespace
}  // namespace regard::translate
