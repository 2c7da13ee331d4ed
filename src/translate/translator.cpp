#include "regard/translate/translator.h"

#include <optional>

#include "regard/model/device.h"
#include "regard/translate/model_directory.h"
#include "regard/translate/translate_lines.h"
#include "regard/translate/translate_with_attention.h"

namespace regard::translate {

struct Translator::Impl {
  LoadedModel loaded;
  std::optional<engine::Engine> engine = {};
};

Translator::Translator(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Translator::Translator(Translator&&) noexcept = default;
Translator& Translator::operator=(Translator&&) noexcept = default;
Translator::~Translator() = default;

Translator Translator::load(const std::string& directory, const TranslatorOptions& options) {
  model::set_threads(options.threads);
  auto impl = std::make_unique<Impl>(
      Impl{load_model_directory(directory, model::device_named(options.device))});
  impl->engine = engine_for(impl->loaded, options.compute);
  return Translator(std::move(impl));
}

std::string Translator::translate(std::string_view line) {
  const std::string lines[] = {std::string(line)};
  return translate(lines, search_options()).front().text;
}

std::vector<Translation> Translator::translate(std::span<const std::string> lines,
                                               const config::SearchOptions& options,
                                               int64_t n_best) {
  return translate_lines(
      *impl_->loaded.model, impl_->loaded.tokenizers, lines, options, n_best, [] {}, impl_->engine);
}

std::vector<Translation> Translator::sample(std::span<const std::string> lines,
                                            const config::SearchOptions& options,
                                            const config::GenerationOptions& sampling,
                                            int64_t first_number) {
  return sample_lines(*impl_->loaded.model, impl_->loaded.tokenizers, lines, options, sampling,
                      first_number);
}

AttendedTranslation Translator::translate_with_attention(const std::string& line,
                                                         const config::SearchOptions& options) {
  return translate::translate_with_attention(*impl_->loaded.model, impl_->loaded.tokenizers, line,
                                             options);
}

const config::SearchOptions& Translator::search_options() const {
  return impl_->loaded.experiment.search;
}

}  // namespace regard::translate
