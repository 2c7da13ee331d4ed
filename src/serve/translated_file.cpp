#include "serve/translated_file.h"

#include <utility>
#include <vector>

#include "regard/base/ascii.h"
#include "regard/base/join.h"
#include "regard/translate/translate_document.h"
#include "serve/text_translation.h"

namespace regard::serve {

constexpr std::string_view kEnding = ".txt";

std::string translated_file(Service& service, const FileRequest& request,
                            const Patience& patience) {
  const auto source = request.source == "auto"
                          ? language_of(service, request.text, request.target).language
                          : request.source;
  auto* model = model_for(service, source, request.target);
  if (model == nullptr) return request.text;
  auto question = service.question(*model, {});
  question.glossary = request.glossary;
  const auto translate_sentences = [&](const std::vector<std::string>& sentences) {
    question.lines = sentences;
    std::vector<std::string> texts;
    for (const auto& answer : service.translate(question, patience)) texts.push_back(answer->text);
    return texts;
  };
  auto options = question.model->model.document_options();
  options.count = [&patience, count = options.count](std::string_view text) {
    patience.check();
    return count(text);
  };
  return join(translate::translate_document(text::lines_with_ends(request.text),
                                            translate_sentences, options),
              "");
}

bool is_text_file(const std::string& name) { return lower_ascii(name).ends_with(kEnding); }

std::string translated_name(const std::string& name, const std::string& language) {
  const auto stem = name.size() - kEnding.size();
  return name.substr(0, stem) + "_" + language + name.substr(stem);
}

}  // namespace regard::serve
