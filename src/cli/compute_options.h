#pragma once
#include <cstdint>
#include <string>

#include "regard/config/check.h"
#include "regard/model/device.h"
#include "regard/translate/translation_model.h"

namespace regard::cli {

/// Where and how a command computes with a model. Models that only the modules know (language
/// models, attention maps) take `device` and `threads`.
struct ComputeOptions {
  std::string device = "auto";
  std::string compute = "auto";
  bool shortlist = false;
  int64_t threads = 0;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = ComputeOptions;
    v.field("device", &O::device, "auto, cpu, cuda or cuda:N.");
    v.field("compute", &O::compute, config::one_of({"auto", "float32", "bf16", "int8"}),
            "Number type of matrix products when translating on the CPU. bf16 (with AVX512-BF16) "
            "and int8 are faster and slightly less exact; auto is int8 for a model from regard "
            "quantize, otherwise float32.");
    v.field("shortlist", &O::shortlist,
            "On the CPU: search only the tokens of the sentence's shortlist (see regard "
            "shortlist), which is faster and slightly less exact.");
    v.field("threads", &O::threads, config::at_least<int64_t>(0),
            "CPU threads. 0 is one per core.");
  }

  /// All but the threads, which are those of the whole program (model::set_threads).
  translate::TranslationModelOptions of_model() const {
    return {.device = model::device_named(device), .compute = compute, .shortlist = shortlist};
  }
};

}  // namespace regard::cli
