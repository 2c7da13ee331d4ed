#pragma once
#include <cstdint>
#include <vector>

namespace regard::nn {

/// The order of a position's sines and cosines, and how their frequencies fall; j counts the
/// frequencies from 0.
enum class SinusoidLayout {
  interleaved,  ///< sine, cosine, sine, ...; 10000^(-2j/size): Vaswani et al. (2017), d2l 11.6
  half,         ///< all sines, then all cosines; the same frequencies: MarianMT in Hugging Face's
                ///< transformers, CTranslate2
  half_t2t,     ///< all sines, then all cosines; 10000^(-j/(size/2 - 1)): Marian, tensor2tensor
};

/// The size / 2 frequencies w_j of a layout.
std::vector<double> sinusoid_frequencies(int64_t size, SinusoidLayout layout);

}  // namespace regard::nn
