#include "figures/figures.h"

#include <torch/utils.h>

#include <algorithm>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/readable.h"
#include "base/stopwatch.h"
#include "base/terminal.h"
#include "draw/page.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/line_reader.h"

namespace regard::figures {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kSeed = 1;  // seed of each figure

const Figure& find_figure(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& figure : figures()) {
    if (figure.name == name) return figure;
    known.emplace_back(figure.name);
  }
  const auto meant = did_you_mean(name, known);
  throw Error(str("unknown figure ", name), {},
              meant.empty() ? "run regard figures --list to list them" : meant);
}

fs::path file_of(const fs::path& directory, const Figure& figure) {
  return directory / str(figure.name, ".svg");
}

struct PageTexts {
  const char* title;
  const char* introduction;
  const char *before_other, *after_other;  ///< text around the section number of the other edition
};

PageTexts page_texts(Language language) {
  if (language == Language::zh) {
    return {
        "regard画出的注意力",
        "从循环神经网络到Transformer，按《动手学深度学习》的顺序。每幅图的数值都由regard重新计算。",
        "（英文版", "）"};
  }
  return {"Attention, drawn by regard",
          "From recurrent networks to the Transformer, in the order of Dive into Deep Learning. "
          "regard computes the numbers of each figure afresh.",
          " (Chinese edition: ", ")"};
}

void write_page(const fs::path& directory, Language language) {
  const auto texts = page_texts(language);
  const auto other = language == Language::zh ? Language::en : Language::zh;
  std::vector<draw::PageSection> sections;
  for (const auto& figure : figures()) {
    const auto file = file_of(directory, figure);
    if (!is_there(file)) continue;
    const auto& text = figure.text(language);
    sections.push_back({.name = std::string(figure.name),
                        .title = str(text.section, ' ', text.title),
                        .sentence = str(text.sentence, texts.before_other,
                                        figure.text(other).section, texts.after_other),
                        .svg = read_file(file)});
  }
  write_file_atomically(directory / "index.html", draw::page(texts.title, texts.introduction,
                                                             sections, words::name_of(language)));
}

}  // namespace

draw::Picture picture_of(const Figure& figure, Language language) {
  const draw::DrawnIn drawn(words::phrases_of(language));
  torch::manual_seed(kSeed);
  return figure.picture();
}

std::string what_takes_long(const std::vector<const Figure*>& chosen) {
  int seconds = 0;
  std::string slow;
  for (const auto* figure : chosen) {
    seconds += figure->seconds;
    if (figure->seconds > 0) {
      slow += slow.empty() ? "" : ", ";
      slow += str(figure->name, ' ', figure->seconds, " s");
    }
  }
  return seconds == 0
             ? ""
             : str("drawing ", regard::counted(chosen.size(), "figure"), ", which takes about ",
                   format_duration(seconds), " on one fast core: ", slow);
}

void write_figures(const fs::path& directory, const std::vector<std::string>& names,
                   Language language) {
  std::vector<const Figure*> chosen;
  for (const auto& name : names) chosen.push_back(&find_figure(name));
  if (names.empty()) {
    for (const auto& figure : figures()) chosen.push_back(&figure);
  }
  make_folder(directory);
  if (const auto slow = what_takes_long(chosen); !slow.empty()) log_info(slow);
  constexpr int kLeast = 1;  // minimum seconds of a figure in the progress bar
  int all = 0, done = 0;
  for (const auto* figure : chosen) all += std::max(figure->seconds, kLeast);
  ProgressBar bar(all, "figures");
  const draw::DrawnIn drawn_in(words::phrases_of(language));
  for (const auto* figure : chosen) {
    bar.update(done, figure->name);
    done += std::max(figure->seconds, kLeast);
    const Stopwatch stopwatch;
    write_file_atomically(file_of(directory, *figure),
                          picture_of(*figure, language)
                              .svg(str(figure->text(language).title, draw::drawn_text(". "),
                                       figure->text(language).sentence)));
    log_info(figure->name, ": ", draw::label(stopwatch.seconds(), 2), " s");
  }
  bar.finish();
  write_page(directory, language);
  log_info("wrote ", (directory / "index.html").string());
}

std::vector<std::string> project_lines(const std::string& name) {
  const auto path = std::filesystem::path("data") / name;
  if (!is_there(path)) {
    throw Error("is missing, and this figure needs the project's own sentences", path.string(),
                "run regard in the project's folder");
  }
  text::LineReader reader(path.string());
  std::vector<std::string> lines;
  std::string line;
  while (reader.next(line)) lines.push_back(line);
  return lines;
}

}  // namespace regard::figures
