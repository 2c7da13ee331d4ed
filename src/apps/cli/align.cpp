// regard align: finds corresponding words in sentence pairs, learning only from the pairs.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "alignment/aligner.h"
#include "alignment/quality.h"
#include "alignment/words.h"
#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/machine.h"
#include "base/process.h"
#include "base/readable.h"
#include "base/stopwatch.h"
#include "base/terminal.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/pair_files.h"
#include "findings/links_page.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

using alignment::Symmetrization;

struct AlignOptions {
  std::string from_language, to_language;
  bool tokenized = false;
  int64_t stem = 4;
  Symmetrization symmetrization = Symmetrization::posterior;
  std::string output = "-";
  std::string words, page, alignment;
  bool words_only = false;
  int64_t threads = 0;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = AlignOptions;
    v.field("from_language", &O::from_language, {"", {}, "CODE"},
            "Language of the sources, such as en, for files with several languages.");
    v.field("to_language", &O::to_language, {"", {}, "CODE"},
            "Language of the targets, such as fr, for files with several languages.");
    v.field("tokenized", &O::tokenized,
            "Split FILE into words only at blanks. By default, and always in --train, regard also "
            "splits off punctuation marks, elisions (l'|eau) and contractions (it|'s).");
    v.field("stem", &O::stem, config::count_of(1),
            "Number of initial letters used to represent a rare word.");
    auto symmetrization = config::anything<Symmetrization>();
    symmetrization.metavariable = "METHOD";
    v.field("symmetrization", &O::symmetrization, symmetrization,
            "How to combine the two directions: posterior takes links whose mean probability "
            "exceeds 0.5; the other methods combine the best links of each direction: "
            "grow-diag-final-and, grow-diag, intersection, union, forward, backward.");
    v.field("output", &O::output, config::file(),
            "File for the links, one line per pair: 0-0 1-2; - is standard output.");
    v.field("words", &O::words, config::file(),
            "Also write to FILE the words that the links refer to, separated by blanks: source "
            "TAB target.");
    v.field("words_only", &O::words_only, "Write only --words, without learning links.");
    v.field("page", &O::page, config::file(),
            "Also write a page that draws the links of the first 1,000 pairs.");
    v.field("alignment", &O::alignment, config::file(),
            "Gold alignment of the pairs, to score the links and to show on the page: sure and "
            "possible links, such as 1-1 2p3, with positions from 1.");
    v.field("threads", &O::threads, config::count_of(0), "CPU threads. 0: one per core.");
  }
};

struct AlignArguments : PairFiles {
  std::vector<std::string> training;
  AlignOptions options;

  bitext::ReadOptions read() const {
    bitext::ReadOptions read{.source_language = options.from_language,
                             .target_language = options.to_language};
    set_columns(read);
    return read;
  }
};

constexpr size_t kMostDrawn = 1000;

using Words = std::vector<std::string_view>;

/// Throws an Error about `alone`, the first line to which the shorter file has no counterpart.
[[noreturn]] void refuse_two_texts(bitext::PairReader& reader, const bitext::Pair& alone) {
  for (bitext::Pair rest;
       reader.next(rest) && rest.state == alone.state && rest.file == alone.file;)
    stop_if_interrupted();  // while the remaining lines are counted
  const auto files = reader.files();
  const auto next = alone.file + 1;
  const bool is_source =
      alone.target.empty() && next < files.size() && files[next].lines + 1 == alone.number;
  const auto& longer = files[alone.file];
  const auto& shorter = files[is_source ? next : alone.file - 1];
  throw Error(
      str("has ", counted(longer.lines, "line"), ", but ", shorter.path, " has ", shorter.lines),
      longer.path, "look for a lost or broken line; all pairs after it are misaligned");
}

/// Calls take(source words, target words) for each pair of the files, split into words by `cut`;
/// both are empty for an incomplete pair. Throws Error for two text files of different lengths, and
/// for a line with only one text.
template <class Take>
void for_each_pair(const std::vector<std::string>& files, const bitext::ReadOptions& read,
                   Words (*cut)(std::string_view), const Take& take) {
  const auto reader = bitext::open_pairs(files, read);
  ProgressBar bar(0, "read");
  int64_t count = 0;
  for (bitext::Pair pair; reader->next(pair); bar.update(++count)) {
    stop_if_interrupted();
    using State = bitext::Pair::State;
    if (pair.state == State::alone) refuse_two_texts(*reader, pair);
    if (pair.state == State::one_column && !trimmed(pair.raw).empty()) {
      throw Error("has no second text", str(reader->files()[pair.file].path, ':', pair.number),
                  "put a tab between the source and the target");
    }
    if (pair.state != State::whole && pair.state != State::unfinished) {
      take(Words(), Words());
      continue;
    }
    take(cut(pair.source), cut(pair.target));
  }
}

std::vector<std::string> strings_of(const Words& words) { return {words.begin(), words.end()}; }

