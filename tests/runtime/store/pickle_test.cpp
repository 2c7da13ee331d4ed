#include "store/pickle.h"

#include <gtest/gtest.h>

#include "support/base/thrown_error.h"

namespace regard::store {
namespace {

using Kind = Pickle::Kind;
using namespace std::string_literals;

constexpr const char* kFunctions[] = {"collections.OrderedDict"};

Pickle read(const std::string& bytes) {
  std::string_view rest = bytes;
  return take_pickle(rest, kFunctions, "a.bin");
}

std::string problem(const std::string& bytes) {
  return test::thrown_error([&] { read(bytes); }).problem();
}

TEST(Pickle, HasMapsListsTextsAndNumbers) {
  const auto pickle = read(
      "\x80\x02}(X\1\0\0\0aK\x03X\1\0\0\0b]q\1(J\xFF\xFF\xFF\xFFM\1\1\x8A\1\xFE"s
      "eu.");
  const auto& map = pickle.at(pickle.root);
  ASSERT_EQ(map.kind, Kind::map);
  ASSERT_EQ(map.entries.size(), 4U);
  EXPECT_EQ(pickle.at(map.entries[0]).text, "a");
  EXPECT_EQ(pickle.at(map.entries[1]).number, 3);
  const auto& list = pickle.at(map.entries[3]);
  ASSERT_EQ(list.items.size(), 3U);
  EXPECT_EQ(pickle.at(list.items[0]).number, -1);
  EXPECT_EQ(pickle.at(list.items[1]).number, 257);
  EXPECT_EQ(pickle.at(list.items[2]).number, -2);
}

TEST(Pickle, RecordsACallWithoutMakingIt) {
  const auto pickle = read("ccollections\nOrderedDict\n)R.");
  const auto& call = pickle.at(pickle.root);
  ASSERT_EQ(call.kind, Kind::call);
  EXPECT_EQ(pickle.at(call.items[0]).text, "collections.OrderedDict");
}

TEST(Pickle, RefusesAnUnknownFunction) {
  const auto wanted = [](const std::string& name) {
    return "tries to call " + name + ", which no file of weights needs";
  };
  EXPECT_EQ(problem("cos\nsystem\n(X\4\0\0\0truetR."s), wanted("os.system"));
  EXPECT_EQ(problem("\x8C\2os\x8C\6system\x93."), wanted("os.system"));
}

TEST(Pickle, RefusesOpcodesThatNoFileOfWeightsNeeds) {
  for (const char* opcodes :
       {"ios\nsystem\n", "(ocollections\n", "P1\n", "\x81", "\x82\1", "S'a'\n"}) {
    EXPECT_NE(problem(opcodes).find("of Python's pickle, which no file of weights needs"),
              std::string::npos)
        << opcodes;
  }
}

TEST(Pickle, MayContainItself) {
  const auto pickle = read("]q\1h\1a.");
  EXPECT_EQ(pickle.at(pickle.root).items, std::vector<size_t>{pickle.root});
}

TEST(Pickle, ReportsDamage) {
  for (const auto& bytes : {"."s, "K"s, "t."s, "a."s, "}K\1s."s, "K\1K\2a."s, "h\7."s,
                            "X\xFF\xFF\xFF\xFFK."s, "]K\1K\2s."s, "}(K\1u."s, "ccollections"s}) {
    EXPECT_TRUE(problem(bytes).starts_with("damaged pickle: ")) << bytes;
  }
}

TEST(Pickle, LeavesTheBytesThatFollowIt) {
  const std::string bytes = "K\1.K\2.";
  std::string_view rest = bytes;
  take_pickle(rest, kFunctions, "a.bin");
  const auto second = take_pickle(rest, kFunctions, "a.bin");
  EXPECT_EQ(second.at(second.root).number, 2);
  EXPECT_TRUE(rest.empty());
}

}  // namespace
}  // namespace regard::store
