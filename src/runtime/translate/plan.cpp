#include "translate/plan.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <sstream>
#include <utility>

#include "config/reader.h"
#include "config/writer.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"
#include "text/tokenizer_pair.h"
#include "translate/candidates.h"

namespace regard::translate {

std::vector<std::mt19937_64> random_numbers(const Sources& sources, const Draw& draw) {
  const auto seed = static_cast<uint64_t>(draw.sampling.seed);
  std::vector<std::mt19937_64> engines;
  for (size_t source = 0; source < sources.lines.size(); ++source) {
    const uint64_t part = sources.parts[source];
    const uint64_t number = static_cast<uint64_t>(draw.first_number) + sources.lines[source];
    std::vector<uint64_t> numbers = {seed & 0xFFFFFFFFU, seed >> 32U, number & 0xFFFFFFFFU,
                                     number >> 32U};
    if (part > 0) numbers.push_back(part);
    std::seed_seq sequence(numbers.begin(), numbers.end());
    engines.emplace_back(sequence);
  }
  return engines;
}

namespace {

/// The ids of pieces separated by spaces.
Tokens ids_of(const std::string& pieces, const text::Tokenizer& tokenizer) {
  Tokens ids;
  std::istringstream in(pieces);
  for (std::string piece; in >> piece;) {
    const auto id = tokenizer.id(piece);
    if (id == text::kUnk && piece != tokenizer.piece(text::kUnk)) {
      throw Error(str("names ", piece, ", which is not a subword of the target's vocabulary"),
                  "search.suppress", "list the subwords with regard tokenizer info");
    }
    ids.push_back(id);
  }
  return ids;
}

search::WholeWords whole_words(const text::TokenizerPair& tokenizers) {
  const auto& half_words = tokenizers.half_words();
  if (half_words == nullptr) return {};
  return {.end_within_word = [half_words](auto tokens) { return half_words->end(tokens); },
          .boundaries = half_words->boundaries()};
}

search::BeamSearchOptions beam_of(const TranslationRequest& request,
                                  const text::TokenizerPair& tokenizers) {
  const auto& options = request.search;
  auto beam = search::beam_search_options(options);
  beam.n_best = request.n_best;
  beam.rules.suppressed = ids_of(options.suppress, tokenizers.target());
  if (options.whole_words) beam.whole_words = whole_words(tokenizers);
  beam.keep_attention = options.replace_unknown || request.options.attention;
  beam.keep_token_scores = request.options.token_scores || request.options.confidence;
  beam.pad = text::kPad;
  beam.bos = text::kBos;
  beam.eos = text::kEos;
  return beam;
}

/// The search options for sampling. <unk>, pad and bos are never sampled.
search::BeamSearchOptions drawing(search::BeamSearchOptions beam, const Draw& draw) {
  beam.beam_size = beam.n_best = beam.groups = 1;
  beam.penalty.alpha = beam.coverage_penalty = 0.0;
  beam.keep_attention = false;
  beam.rules.suppressed.push_back(text::kUnk);
  beam.sampling = search::sampling_options(draw.sampling);
  return beam;
}

search::Request request_of(const TranslationRequest& request, size_t source_tokens) {
  const auto length = static_cast<double>(source_tokens);
  search::Request one;
  one.min_length = static_cast<int64_t>(std::ceil(request.search.min_length_ratio * length));
  return one;
}

/// The terms in a part of a source, once for each occurrence.
std::vector<const text::Glossary::Term*> terms_in(const std::string& part,
                                                  const std::string& source,
                                                  const text::Glossary& glossary) {
  std::vector<const text::Glossary::Term*> terms;
  for (const auto& match : glossary.in(part, source)) terms.push_back(match.term);
  return terms;
}

/// The terms that the model must write. Terms in words that it cannot read are added later.
std::vector<const text::Glossary::Term*> terms_to_write(const Sources& sources, size_t source,
                                                        const text::Glossary& glossary) {
  const auto& text = sources.texts[source];
  auto terms = terms_in(text, text, glossary);
  const auto& reading = sources.readings[source];
  if (terms.empty() || reading.left_out.empty()) return terms;
  std::vector<const text::Glossary::Term*> left_out;
  for (const auto& item : reading.left_out) {
    std::ranges::copy(terms_in(item.text, text, glossary), std::back_inserter(left_out));
  }
  const auto read = terms_in(reading.text, text, glossary);
  std::map<const text::Glossary::Term*, std::ptrdiff_t> kept;
  std::erase_if(terms, [&](const auto* term) {
    const bool is_left_out = std::ranges::find(left_out, term) != left_out.end();
    return is_left_out && ++kept[term] > std::ranges::count(read, term);
  });
  return terms;
}

/// The first option that cannot be combined with sampling; empty if there is none.
const char* excluded_by_draw(const RequestOptions& request_options) {
  if (!request_options.prefixes.empty()) return "a prefix";
  if (request_options.glossary != nullptr) return "a glossary";
  if (request_options.attention) return "an alignment";
  if (request_options.alternatives > 0) return "alternatives";
  return "";
}

}  // namespace

void check(const TranslationRequest& request) {
  const auto& [search, n_best, request_options] = request;
  config::read<config::SearchOptions>(config::to_node(search), "search");
  if (const auto error = config::contradiction_in(search)) throw *error;
  if (n_best < 1 || (n_best > search.beam_size && !request_options.draw)) {
    throw Error(str("n_best is ", n_best, ", but must be from 1 to search.beam_size (",
                    search.beam_size, ")"),
                {}, "use a larger beam for more candidates");
  }
  if (request_options.keep.size() > limits::kKeptTexts) {
    throw Error(str("names ", request_options.keep.size(), " texts, but at most ",
                    limits::kKeptTexts, " can be kept"),
                "keep", "leave out those that are numbers, addresses or placeholders");
  }
  const std::string excluded = request_options.draw ? excluded_by_draw(request_options) : "";
  if (!excluded.empty()) {
    throw Error(str("translations that are drawn at random cannot have ", excluded), {},
                "leave it out, or search for the best translation");
  }
}

std::optional<int64_t> tag_id(const std::string& tag, const text::Tokenizer& source) {
  if (tag.empty()) return std::nullopt;
  if (const auto id = source.symbol_id(tag)) return id;
  const auto& symbols = source.symbols();
  throw Error(str("is ", tag, ", which is not a symbol of the source's tokenizer"), "search.tag",
              symbols.empty() ? "leave the tag out: the tokenizer has no symbols"
                              : "use one of its symbols: " + join(symbols));
}

void put_first(std::optional<int64_t> tag, std::span<Tokens> sources) {
  if (!tag) return;
  for (auto& tokens : sources) tokens.insert(tokens.begin(), *tag);
}

Plan::Plan(const TranslationRequest& request, const Sources& sources,
           const text::TokenizerPair& tokenizers, const std::function<void()>& before_source)
    : beam((check(request), beam_of(request, tokenizers))),
      literals(sources.tokens.size()),
      has_alternatives(sources.tokens.size(), false),
      has_cut_prefix(sources.tokens.size(), false),
      glossary(request.options.glossary),
      terms(sources.tokens.size()),
      n_best(request.n_best),
      alternatives(request.options.alternatives),
      draw(request.options.draw),
      tag(tag_id(request.search.tag, tokenizers.source())),
      language_model_weight(request.search.language_model_weight),
      batch_size(request.search.batch_size),
      replace_unknown(request.search.replace_unknown),
      pieces(request.options.pieces || request.options.attention || beam.keep_token_scores),
      attention(request.options.attention),
      word_parts(request.options.word_parts),
      token_scores(beam.keep_token_scores) {
  for (size_t source = 0; source < sources.tokens.size(); ++source) {
    before_source();
    requests.push_back(request_of(request, sources.tokens[source].size()));
    if (glossary != nullptr) terms[source] = terms_to_write(sources, source, *glossary);
    if (terms[source].empty()) continue;
    beam.keep_attention = beam.keep_token_scores = true;  // needed to place terms
  }
  set_prefixes(request.options.prefixes, sources, tokenizers);
  if (!draw) return;
  beam = drawing(std::move(beam), *draw);
  seed(draw->sampling.seed, sources);
}

void Plan::set_prefixes(const std::vector<std::string>& of_lines, const Sources& sources,
                        const text::TokenizerPair& tokenizers) {
  for (size_t first = 0, end = 0; first < sources.lines.size(); first = end) {
    for (end = first + 1; end < sources.lines.size() && !sources.begins_line(end);) ++end;
    size_t last_begun = first;
    if (!of_lines.empty()) {
      const LineParts parts{.sentences = std::span(sources.sentences).subspan(first, end - first),
                            .before = std::span(sources.before).subspan(first, end - first)};
      const auto prefixes = prefixes_of(of_lines.at(sources.lines[first]), parts, tokenizers);
      for (const auto& [part, prefix] : prefixes) {
        last_begun = first + part;
        begin_with(prefix, last_begun, sources.tokens[last_begun].size());
      }
    }
    has_alternatives[last_begun] = true;
  }
}

void Plan::begin_with(const Prefix& prefix, size_t source, size_t source_tokens) {
  auto& tokens = requests[source].prefix = prefix.tokens;
  const auto most = static_cast<size_t>(search::max_length(
      beam, static_cast<int64_t>(source_tokens), std::numeric_limits<int64_t>::max()));
  has_cut_prefix[source] = tokens.size() > most;
  if (has_cut_prefix[source]) tokens.resize(most);
  requests[source].may_end_words = tokens;  // words of the user's prefix count as complete
  if (prefix.literal && !has_cut_prefix[source]) {
    literals[source].push_back(*prefix.literal);
  }
}

void Plan::seed(int64_t seed, const Sources& sources) {
  draw->sampling.seed = seed;
  const auto numbers = random_numbers(sources, *draw);
  for (size_t source = 0; source < requests.size(); ++source) {
    requests[source].random = std::make_shared<const std::mt19937_64>(numbers[source]);
  }
}

}  // namespace regard::translate
