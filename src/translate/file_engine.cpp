#include "translate/file_engine.h"

#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "regard/model/registry.h"

namespace regard::translate {
namespace {

class FileWeights final : public engine::Weights {
 public:
  explicit FileWeights(store::ModelFile& file) : file_(file) {}

  engine::Numbers read(const std::string& name, std::span<const int64_t> shape) const override {
    const store::TensorShape weight{store::Dtype::f32, {shape.begin(), shape.end()}};
    file_.check_has(name, weight);
    const auto size = static_cast<size_t>(bytes_of(weight) / sizeof(float));
    const auto numbers = memory_for(size);
    file_.read(name, std::as_writable_bytes(std::span(numbers.get(), size)));
    names_.insert(name);
    return {numbers, numbers.get()};
  }

  void check_all_are_read() const { file_.check_has_only(names_); }

 private:
  /// Most weights are packed and let go: the next ones take their memory, whose pages are there.
  std::shared_ptr<float[]> memory_for(size_t size) const {
    for (const auto& [memory, its_size] : memories_) {
      if (memory.use_count() == 1 && its_size >= size && its_size <= 2 * size) return memory;
    }
    std::erase_if(memories_, [](const Memory& one) { return one.numbers.use_count() == 1; });
    return memories_.emplace_back(Memory{std::make_shared_for_overwrite<float[]>(size), size})
        .numbers;
  }

  struct Memory {
    std::shared_ptr<float[]> numbers;
    size_t size;
  };

  store::ModelFile& file_;
  mutable std::vector<Memory> memories_;
  mutable std::set<std::string> names_;
};

}  // namespace

bool suits_engine(const store::OpenModel& model) {
  return engine::Engine::supports(model::find_architecture(model.experiment.model).name);
}

engine::Engine engine_of(store::OpenModel& model, const engine::EngineOptions& options) {
  const FileWeights weights(model.file);
  engine::Engine engine(
      {.options = model::find_architecture(model.experiment.model).complete(model.experiment.model),
       .source_vocab = model.tokenizers.source().size(),
       .target_vocab = model.tokenizers.target().size()},
      weights, options);
  weights.check_all_are_read();
  return engine;
}

}  // namespace regard::translate
