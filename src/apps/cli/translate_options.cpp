#include "cli/translate_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

#include "base/digest.h"
#include "base/utf8.h"
#include "base/version.h"
#include "config/writer.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_directory.h"

namespace regard::cli {

void check(const TranslateOptions& options) {
  const std::pair<const char*, bool> given[] = {
      {"--text", options.text},
      {"TEXT", !options.texts.empty()},
      {"FILE", !options.files.sources.empty()},
      {"--input", options.input != "-"},
      {"--sample", options.sample},
      {"--least-risk", options.least_risk > 0},
      {"--n-best", options.n_best > 1},
      {"--alternatives", options.alternatives > 0},
      {"--prefix", !options.prefix.empty()},
      {"--alignment", options.alignment != Alignment::none},
      {"--attention", !options.attention.empty()},
      {"--format", options.format != Format::text},
      {"a markup --format", is_markup(options.format)},
      {"--format nbest", options.format == Format::nbest},
      {"--review", options.review}};
  const auto exclude = [&](std::string_view one, const std::set<std::string_view>& others) {
    const auto is_one = [&](const auto& option) { return option.second && option.first == one; };
    if (std::ranges::none_of(given, is_one)) return;
    for (const auto& [name, is_given] : given) {
      if (!is_given || !others.contains(name)) continue;
      throw Error(str(one, " and ", name, " cannot be combined"), {}, "leave one out");
    }
  };
  exclude("--text", {"--sample", "--least-risk", "--n-best", "--alternatives", "--prefix",
                     "--alignment", "--attention", "--format", "--review"});
  exclude("a markup --format", {"--sample", "--least-risk", "--n-best", "--alternatives",
                                "--prefix", "--alignment", "--attention", "--review"});
  exclude("--review",
          {"--n-best", "--alternatives", "--alignment", "--attention", "--format nbest"});
  exclude("--sample", {"--least-risk", "--n-best"});
  exclude("--n-best", {"--least-risk", "--alternatives"});
  exclude("TEXT", {"--input", "--text", "FILE"});
  exclude("FILE", {"--input", "--text", "--sample", "--least-risk", "--n-best", "--alternatives",
                   "--prefix", "--alignment", "--attention"});
  if (!options.review) exclude("FILE", {"--format"});
  if (!options.confidence || options.review || options.format == Format::jsonl) return;
  if (options.files.sources.empty()) {
    throw Error("--confidence has no effect without --format jsonl or a FILE", {},
                "leave it out, or add --format jsonl");
  }
}

namespace {

/// An option for documents, and the suffixes of the formats that it affects.
struct OptionOfFormats {
  const char *name, *suffixes;
};
constexpr OptionOfFormats kOptionsOfFormats[] = {
    {"--entries", ".po .pot .xlf .xliff .tmx"},        {"--columns", ".csv .tsv"},
    {"--subtitle-letters", ".srt .vtt .ass .ssa"},     {"--reading-speed", ".srt .vtt .ass .ssa"},
    {"--confidence", ".xlf .xliff .html .htm .xhtml"},
};

/// Whether one of the files to translate has one of these suffixes.
bool has_format(const TranslateOptions& options, std::string_view suffixes) {
  return std::ranges::any_of(options.files.sources, [&](const auto& source) {
    const auto suffix = lower_ascii(std::filesystem::path(source).extension().string());
    return str(' ', suffixes, ' ').find(str(' ', suffix, ' ')) != std::string::npos;
  });
}

}  // namespace

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
  if (draws && command.count("--beam-size") > 0) {
    throw Error(str("--beam-size has no effect with ", options.sample ? "--sample" : "--least-risk",
                    ", which draws translations"),
                {}, "leave one out");
  }
  refuse("--language-model-weight", !options.translator.language_model.empty(), "--language-model");
  refuse("--diversity", command.count("--groups") > 0, "--groups");
  for (const auto* name :
       {"--entries", "--columns", "--subtitle-letters", "--reading-speed", "--bilingual"}) {
    refuse(name, !options.files.sources.empty(), "a FILE");
  }
  for (const auto& [name, formats] : kOptionsOfFormats) {
    const bool is_shown = name == std::string_view("--confidence") && options.bilingual;
    refuse(name, options.files.sources.empty() || has_format(options, formats) || is_shown,
           str("a FILE in one of the formats ", formats).c_str());
  }
}

void check_kept(const TranslateOptions& options, const config::SearchOptions& search,
                const std::optional<text::Glossary>& glossary) {
  if (options.keep.empty()) return;
  if (search.copy == config::Copy::none) {
    throw Error("--keep has no effect with --copy none", {}, "leave one out");
  }
  if (!glossary) return;
  for (const auto& kept : options.keep) {
    for (const auto& match : glossary->in(kept)) {
      if (match.term->target == match.term->source) continue;
      throw Error(str("--keep ", kept, " contradicts the term ", match.term->source),
                  options.glossary, "leave out the option or the term");
    }
  }
}

std::string key_of(const TranslateOptions& options, const config::SearchOptions& search) {
  std::string key = str(kVersion, '\n', config::to_yaml(options), config::to_yaml(search),
                        config::to_yaml(options.translator), join(options.keep, "\n"), '\n');
  auto models = options.translator.others;
  models.push_back(options.model);
  if (!options.translator.language_model.empty()) {
    models.push_back(options.translator.language_model);
  }
  for (const auto& model : models) key += sha256_of_file(store::ModelDirectory(model).weights());
  for (const auto& file : {options.glossary, options.memory}) {
    if (!file.empty()) key += sha256_of_file(file);
  }
  return key;
}

}  // namespace regard::cli
