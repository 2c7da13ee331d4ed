#include "model/modules.h"

#include <typeinfo>

#include "architecture/architectures.h"
#include "architecture/complete_section.h"
#include "architecture/read_options.h"
#include "architecture/registry.h"
#include "base/available_memory.h"
#include "base/decimals.h"
#include "model/rnn_attention.h"
#include "model/rnn_context.h"
#include "model/rnn_lm.h"
#include "model/transformer.h"
#include "model/transformer_lm.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::model {
namespace {

/// Throws Error before anything is allocated for a model that cannot fit.
template <class Options>
void check_memory(const Options& options, int64_t vocab) {
  const double needed = options.least_weights(static_cast<double>(vocab)) * sizeof(float);
  const auto available = static_cast<double>(available_memory());
  if (available == 0 || needed <= available) return;
  const auto gigabytes = [](double bytes) { return fixed(bytes / 1e9, 1); };
  throw Error(str("needs at least ", gigabytes(needed), " GB for its weights, but ",
                  gigabytes(available), " GB of memory are available"),
              "model", "a smaller model needs less: fewer layers, or narrower ones",
              ExitCode::failure);
}

}  // namespace

std::shared_ptr<Seq2SeqModel> make_seq2seq_model(const config::Node& section, int64_t source_vocab,
                                                 int64_t target_vocab, bool shared_vocab) {
  const auto& wanted = find_architecture(section).name;
  std::shared_ptr<Seq2SeqModel> made;
  each_architecture([&]<class Options, class Model>(const char* name, const char*, const char*) {
    if (name != wanted) return;
    const auto options = read_options<Options>(section);
    check_memory(options, source_vocab + target_vocab);
    made = std::make_shared<Model>(options, source_vocab, target_vocab, shared_vocab);
  });
  return made;
}

std::shared_ptr<LanguageModel> make_language_model(const config::Node& section, int64_t vocab) {
  const auto& wanted = find_language_architecture(section).name;
  std::shared_ptr<LanguageModel> made;
  each_language_architecture(
      [&]<class Options, class Model>(const char* name, const char*, const char*) {
        if (name != wanted) return;
        const auto options = read_options<Options>(section);
        check_memory(options, vocab);
        made = std::make_shared<Model>(options, vocab);
      });
  return made;
}

std::optional<config::Node> section_of(const Seq2SeqModel& model) {
  std::optional<config::Node> section;
  each_architecture([&]<class Options, class Model>(const char* name, const char*, const char*) {
    if (typeid(model) != typeid(Model)) return;
    section = complete_section(name, dynamic_cast<const Model&>(model).options());
  });
  return section;
}

}  // namespace regard::model
