#include "translate/searcher.h"

#include <cstring>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "architecture/registry.h"
#include "base/machine.h"
#include "regard/base/str.h"
#include "search/grouped_search.h"

namespace regard::translate {

const ModuleMaker*& module_maker() {
  static const ModuleMaker* maker = nullptr;
  return maker;
}

NeedsModules::NeedsModules(const std::string& what)
    : Error(str(what, " needs LibTorch, but this program was built without it"), {},
            "leave it out, or use a build of regard with LibTorch") {}

void check_has_modules(const std::string& what) {
  if (module_maker() == nullptr) throw NeedsModules(what);
}

namespace {

class EngineSearcher final : public Searcher {
 public:
  explicit EngineSearcher(engine::Engine engine) : engine_(std::move(engine)) {}

  std::vector<Hypotheses> search(const Sources& sources, const Plan& plan,
                                 const std::function<void()>& before_step) const override {
    return find_planned(sources, plan, [&](auto some, const auto& options, auto requests) {
      return engine_.translate(some, options,
                               {.sentences = plan.batch_size,
                                .threads = threads(),
                                .requests = requests,
                                .check = before_step});
    });
  }

  engine::Engine::Fill fill() const override { return engine_.fill(); }

 private:
  engine::Engine engine_;
};

}  // namespace

std::vector<Hypotheses> find_planned(const Sources& sources, const Plan& plan, const Find& find) {
  if (plan.alternatives == 0) return find(sources.tokens, plan.beam, plan.requests);
  std::vector<Hypotheses> found;
  for (size_t source = 0; source < sources.tokens.size(); ++source) {
    const auto find_in_source = [&](const search::BeamSearchOptions& options,
                                    std::span<const search::Request> requests) {
      const std::vector<Tokens> copies(requests.size(), sources.tokens[source]);
      return find(copies, options, requests);
    };
    found.push_back(search::alternatives(find_in_source, plan.beam, plan.requests[source],
                                         plan.tokens_of_alternatives()));
  }
  return found;
}

std::unique_ptr<const Searcher> engine_searcher(engine::Engine engine) {
  return std::make_unique<EngineSearcher>(std::move(engine));
}

namespace {

/// Reads weights directly from the memory-mapped file; copies only those that are not aligned.
class FileWeights final : public engine::Weights {
 public:
  explicit FileWeights(const store::ModelFile& file) : file_(file) {}

  engine::Numbers read(const std::string& name, std::span<const int64_t> shape) const override {
    file_.check_has(name, {store::Dtype::f32, {shape.begin(), shape.end()}});
    names_.insert(name);
    let_go_of_read_pages(name);
    const auto weight = file_.stored(name);
    if (weight.scales.empty()) return floats_of(weight.numbers);
    const auto* integers = reinterpret_cast<const int8_t*>(weight.numbers.data());
    return {{file_.file().memory(), integers}, floats_of(weight.scales).floats};
  }

  void check_all_are_read() const { file_.check_has_only(names_); }

 private:
  engine::Numbers floats_of(std::span<const std::byte> bytes) const {
    const auto* first = reinterpret_cast<const float*>(bytes.data());
    if (reinterpret_cast<uintptr_t>(first) % alignof(float) == 0) {
      return {file_.file().memory(), first};
    }
    const auto copy = std::make_shared<std::vector<float>>(bytes.size() / sizeof(float));
    std::memcpy(copy->data(), bytes.data(), bytes.size());
    return {copy, copy->data()};
  }

  /// Releases pages: weights are packed one after
  /// the other, and most are not needed again.
  void let_go_of_read_pages(const std::string& name) const {
    constexpr size_t kMost = size_t{4} << 20;
    read_ += file_.stored(name).numbers.size();
    if (read_ < kMost) return;
    file_.file().let_go();
    read_ = 0;
  }

  const store::ModelFile& file_;
  mutable size_t read_ = 0;  // bytes read since the last release
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
       .target_vocab = model.tokenizers.target().size(),
       .alignment = store::alignment_of(model.experiment, model.file.metadata())},
      weights, options);
  weights.check_all_are_read();
  model.file.file().check_unchanged();
  model.file.file().let_go();
  return engine;
}

}  // namespace regard::translate
