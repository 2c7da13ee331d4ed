#include "regard/corpus/subword_sampling.h"

#include <utility>

#include "corpus/shuffle.h"

namespace regard::corpus {
namespace {

RandomEngine engine_of_example(uint64_t seed, int64_t epoch, size_t example) {
  std::seed_seq sequence = {seed & 0xFFFFFFFFU, seed >> 32U, static_cast<uint64_t>(epoch),
                            static_cast<uint64_t>(example) & 0xFFFFFFFFU,
                            static_cast<uint64_t>(example) >> 32U};
  return RandomEngine(sequence);
}

}  // namespace

SubwordSampling::SubwordSampling(const text::TokenizerPair& tokenizers,
                                 const SubwordSamplingOptions& options)
    : source_(tokenizers.source(), options.alpha),
      target_(tokenizers.target(), options.alpha),
      options_(options) {}

SubwordSampling::Pair SubwordSampling::sample(const Examples& examples, size_t example,
                                              int64_t epoch) const {
  auto random = engine_of_example(options_.seed, epoch, example);
  const auto sampled = [&](const text::SubwordSampler& sampler, std::span<const int32_t> ids) {
    auto pieces = sampler.resample(ids, random);
    const bool fits = static_cast<int64_t>(pieces.size()) <= options_.max_length;
    return fits ? pieces : Ids(ids.begin(), ids.end());
  };
  auto source = sampled(source_, examples.source(example));
  auto target = sampled(target_, examples.target(example));
  return {std::move(source), std::move(target)};
}

Examples SubwordSampling::operator()(const Examples& examples, std::span<const size_t> chosen,
                                     int64_t epoch) const {
  Examples result;
  for (const size_t example : chosen) {
    const auto [source, target] = sample(examples, example, epoch);
    result.add(source, target, examples.weight(example), 0);
  }
  return result;
}

PairLengths SubwordSampling::lengths(const Examples& examples, size_t example,
                                     int64_t epoch) const {
  const auto [source, target] = sample(examples, example, epoch);
  return {static_cast<uint32_t>(source.size()), static_cast<uint32_t>(target.size())};
}

}  // namespace regard::corpus