/// The sentence pairs of the named files, and those used only for learning.
struct Text {
  explicit Text(const AlignArguments& arguments) {
    std::optional<OutputFile> written;
    if (!arguments.options.words.empty()) written.emplace(arguments.options.words);
    const auto cut =
        arguments.options.tokenized ? alignment::words_between_blanks : alignment::words_of;
    for_each_pair(arguments.files, arguments.read(), cut,
                  [&](const Words& source, const Words& target) {
                    pairs.add(source, target);
                    if (written)
                      written->write(str(join(source, " "), '\t', join(target, " "), '\n'));
                    if (!arguments.options.page.empty() && drawn.size() < kMostDrawn) {
                      drawn.push_back({.source = strings_of(source), .target = strings_of(target)});
                    }
                  });
    if (written) written->commit();
    named = pairs.size();
    if (named == 0) throw Error("has no pairs", arguments.files.front());
    if (arguments.training.empty()) return;
    for_each_pair(arguments.training, arguments.read(), alignment::words_of,
                  [&](const Words& source, const Words& target) { pairs.add(source, target); });
  }

  alignment::WordPairs pairs;
  size_t named = 0;
  std::vector<findings::DrawnPair> drawn;
};

/// The gold alignment of the pairs, checked against their words.
std::vector<alignment::GoldLinks> read_gold_of(const Text& text, const std::string& path) {
  if (path.empty()) return {};
  auto gold = alignment::read_gold(path);
  if (gold.size() != text.named) {
    throw Error(
        str("has ", counted(gold.size(), "line"), ", but there are ", counted(text.named, "pair")),
        path, "give one line per pair; pass pairs to learn from with --train");
  }
  for (size_t pair = 0; pair < gold.size(); ++pair) {
    alignment::check_links(gold[pair], text.pairs.source(pair).size(),
                           text.pairs.target(pair).size(), str(path, ':', pair + 1));
  }
  return gold;
}

void check_outputs(const AlignArguments& arguments) {
  auto inputs = arguments.files;
  inputs.insert(inputs.end(), arguments.training.begin(), arguments.training.end());
  inputs.push_back(arguments.options.alignment);
  const auto& options = arguments.options;
  for (const auto* output : {&options.output, &options.words, &options.page}) {
    if (!output->empty()) check_replaces_no_input(*output, inputs);
  }
}

/// Prints a result even with --quiet: to standard error if the links go to standard output.
void tell(const std::string& sentence, const std::string& output) {
  if (output == "-") {
    std::cerr << sentence << '\n';
  } else {
    write_standard_output(sentence + '\n');
  }
}

int align(const AlignArguments& arguments) {
  const InterruptGuard interrupt;
  const auto& options = arguments.options;
  set_threads(options.threads > 0 ? options.threads : cores());
  if (options.words_only && options.words.empty()) {
    throw Error("--words-only is given without --words FILE");
  }
  check_outputs(arguments);
  Text text(arguments);
  if (options.words_only) return 0;
  const auto gold = read_gold_of(text, options.alignment);
  log_info("regard: aligning ", counted(text.named, "pair"), ", learning from ",
           counted(text.pairs.size(), "pair"));
  const Stopwatch stopwatch;
  alignment::Aligner aligner(text.pairs, {.letters_of_stem = options.stem});
  {
    std::optional<ProgressBar> learning;
    aligner.learn([&](int64_t done, int64_t all) {
      if (!learning) learning.emplace(all, "learn");
      learning->update(done);
    });
  }
  OutputFile output(options.output);
  alignment::Quality quality;
  constexpr size_t kAtOnce = 8192;
  for (size_t first = 0; first < text.named; first += kAtOnce) {
    stop_if_interrupted();
    const auto links =
        aligner.align(first, std::min(text.named, first + kAtOnce), options.symmetrization);
    for (size_t at = 0; at < links.size(); ++at) {
      const size_t pair = first + at;
      output.write(to_pharaoh(links[at]) + '\n');
      if (pair < gold.size()) quality.add(links[at], gold[pair]);
      if (pair >= text.drawn.size()) continue;
      text.drawn[pair].links = links[at];
      if (pair < gold.size()) text.drawn[pair].gold = gold[pair];
    }
  }
  output.commit();
  const auto scored = gold.empty() ? std::nullopt : std::optional(quality);
  if (!options.page.empty()) {
    write_file_atomically(options.page, findings::links_page("Links of " + join(arguments.files),
                                                             text.drawn, scored));
    log_info("wrote ", options.page);
  }
  if (scored) tell(alignment::sentence_of(*scored), options.output);
  log_info("regard: aligned in ", format_duration(stopwatch.seconds()));
  return 0;
}

}  // namespace

std::function<int()> add_align(CLI::App& command) {
  auto arguments = std::make_shared<AlignArguments>();
  add_pair_files(command, *arguments);
  command
      .add_option("--train", arguments->training,
                  "More pairs to learn from, in the same formats; their links are not written. May "
                  "be given several times. For two parallel files: --train text.en --train "
                  "text.fr.")
      ->allow_extra_args(false)
      ->type_name("FILE");
  add_options(command, arguments->options);
  return [=] { return align(*arguments); };
}

}  // namespace regard::cli
