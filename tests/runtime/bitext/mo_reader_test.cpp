#include <string>
#include <vector>

#include "bitext/read_pairs.h"
#include "regard/base/error.h"

namespace regard::bitext {
namespace {

using namespace std::string_literals;

using MoReader = test::ReadPairs;

/// A catalog in msgfmt's format.
std::string mo(const std::vector<std::pair<std::string, std::string>>& entries, bool is_big) {
  std::string numbers, strings;
  const auto add = [&](uint32_t number) {
    for (unsigned i = 0; i < 4; ++i) {
      numbers += static_cast<char>(number >> 8U * (is_big ? 3 - i : i) & 0xFFU);
    }
  };
  const auto count = static_cast<uint32_t>(entries.size());
  constexpr uint32_t kHead = 28;
  for (const uint32_t number : {0x950412DEU, 0U, count, kHead, kHead + 8 * count, 0U, 0U}) {
    add(number);
  }
  const uint32_t begin = kHead + 16 * count;
  for (const auto member : {0, 1}) {
    for (const auto& [id, translation] : entries) {
      const auto& text = member == 0 ? id : translation;
      add(static_cast<uint32_t>(text.size()));
      add(begin + static_cast<uint32_t>(strings.size()));
      strings += text + '\0';
    }
  }
  return numbers + strings;
}

TEST_F(MoReader, MoIsReadInEitherByteOrder) {
  for (const bool is_big : {false, true}) {
    const auto content = mo({{"", "Language: fr"},
                             {"menu\4Open", "Ouvrir"},
                             {"a file\0files"s, "un fichier\0fichiers"s}},
                            is_big);
    EXPECT_EQ(listed("a.mo", content), "2 Open|Ouvrir; 3 a file|un fichier; 3 files|fichiers");
    EXPECT_THROW(listed("b.mo", content.substr(0, content.size() / 2)), Error);
  }
}

TEST_F(MoReader, TheHeadNamesTheCharset) {
  const auto content =
      mo({{"", "Content-Type: text/plain; charset=ISO-8859-1\n"}, {"summer", "\xE9t\xE9"}}, false);
  EXPECT_EQ(listed("a.mo", content), "2 summer|\u00E9t\u00E9");
}

}  // namespace
}  // namespace regard::bitext
