#include "cli/translate_options.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "base/digest.h"
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
      {"a --format of markup", is_markup(options.format)},
      {"--format nbest", options.format == Format::nbest},
      {"--review", options.review}};
  const auto exclude = [&](std::string_view one, const std::set<std::string_view>& others) {
    const auto is_one = [&](const auto& option) { return option.second && option.first == one; };
    if (std::ranges::none_of(given, is_one)) return;
    for (const auto& [name, is_given] : given) {
      if (!is_given || !others.contains(name)) continue;
      throw Error(str(one, " and ", name, " exclude each other"), {}, "leave one out");
    }
  };
  exclude("--text", {"--sample", "--least-risk", "--n-best", "--alternatives", "--prefix",
                     "--alignment", "--attention", "--format", "--review"});
  exclude("a --format of markup", {"--sample", "--least-risk", "--n-best", "--alternatives",
                                   "--prefix", "--alignment", "--attention", "--review"});
  exclude("--review",
          {"--n-best", "--alternatives", "--alignment", "--attention", "--format nbest"});
  exclude("--sample", {"--least-risk", "--n-best"});
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
