// regard translate: text in, translations out, line by line.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/log.h"
#include "base/process.h"
#include "base/readable.h"
#include "base/stopwatch.h"
#include "base/terminal.h"
#include "cli/bundled_options.h"
#include "cli/commands.h"
#include "cli/conversation.h"
#include "cli/grammar.h"
#include "cli/options.h"
#include "cli/translation_text.h"
#include "pages/attention_page.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/config/generation_options.h"
#include "regard/config/search_options.h"
#include "regard/text/glossary.h"
#include "regard/translate/translator.h"
#include "text/line_reader.h"
#include "translate/searcher.h"

namespace regard::cli {
namespace {

struct TranslateOptions {
  std::string model;
  std::vector<std::string> texts;  ///< in place of `input`
  std::string input = "-";
  std::string output = "-";
  Format format = Format::text;
  Alignment alignment = Alignment::none;
  std::string attention;
  int64_t n_best = 1;
  bool text = false;
  bool sample = false;
  int64_t least_risk = 0;
  std::string prefix;
  int64_t alternatives = 0;
  std::string glossary;
  std::vector<std::string> keep;
  translate::TranslatorOptions translator = {};

  template <class Visitor>
  static void describe(Visitor& v) {
    using config::anything, config::count_of;
    using O = TranslateOptions;
    v.field(
        "input", &O::input, config::file(),
        "Text to translate, plain or .gz; - is standard input, at a terminal with a prompt: the "
        "arrow keys edit a line and recall earlier ones, Ctrl-D ends. Each line becomes one "
        "line; its sentences are translated one by one (--no-split). Line ends and a byte order "
        "mark stay as they are.");
    v.field("output", &O::output, config::file(),
            "Output file, which appears when it is complete; - is standard output.");
    v.field("format", &O::format,
            "text: one line per input line. nbest: one line per candidate, as in Moses and Marian: "
            "number of the input line from 0 ||| text ||| F0= log-probability ||| score; Cut= 1 "
            "follows the log-probability of one that was cut off at the maximum length; ||| in a "
            "text is written &#124;&#124;&#124;, as in Moses. jsonl: one object per line, with "
            "line, source, text, score, log_prob, tokens, alternatives, "
            "seconds, unfinished if the text was cut off at the maximum length, and prefix_cut if "
            "its prefix was.");
    v.field("alignment", &O::alignment,
            "Append, after another |||, the source word that each word of the translation attended "
            "to most, as 0-0 1-2 (hard), or for each word the weights of all source words, as "
            "0.9,0.1 0.2,0.8 (soft).");
    v.field(
        "attention", &O::attention, config::file(),
        "Write a page with the attention of every layer and head of the first model for the first "
        "50 sentences of at most 128 tokens, each on a line of its own; at most 20 MB.");
    v.field("n_best", &O::n_best, count_of(1, limits::kBeam),
            "Candidates per line; more than 1 implies --format nbest.");
    v.field("text", &O::text,
            "The input is running text: sentences may span the line breaks of wrapped paragraphs; "
            "other lines, lists, fenced code, subtitle times, keys of YAML, JSON and .po files, "
            "placeholders and addresses are kept. "
            "A sentence longer than those in training (data.max_length) is cut into clauses, with "
            "a warning.");
    v.field("sample", &O::sample,
            "Draw translations at random instead of searching for the best, e.g. for "
            "back-translation; see temperature, top_k, top_p, epsilon and seed.");
    v.field("least_risk", &O::least_risk, count_of(0, limits::kBeam),
            "Draw N translations of each line and take the one most similar to the others by chrF "
            "(minimum Bayes risk).");
    v.field(
        "prefix", &O::prefix, anything<std::string>(),
        "Text that every translation starts with. Several sentences belong to several sentences "
        "of a line; a list mark or an emoji that the line begins with, too, is written once.");
    v.field("alternatives", &O::alternatives, count_of(0, limits::kBeam),
            "Return N continuations of the prefix, as --format nbest: the best translation for "
            "each of the most likely next pieces, without duplicates.");
    v.field("glossary", &O::glossary, config::file(),
            "A file of term<TAB>translation lines: wherever a line contains a term, its "
            "translation contains the given one. Warns if that fails.");
  }
};

using SearchOverrides = std::function<void(config::SearchOptions&)>;

config::SearchOptions search_options(const translate::Translator& translator,
                                     const SearchOverrides& override_search, int64_t n_best) {
  auto search = translator.search_options();
  override_search(search);
  if (n_best > search.beam_size) {
    throw Error(str("--n-best is ", n_best, ", but the beam holds ", search.beam_size), {},
                str("give --beam-size ", n_best, ", too"));
  }
  return search;
}

/// Throws Error for options that exclude each other.
void check(const TranslateOptions& options) {
  const std::pair<const char*, bool> given[] = {
      {"--text", options.text},
      {"TEXT", !options.texts.empty()},
      {"--input", options.input != "-"},
      {"--sample", options.sample},
      {"--least-risk", options.least_risk > 0},
      {"--n-best", options.n_best > 1},
      {"--alternatives", options.alternatives > 0},
      {"--prefix", !options.prefix.empty()},
      {"--alignment", options.alignment != Alignment::none},
      {"--attention", !options.attention.empty()},
      {"--format", options.format != Format::text}};
  const auto exclude = [&](std::string_view one, const std::set<std::string_view>& others) {
    const auto is_one = [&](const auto& option) { return option.second && option.first == one; };
    if (std::ranges::none_of(given, is_one)) return;
    for (const auto& [name, is_given] : given) {
      if (!is_given || !others.contains(name)) continue;
      throw Error(str(one, " and ", name, " exclude each other"), {}, "leave one out");
    }
  };
  exclude("--text", {"--sample", "--least-risk", "--n-best", "--alternatives", "--prefix",
                     "--alignment", "--attention", "--format"});
  exclude("--sample", {"--least-risk", "--n-best"});
  exclude("TEXT", {"--input", "--text"});
}

std::vector<std::string> files_read(const TranslateOptions& options) {
  std::vector<std::string> files = options.translator.others;
  files.insert(files.end(), {options.model, options.glossary});
  if (options.texts.empty()) files.push_back(options.input);
  return files;
}

class Work {
 public:
  Work(const TranslateOptions& options, const SearchOverrides& override_search,
       const config::GenerationOptions& sampling)
      : options_(options),
        sampling_(sampling),
        translator_(options.model, options.translator),
        search_(search_options(translator_, override_search, options.n_best)),
        page_(options.model) {
    if (!options.attention.empty()) translate::check_has_modules("a page of attention");
    if (!options.glossary.empty()) glossary_ = text::Glossary::load(options.glossary);
  }

