#include "regard/corpus/subword_sampling.h"

#include "corpus/shuffle.h"

namespace regard::corpus {
namespace {

using Ids = std::vector<int64_t>;

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

Examples SubwordSampling::operator()(const Examples& examples, std::span<const size_t> chosen,
                                     int64_t epoch) const {
  const auto sampled = [&](const text::SubwordSampler& sampler, std::span<const int32_t> ids,
                           RandomEngine& random) {
    auto pieces = sampler.resample(ids, random);
    const bool fits = static_cast<int64_t>(pieces.size()) <= options_.max_length;
    return fits ? pieces : Ids(ids.begin(), ids.end());
  };
  Examples result;
  for (const size_t example : chosen) {
    auto random = engine_of_example(options_.seed, epoch, example);
    const auto source = sampled(source_, examples.source(example), random);
    const auto target = sampled(target_, examples.target(example), random);
    result.add(source, target, examples.weight(example), 0);
  }
  return result;
}

}  // namespace regard::corpus
