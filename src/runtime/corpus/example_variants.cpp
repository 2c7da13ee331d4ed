#include "corpus/example_variants.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/random.h"
#include "corpus/shuffle.h"
#include "text/tokenizer_pair.h"

namespace regard::corpus {
namespace {

/// Purposes of the random numbers drawn for an example.
enum class Purpose : uint64_t { sampling, noise, joining };

RandomEngine engine_of_example(uint64_t seed, int64_t epoch, size_t example, Purpose purpose) {
  std::vector<uint64_t> numbers = {seed & 0xFFFFFFFFU, seed >> 32U, static_cast<uint64_t>(epoch),
                                   static_cast<uint64_t>(example) & 0xFFFFFFFFU,
                                   static_cast<uint64_t>(example) >> 32U};
  if (purpose != Purpose::sampling) numbers.push_back(static_cast<uint64_t>(purpose));
  std::seed_seq sequence(numbers.begin(), numbers.end());
  return RandomEngine(sequence);
}

}  // namespace

ExampleVariants::ExampleVariants(const text::TokenizerPair& tokenizers,
                                 const ExampleVariantOptions& options)
    : tokenizers_(tokenizers),
      is_symbol_(static_cast<size_t>(tokenizers.source().size())),
      noise_(options.noise),
      options_(options) {
  for (const auto& symbol : tokenizers.source().symbols()) {
    is_symbol_[static_cast<size_t>(tokenizers.source().id(symbol))] = true;
  }
  if (options.alpha == 0) return;
  source_.emplace(tokenizers.source(), options.alpha);
  target_.emplace(tokenizers.target(), options.alpha);
}

/// Adds noise. Keeps a tag before the source (data.train.tag). Leaves a sentence with unknown
/// tokens unchanged, because its text cannot be recovered from the tokens.
void ExampleVariants::add_noise(Pair& pair, size_t example, int64_t epoch) const {
  if (!options_.noise.any()) return;
  auto random = engine_of_example(options_.seed, epoch, example, Purpose::noise);
  const auto faults = noise_.draw(random);
  if (!faults.any() || text::has_unknown(pair.source) || text::has_unknown(pair.target)) return;
  const bool has_tag =
      !pair.source.empty() && is_symbol_.at(static_cast<size_t>(pair.source.front()));
  auto source = tokenizers_.source().decode(std::span(pair.source).subspan(has_tag ? 1 : 0));
  auto target = tokenizers_.decode_target(pair.target);
  const auto done = text::Noise::add(faults, source, target, random);
  Pair noisy = pair;
  if (done.source) noisy.source = tokenizers_.encode_source(source);
  if (done.source && has_tag) noisy.source.insert(noisy.source.begin(), pair.source.front());
  if (done.target) noisy.target = tokenizers_.encode_target(target);
  if (text::has_unknown(noisy.source) || text::has_unknown(noisy.target)) return;
  constexpr size_t kEndOnly = 1;
  if (noisy.source.size() <= kEndOnly || noisy.target.size() <= kEndOnly) return;
  if (fits(noisy.source) && fits(noisy.target)) pair = std::move(noisy);
}

ExampleVariants::Pair ExampleVariants::alone(const Examples& examples, size_t example,
                                             int64_t epoch) const {
  const auto source = examples.source(example), target = examples.target(example);
  Pair pair{.source = {source.begin(), source.end()}, .target = {target.begin(), target.end()}};
  add_noise(pair, example, epoch);
  if (!source_) return pair;
  auto random = engine_of_example(options_.seed, epoch, example, Purpose::sampling);
  const auto sample = [&](const text::SubwordSampler& sampler, Ids& side) {
    const std::vector<int32_t> ids(side.begin(), side.end());
    auto pieces = sampler.resample(ids, random);
    if (fits(pieces)) side = std::move(pieces);
  };
  sample(*source_, pair.source);
  sample(*target_, pair.target);
  return pair;
}

/// Only the first of the joined sources keeps its tag. Fewer pairs are joined if the corpus has a
/// gap or the example would become too long.
ExampleVariants::Pair ExampleVariants::variant(const Examples& examples, size_t example,
                                               int64_t epoch) const {
  auto pair = alone(examples, example, epoch);
  const auto& [probability, sentences] = options_.join;
  if (probability == 0) return pair;
  auto random = engine_of_example(options_.seed, epoch, example, Purpose::joining);
  if (uniform(random) >= probability) return pair;
  const auto more = 1 + random() % static_cast<uint64_t>(sentences - 1);
  const auto join = [](Ids& side, std::span<const int64_t> next) {
    side.pop_back();  // removes EOS
    side.insert(side.end(), next.begin(), next.end());
  };
  for (uint64_t i = 0; i < more && examples.continues(example + i); ++i) {
    const auto next = alone(examples, example + i + 1, epoch);
    const bool repeats_tag = pair.source.front() == next.source.front() &&
                             is_symbol_.at(static_cast<size_t>(next.source.front()));
    auto joined = pair;
    join(joined.source, std::span(next.source).subspan(repeats_tag ? 1 : 0));
    join(joined.target, next.target);
    if (!fits(joined.source) || !fits(joined.target)) break;
    pair = std::move(joined);
  }
  return pair;
}

Examples ExampleVariants::operator()(const Examples& examples, std::span<const size_t> chosen,
                                     int64_t epoch) const {
  Examples varied;
  for (const size_t example : chosen) {
    const auto [source, target] = variant(examples, example, epoch);
    varied.add(source, target, examples.weight(example), 0);
  }
  return varied;
}

PairLengths ExampleVariants::lengths(const Examples& examples, size_t example,
                                     int64_t epoch) const {
  const auto [source, target] = variant(examples, example, epoch);
  return {static_cast<uint32_t>(source.size()), static_cast<uint32_t>(target.size())};
}

}  // namespace regard::corpus