  const config::SearchOptions& search() const { return search_; }

  std::vector<std::string> translate_text(const std::vector<std::string>& lines) {
    return translator_.translate_text(lines, search_, request_options());
  }

  /// `number` is that of the first line.
  std::vector<translate::Translation> translate(const std::vector<std::string>& lines,
                                                int64_t number) {
    auto of_lines = request_options();
    if (!options_.prefix.empty()) of_lines.prefixes.assign(lines.size(), options_.prefix);
    if (options_.sample || options_.least_risk > 0)
      of_lines.draw = translate::Draw{sampling_, number, options_.least_risk};
    auto translations = translator_.translate(lines, search_, options_.n_best, of_lines);
    for (size_t line = 0; line < translations.size(); ++line) {
      warn_about(translations[line], number + static_cast<int64_t>(line) + 1, search_.min_length);
    }
    if (!options_.attention.empty()) draw_attention(lines, translations);
    return translations;
  }

  void write_attention() const {
    if (page_.sentences() == 0) {
      return log_warning("no sentence has attention to draw: nothing is written to ",
                         options_.attention);
    }
    OutputFile output(options_.attention);
    output.write(page_.html());
    output.commit();
    log_info("wrote the attention of ", counted(page_.sentences(), "sentence"), " to ",
             options_.attention);
  }

 private:
  void draw_attention(const std::vector<std::string>& lines,
                      const std::vector<translate::Translation>& translations) {
    for (size_t line = 0; line < lines.size() && !page_.is_full(); ++line) {
      const auto attended = translator_.attention_of(lines[line], translations[line]);
      if (attended) page_.add(*attended);
    }
  }

  translate::RequestOptions request_options() const {
    return {.glossary = glossary_ ? &*glossary_ : nullptr,
            .keep = options_.keep,
            .pieces = options_.format == Format::jsonl,
            .attention = options_.alignment != Alignment::none,
            .alternatives = options_.alternatives};
  }

