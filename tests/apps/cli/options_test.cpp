#include "cli/options.h"

#include <gtest/gtest.h>

#include "cli/run_program.h"
#include "config/writer.h"
#include "regard/config/search_options.h"
#include "support/base/thrown_error.h"

namespace regard::cli {
namespace {

using config::SearchOptions;
using test::thrown_error;

enum class Color { red, green };
constexpr auto names_of(Color) { return std::array{"red", "green"}; }

struct Everything {
  bool off = false;
  bool on = true;
  int64_t count = 5;
  double rate = 0.5;
  Color long_name = Color::red;
  std::vector<std::string> words;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = Everything;
    v.field("off", &O::off, "Off.");
    v.field("page", &O::on, "Serve the page.");
    v.field("count", &O::count, config::count_of(1), "Count.");
    v.field("rate", &O::rate, "Rate.");
    v.field("long_name", &O::long_name, "Name.");
    v.field("words", &O::words, "No flag: a list.");
  }
};

Everything parsed(const std::vector<std::string>& arguments) {
  CLI::App app("", "regard test");
  Everything options;
  add_options(app, options);
  parse(app, arguments);
  return options;
}

TEST(OptionFlags, SetTheFieldsTheyAreNamedAfter) {
  const auto options =
      parsed({"--off", "--no-page", "--count", "7", "--rate=1e-3", "--long-name", "green"});
  EXPECT_TRUE(options.off);
  EXPECT_FALSE(options.on);
  EXPECT_EQ(options.count, 7);
  EXPECT_EQ(options.rate, 0.001);
  EXPECT_EQ(options.long_name, Color::green);
}

TEST(OptionFlags, ThatSwitchOffHaveASentenceOfTheirOwn) {
  CLI::App app("", "regard test");
  Everything options;
  add_options(app, options);
  EXPECT_EQ(app.get_option("--no-page")->get_description(), detail::off_sentence("page"));
  EXPECT_THROW(detail::off_sentence("no such option"), std::logic_error);
}

TEST(OptionFlags, LeftOutKeepTheDefault) {
  EXPECT_EQ(config::to_node(parsed({})), config::to_node(Everything{}));
}

struct Wrong {
  std::vector<std::string> arguments;
  const char* what;
};

class OptionFlagError : public testing::TestWithParam<Wrong> {};

TEST_P(OptionFlagError, NamesTheFlagAndWhatItWants) {
  const Error error = thrown_error([&] { parsed(GetParam().arguments); });
  EXPECT_EQ(error.problem(), GetParam().what);
  EXPECT_EQ(error.exit_code(), ExitCode::usage);
}

INSTANTIATE_TEST_SUITE_P(
    All, OptionFlagError,
    testing::Values(Wrong{{"--count", "0"}, "--count is 0, but must be at least 1"},
                    Wrong{{"--count", "x"}, "--count must be a whole number, but is 'x'"},
                    Wrong{{"--rate", "x"}, "--rate must be a number, but is 'x'"},
                    Wrong{{"--long-name", "blue"},
                          "--long-name is blue, but must be one of red, green"},
                    Wrong{{"--count"}, "--count needs a value"},
                    Wrong{{"--long_name", "red"}, "regard test has no option --long_name"}));

TEST(OptionFlags, AreListedInTheHelpWithTheirDefaults) {
  CLI::App app("Tests.", "regard test");
  SearchOptions options{.beam_size = 8};
  add_options(app, options, {"beam_size"});
  testing::internal::CaptureStdout();
  EXPECT_FALSE(parse(app, {"--help"}));
  const std::string help = testing::internal::GetCapturedStdout();
  EXPECT_NE(
      help.find("  --beam-size N               Hypotheses kept per sentence. 1: greedy search.\n"
                "                              (default: 8)\n"),
      std::string::npos)
      << help;
  EXPECT_EQ(help.find("--length-penalty"), std::string::npos);
}

TEST(OptionFlags, AsOverridesChangeOnlyWhatWasGiven) {
  CLI::App app("", "regard test");
  const auto override_search = add_overrides<SearchOptions>(app);
  parse(app, {"--length-penalty", "0.6"});
  SearchOptions from_a_file{.beam_size = 12, .length_penalty = 2.0};
  override_search(from_a_file);
  EXPECT_EQ(from_a_file.beam_size, 12);
  EXPECT_EQ(from_a_file.length_penalty, 0.6);
}

}  // namespace
}  // namespace regard::cli
