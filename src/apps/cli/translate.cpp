// regard translate: translates text line by line.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/log.h"
#include "base/process.h"
#include "base/readable.h"
#include "base/stopwatch.h"
#include "base/terminal.h"
#include "base/unopened_file.h"
#include "bitext/glossary_file.h"
#include "cli/bundled_options.h"
#include "cli/commands.h"
#include "cli/conversation.h"
#include "cli/grammar.h"
#include "cli/options.h"
#include "cli/review.h"
#include "cli/translate_options.h"
#include "cli/translated_page.h"
#include "cli/translation_text.h"
#include "documents/formats.h"
#include "documents/translated_markup.h"
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

using SearchOverrides = std::function<void(config::SearchOptions&)>;

config::SearchOptions search_options(const translate::Translator& translator,
                                     const SearchOverrides& override_search, int64_t n_best) {
  auto search = translator.search_options();
  override_search(search);
  if (n_best > search.beam_size) {
    throw Error(str("--n-best is ", n_best, ", but the beam size is ", search.beam_size), {},
                str("also give --beam-size ", n_best));
  }
  return search;
}

std::vector<std::string> files_read(const TranslateOptions& options) {
  std::vector<std::string> files = options.translator.others;
  files.insert(files.end(), {options.model, options.glossary, options.memory});
  files.insert(files.end(), options.files.sources.begin(), options.files.sources.end());
  if (options.texts.empty()) files.push_back(options.input);
  return files;
}

