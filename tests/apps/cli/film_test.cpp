// regard film on films that this test writes.
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "base/log.h"
#include "cli/commands.h"
#include "cli/run_program.h"
#include "runs/film.h"
#include "support/base/film_example.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::cli {
namespace {

class FilmCommand : public testing::Test {
 protected:
  FilmCommand() {
    set_quiet(true);
    for (const auto* name : {"a", "b"}) {
      std::filesystem::create_directory(folder_ / name);
      train::FilmFile film(folder_ / name, 0);
      for (const auto& frame : test::slow_run().frames) film.add(frame);
    }
  }
  ~FilmCommand() override { set_quiet(false); }

  static int run(const std::vector<std::string>& arguments) {
    CLI::App app("", "regard");
    const auto command = add_film(app);
    return parse(app, arguments) ? command() : 0;
  }

  test::TemporaryFolder folder_;
  std::string page_ = folder_ / "out.html";
};

TEST_F(FilmCommand, WritesAPageOfAllRuns) {
  folder_.write("a/log.jsonl", R"({"event":"valid","step":2,"loss":1.75,"minutes":1})"
                               "\n");
  EXPECT_EQ(run({folder_ / "a", folder_ / "b", "-o", page_}), 0);
  const auto content = test::content_of(page_);
  for (const auto& part : {"<h2>" + (folder_ / "a") + "</h2>", "<h2>" + (folder_ / "b") + "</h2>",
                           std::string("quatre"), std::string("1.75")}) {
    EXPECT_NE(content.find(part), std::string::npos) << part;
  }
}

TEST_F(FilmCommand, WritesNothingWhereARunHasNoFilm) {
  std::filesystem::create_directory(folder_ / "none");
  const auto error = test::thrown_error([&] {
    run({folder_ / "a", folder_ / "none", "-o", page_});
  });
  EXPECT_EQ(error.where(), folder_ / "none");
  EXPECT_FALSE(std::filesystem::exists(page_));
}

TEST_F(FilmCommand, ReportsThatAFilmHasNoFrameYet) {
  folder_.write("a/film.jsonl", "");
  const auto error = test::thrown_error([&] { run({folder_ / "a", "-o", page_}); });
  EXPECT_EQ(error.problem(), "has no frames yet");
  EXPECT_EQ(error.where(), folder_ / "a/film.jsonl");
}

}  // namespace
}  // namespace regard::cli