  const TranslateOptions& options_;
  const config::GenerationOptions& sampling_;
  translate::Translator translator_;
  config::SearchOptions search_;
  std::optional<text::Glossary> glossary_;
  report::AttentionPage page_;
};

int translate_lines(const TranslateOptions& options, const SearchOverrides& override_search,
                    const config::GenerationOptions& sampling) {
  check(options);
  const auto inputs = files_read(options);
  check_replaces_no_input(options.output, inputs);
  check_replaces_no_input(options.attention, inputs);
  OutputFile output(options.output);
  Work work(options, override_search, sampling);
  if (options.text) {
    const auto translate = [&](const auto& lines) { return work.translate_text(lines); };
    translate_running_text(options.input, translate, output);
    return 0;
  }
  const bool is_conversation =
      options.texts.empty() && options.input == "-" && options.output == "-" && is_at_terminal();
  const auto blocks = is_conversation
                          ? typed_lines(options.model)
                          : lines_of(options.texts, options.input, work.search().batch_size);
  ProgressBar bar(blocks->line_count(), "translate");
  TranslationFormat format{.format = options.format, .alignment = options.alignment};
  const bool has_candidates = options.n_best > 1 || options.alternatives > 0;
  if (has_candidates && format.format == Format::text) format.format = Format::nbest;
  int64_t number = 0;
  double seconds = 0.0;
  for (auto block = blocks->next(); !block.texts.empty(); block = blocks->next()) {
    const Stopwatch stopwatch;
    const auto& lines = block.texts;
    const bool begins = number == 0 && format.format == Format::text;
    if (begins && blocks->has_byte_order_mark()) output.write(text::kByteOrderMark);
    const auto translations = work.translate(lines, number);
    const double taken = stopwatch.seconds(), each = taken / static_cast<double>(lines.size());
    for (size_t line = 0; line < lines.size(); ++line) {
      const auto end = line < block.ends.size() ? block.ends[line] : "\n";
      output.write(formatted(translations[line], {number++, lines[line], each, end}, format));
    }
    output.flush();
    seconds += taken;
    if (options.output != "-" || !standard_output_is_terminal()) bar.update(number);
  }
  bar.finish();
  output.commit();
  if (!options.attention.empty()) work.write_attention();
  log_info("translated ", counted(number, "line"), " in ", fixed(seconds, 2), " s (",
           fixed(static_cast<double>(number) / std::max(seconds, 1e-9), 2), " lines/s)");
  return 0;
}

/// Throws Error for an option that has no effect without another one.
void check_effect(const CLI::App& command, const TranslateOptions& options) {
  const auto refuse = [&](const std::string& name, bool has_effect, const char* others) {
    if (has_effect || command.count(name) == 0) return;
    throw Error(str(name, " has no effect without ", others), {},
                str("leave it out, or add ", others));
  };
  const bool draws = options.sample || options.least_risk > 0;
  for (const auto* name : {"--temperature", "--top-k", "--top-p", "--epsilon", "--seed"}) {
    refuse(name, draws, "--sample or --least-risk");
  }
  refuse("--language-model-weight", !options.translator.language_model.empty(), "--language-model");
  refuse("--diversity", command.count("--groups") > 0, "--groups");
}

}  // namespace

std::function<int()> add_translate(CLI::App& command) {
  auto models = std::make_shared<std::vector<std::string>>();
  auto words = std::make_shared<std::vector<std::string>>();
  auto options = std::make_shared<TranslateOptions>();
  auto languages = std::make_shared<BundledOptions>();
  add_usage(command, "[OPTIONS] [MODEL...] [TEXT...]");
  command
      .add_option("MODEL", *words,
                  "A directory written by regard train, or a packed file. Several form an "
                  "ensemble, of any architectures with one tokenizer. Default: the model that "
                  "comes with regard; the first argument is a text then, if it has no / and is no "
                  "file.")
      ->expected(1)
      ->allow_extra_args(false)
      ->type_name("MODEL");
  command.add_option("TEXT", options->texts, "Texts to translate instead of --input.")
      ->type_name("TEXT");
  command.add_option("--model", *models, "Same as a MODEL argument; may be given several times.")
      ->allow_extra_args(false)
      ->type_name("MODEL");
  add_options(command, *languages);
  add_options(command, *options);
  command
      .add_option("--keep", options->keep,
                  "A word or phrase to keep unchanged, such as a name; may be given several times.")
      ->allow_extra_args(false)
      ->type_name("TEXT");
  add_older_name(command, "--source", "--input");
  add_options(command, options->translator);
  const auto override_search = add_overrides<config::SearchOptions>(command);
  auto sampling = std::make_shared<config::GenerationOptions>();
  add_options(command, *sampling, {"temperature", "top_k", "top_p", "epsilon", "seed"});
  return [=, &command] {
    words->insert(words->end(), options->texts.begin(), options->texts.end());
    const auto sorted = sort_words(*models, *words, options->input != "-");
    const auto chosen = models_or_bundled(sorted.models, *languages);
    options->model = chosen.front();
    options->translator.others.assign(chosen.begin() + 1, chosen.end());
    options->texts = sorted.texts;
    check_effect(command, *options);
    try {
      return translate_lines(*options, override_search, *sampling);
    } catch (const OutputClosed&) {
      return 0;  // the reader has seen enough, as in `regard translate ... | head`
    } catch (const Interrupted& stop) {
      return exit_code_of_signal(stop.signal);
    }
  };
}

}  // namespace regard::cli