/// Throws Error for a missing file, before the model is loaded.
void check_inputs(const TranslateOptions& options) {
  auto files = options.files.sources;
  files.insert(files.end(), {options.glossary, options.memory});
  if (options.texts.empty() && files.size() == 2) files.push_back(options.input);
  for (const auto& file : files) {
    if (!file.empty()) check_may_be_read(file);
  }
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
    const auto languages = glossary_languages();
    if (!options.glossary.empty()) {
      glossary_ = bitext::load_glossary(options.glossary, languages);
    }
    check_kept(options, search_, glossary_);
    if (!options.memory.empty()) memory_ = bitext::load_memory(options.memory, languages);
    if (options.is_bundled) log_info("translating with ", options.model);
  }

  const translate::Translator& translator() const { return translator_; }
  documents::DocumentOptions document_options() const {
    auto options = options_.documents;
    options.source_language = translator_.source_language();
    options.target_language = translator_.target_language();
    return options;
  }
  const config::SearchOptions& search() const { return search_; }

  std::vector<std::string> translate_text(const std::vector<std::string>& lines) {
    return translator_.translate_text(lines, search_, request_options());
  }

  documents::TranslateUnits translate_units() const {
    return documents::units_by(translator_, search_, request_options());
  }

  /// Translates some lines; `number` is the number of the first one.
  std::vector<translate::Translation> translate(const std::vector<std::string>& lines,
                                                int64_t number) {
    auto of_lines = request_options();
    if (!options_.prefix.empty()) of_lines.prefixes.assign(lines.size(), options_.prefix);
    if (options_.sample || options_.least_risk > 0)
      of_lines.draw = translate::Draw{sampling_, number, options_.least_risk};
    auto translations = translator_.translate(lines, search_, options_.n_best, of_lines);
    for (size_t line = 0; line < translations.size(); ++line) {
      if (of_lines.confidence) flag_language(translator_.target_language(), translations[line]);
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
  text::GlossaryLanguages glossary_languages() const {
    text::GlossaryLanguages languages;
    const auto &source = translator_.source_language(), &target = translator_.target_language();
    if (!source.empty() && !target.empty()) languages = {source, target};
    return languages;
  }

  void draw_attention(const std::vector<std::string>& lines,
                      const std::vector<translate::Translation>& translations) {
    for (size_t line = 0; line < lines.size() && !page_.is_full(); ++line) {
      const auto attended = translator_.attention_of(lines[line], translations[line]);
      if (attended) page_.add(*attended);
    }
  }

  translate::RequestOptions request_options() const {
    return {.glossary = glossary_ ? &*glossary_ : nullptr,
            .memory = memory_ ? &*memory_ : nullptr,
            .keep = options_.keep,
            .pieces = options_.format == Format::jsonl,
            .attention = options_.alignment != Alignment::none,
            .confidence = options_.confidence || options_.review,
            .alternatives = options_.alternatives};
  }

  const TranslateOptions& options_;
  const config::GenerationOptions& sampling_;
  translate::Translator translator_;
  config::SearchOptions search_;
  std::optional<text::Glossary> glossary_;
  std::optional<text::TranslationMemory> memory_;
  report::AttentionPage page_;
};

void translate_documents(const TranslateOptions& options, const SearchOverrides& override_search,
                         const config::GenerationOptions& sampling) {
  Work work(options, override_search, sampling);
  documents::FileWork files{.options = work.document_options(),
                            .translate_units = work.translate_units(),
                            .is_bilingual = options.bilingual,
                            .key = key_of(options, work.search())};
  translate_files(options.files, files, files_read(options));
}

int review(const TranslateOptions& options, const SearchOverrides& override_search,
           const config::GenerationOptions& sampling) {
  check_replaces_no_input(options.output, files_read(options));
  OutputFile output(options.output);
  Work work(options, override_search, sampling);
  const auto& sources = options.files.sources;
  const auto texts =
      sources.empty() ? texts_of(*lines_of(options.texts, options.input, work.search().batch_size))
                      : texts_of(sources, options.documents);
  write_review(
      texts, [&](const auto& lines, int64_t first) { return work.translate(lines, first); },
      options.format, output);
  return 0;
}

int translate_lines(const TranslateOptions& options, const SearchOverrides& override_search,
                    const config::GenerationOptions& sampling) {
  check(options);
  check_inputs(options);
  if (options.review) return review(options, override_search, sampling);
  if (!options.files.sources.empty()) {
    translate_documents(options, override_search, sampling);
    return 0;
  }
  const auto inputs = files_read(options);
  check_replaces_no_input(options.output, inputs);
  check_replaces_no_input(options.attention, inputs);
  OutputFile output(options.output);
  Work work(options, override_search, sampling);
  if (is_markup(options.format)) {
    translate_markup(options, work.document_options(), work.translate_units(), output);
    output.commit();
    return 0;
  }
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

}  // namespace

std::function<int()> add_translate(CLI::App& command) {
  auto models = std::make_shared<std::vector<std::string>>();
  auto words = std::make_shared<std::vector<std::string>>();
  auto options = std::make_shared<TranslateOptions>();
  auto languages = std::make_shared<BundledOptions>();
  add_usage(command, "[OPTIONS] [MODEL...] [TEXT...|FILE...]");
  command
      .add_option(
          "MODEL", *words,
          "A directory written by regard train, or a packed file. Several models with the "
          "same tokenizer form an ensemble. Default: the model that comes with regard. The "
          "first argument is text if it is not the name of a file and has a blank or no slash.")
      ->expected(1)
      ->allow_extra_args(false)
      ->type_name("MODEL");
  command
      .add_option("TEXT", options->texts,
                  "Texts to translate instead of --input; with --output, also files to translate "
                  "in their formats: " +
                      documents::known_suffixes() + ".")
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
  add_options(command, options->documents);
  add_options(command, options->translator);
  const auto override_search = add_overrides<config::SearchOptions>(command);
  auto sampling = std::make_shared<config::GenerationOptions>();
  add_options(command, *sampling, {"temperature", "top_k", "top_p", "epsilon", "seed"});
  return [=, &command] {
    words->insert(words->end(), options->texts.begin(), options->texts.end());
    if (options->review) {
      options->files.sources = take_sources(*words, false);
    } else {
      options->files = take_files(*words, options->output, command.count("--output") > 0);
    }
    const bool has_input = options->input != "-" || !options->files.sources.empty();
    const auto sorted = sort_words(*models, *words, has_input);
    const auto chosen = models_or_bundled(sorted.models, *languages);
    options->model = chosen.front();
    options->is_bundled = sorted.models.empty();
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
