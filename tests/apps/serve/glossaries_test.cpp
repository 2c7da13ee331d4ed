#include "serve/glossaries.h"

#include <gtest/gtest.h>

#include "regard/base/error.h"
#include "serve/http_message.h"
#include "serve/limits.h"
#include "support/base/temporary_folder.h"

namespace regard::serve {
namespace {

std::shared_ptr<const text::Glossary> glossary_of(size_t terms) {
  std::vector<text::Glossary::Term> list;
  for (size_t number = 0; number < terms; ++number) {
    list.push_back({"dog" + std::to_string(number), "chien"});
  }
  return std::make_shared<const text::Glossary>(std::move(list));
}

Glossaries::Entry entry(const std::string& owner, size_t terms = 1) {
  return {.id = {},
          .name = "mine",
          .created = {},
          .owner = owner,
          .dictionaries = {{.source = "en", .target = "fr", .glossary = glossary_of(terms)}}};
}

TEST(Glossaries, BelongToTheKeyThatMadeThem) {
  Glossaries glossaries;
  const auto made = glossaries.add(entry("ali"));
  EXPECT_EQ(made.id.size(), 36);
  EXPECT_EQ(glossaries.find(made.id, "ali").name, "mine");
  EXPECT_THROW(glossaries.find(made.id, "kasim"), Refusal);
  EXPECT_EQ(glossaries.of("ali").size(), 1);
  EXPECT_TRUE(glossaries.of("kasim").empty());
  EXPECT_THROW(glossaries.remove(made.id, "kasim"), Refusal);
  glossaries.remove(made.id, "ali");
  EXPECT_THROW(glossaries.find(made.id, "ali"), Refusal);
}

TEST(Glossaries, MayLoseTheirOnlyDictionary) {
  Glossaries glossaries;
  auto none = entry("ali");
  none.dictionaries.clear();
  EXPECT_THROW(glossaries.add(none), Refusal);
  const auto id = glossaries.add(entry("ali")).id;
  glossaries.change(id, "ali", [](Glossaries::Entry& changed) { changed.dictionaries.clear(); });
  EXPECT_TRUE(glossaries.find(id, "ali").dictionaries.empty());
}

TEST(Glossaries, OutliveTheServerInAFile) {
  const test::TemporaryFolder folder;
  const auto path = (folder.path() / "glossaries.json").string();
  std::string id;
  {
    Glossaries glossaries(path);
    id = glossaries.add(entry("ali", 2)).id;
    const auto other = glossaries.add(entry("kasim"));
    glossaries.change(id, "ali", [](Glossaries::Entry& changed) { changed.name = "yours"; });
    glossaries.remove(other.id, "kasim");
  }
  const Glossaries again(path);
  const auto found = again.find(id, "ali");
  EXPECT_EQ(found.name, "yours");
  EXPECT_EQ(found.created.size(), std::string_view("2026-01-01T00:00:00.000000Z").size());
  EXPECT_EQ(found.dictionary("en", "fr")->glossary->terms(), glossary_of(2)->terms());
  EXPECT_TRUE(again.of("kasim").empty());
}

TEST(Glossaries, RefuseAFileOfAnotherProgram) {
  const test::TemporaryFolder folder;
  for (const char* text : {"", "{}", R"({"format": "regard glossaries 2", "glossaries": []})",
                           R"({"format": "regard glossaries 1", "glossaries": [{"id": 1}]})"}) {
    const auto path = folder.write("a.json", text);
    EXPECT_THROW(Glossaries{path}, Error) << text;
  }
}

TEST(Glossaries, AreBoundedInNumberAndSize) {
  Glossaries glossaries;
  EXPECT_THROW(glossaries.add(entry("ali", 0)), Refusal);
  EXPECT_THROW(glossaries.add(entry("ali", bounds::kGlossaryTerms + 1)), Refusal);
  for (size_t number = 0; number < bounds::kGlossariesOfClient; ++number) {
    glossaries.add(entry("ali"));
  }
  EXPECT_THROW(glossaries.add(entry("ali")), Refusal);
  EXPECT_NO_THROW(glossaries.add(entry("kasim"))) << "each owner has a number of their own";
  auto named = entry("kasim");
  named.name.assign(bounds::kNameBytes + 1, 'a');
  EXPECT_THROW(glossaries.add(named), Refusal);
}

/// An entry whose terms take this many bytes.
Glossaries::Entry large_entry(size_t bytes) {
  auto large = entry("");
  constexpr size_t kTerm = 1000;
  std::vector<text::Glossary::Term> terms;
  for (; bytes > 0; bytes -= std::min(bytes, kTerm)) {
    const auto source = std::to_string(terms.size());
    terms.push_back({source, std::string(std::min(bytes, kTerm) - source.size(), 'x')});
  }
  large.dictionaries.front().glossary = std::make_shared<const text::Glossary>(terms);
  return large;
}

int status_of_one_more(Glossaries& glossaries, const Glossaries::Entry& more) {
  try {
    glossaries.add(more);
  } catch (const Refusal& refusal) {
    return refusal.status();
  }
  return 201;
}

TEST(Glossaries, OfOneClientLeavePlacesToOthers) {
  Glossaries glossaries;
  auto of_one = entry(""), of_another = entry("");
  of_one.client = "address 1";
  of_another.client = "address 2";
  for (size_t number = 0; number < bounds::kGlossariesOfClient; ++number) glossaries.add(of_one);
  EXPECT_EQ(status_of_one_more(glossaries, of_one), 456);
  EXPECT_EQ(status_of_one_more(glossaries, of_another), 201);
}

TEST(Glossaries, OfOneClientLeaveMemoryToOthers) {
  Glossaries glossaries;
  EXPECT_EQ(status_of_one_more(glossaries, large_entry(bounds::kGlossaryBytes + 1)), 400);
  size_t number = 0;
  while (status_of_one_more(glossaries, large_entry(bounds::kGlossaryBytes)) == 201) ++number;
  EXPECT_EQ(number, bounds::kGlossaryStoreBytesOfClient / bounds::kGlossaryBytes - 1);
}

TEST(Glossaries, HaveADictionaryForADirection) {
  Glossaries glossaries;
  const auto id = glossaries.add(entry("ali")).id;
  const auto changed = glossaries.change(id, "ali", [](Glossaries::Entry& entry) {
    entry.put({.source = "fr", .target = "en", .glossary = glossary_of(2)});
    entry.put({.source = "en", .target = "fr", .glossary = glossary_of(3)});
  });
  EXPECT_EQ(changed.dictionaries.size(), 2);
  const auto found = glossaries.find(id, "ali");
  EXPECT_EQ(found.dictionary("en", "fr")->glossary->terms().size(), 3) << "in place of the first";
  EXPECT_EQ(found.dictionary("en", "de"), nullptr);
}

TEST(Glossaries, StayAsTheyAreIfAChangeIsRefused) {
  Glossaries glossaries;
  const auto id = glossaries.add(entry("ali")).id;
  const auto nameless = [](Glossaries::Entry& entry) {
    entry.name.clear();
    entry.dictionaries.clear();
  };
  EXPECT_THROW(glossaries.change(id, "ali", nameless), Refusal);
  EXPECT_THROW(glossaries.change(id, "kasim", [](Glossaries::Entry&) {}), Refusal);
  EXPECT_EQ(glossaries.find(id, "ali").dictionaries.size(), 1);
}

}  // namespace
}  // namespace regard::serve
