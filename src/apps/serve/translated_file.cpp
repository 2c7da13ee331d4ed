#include "serve/text_translation.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "regard/base/str.h"
#include "serve/http_message.h"
#include "translate/translate_document.h"

namespace regard::serve {

constexpr std::string_view kEnding = ".txt";

std::string translated_file(Service& service, const FileRequest& request,
                            const Deadline& deadline) {
  const auto source = request.source == "auto"
                          ? language_of(service, request.text, request.target).language
                          : request.source;
  auto* model = model_for(service, source, request.target);
  if (model == nullptr) return request.text;
  auto question = service.question(*model, {});
  question.glossary = request.glossary;
  set_tag(request.tag, question);
  const auto translate_sentences = [&](const std::vector<std::string>& sentences) {
    question.lines = sentences;
    std::vector<std::string> texts;
    for (const auto& answer : service.translate(question, deadline)) texts.push_back(answer->text);
    return texts;
  };
  auto options = question.model->model.document_options();
  options.count = [&deadline, count = options.count](std::string_view text) {
    deadline.check();
    return count(text);
  };
  return join(translate::translate_document(text::lines_with_ends(request.text),
                                            translate_sentences, options),
              "");
}

std::string text_of_file(std::string_view bytes) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF", kUtf16[] = {"\xFF\xFE", "\xFE\xFF"};
  const auto refuse = [&](const std::string& why, const char* remedy) {
    throw Refusal(400, str("Invalid file data: ", why, "; ", remedy));
  };
  const auto position = [&](size_t at) {
    const auto before = bytes.substr(0, at);
    const size_t begin = before.rfind('\n') + 1;  // npos + 1 is 0
    return str("line ", std::ranges::count(before, '\n') + 1, ", column ",
               column_of(bytes.substr(begin), at - begin));
  };
  if (std::ranges::any_of(kUtf16, [&](auto mark) { return bytes.starts_with(mark); })) {
    refuse("the file looks like UTF-16, but must be UTF-8", "convert it: iconv -f utf-16 -t utf-8");
  }
  if (const size_t null = bytes.find('\0'); null != std::string_view::npos) {
    refuse(str("the file has a null byte (", position(null), "), which no text has"),
           "send plain text in UTF-8");
  }
  if (const auto invalid = first_invalid_utf8(bytes)) {
    refuse(str("the file is not valid UTF-8 (", position(*invalid), ")"),
           "convert it; if it is Latin-1: iconv -f latin1 -t utf-8");
  }
  if (bytes.starts_with(kMark)) bytes.remove_prefix(kMark.size());
  return std::string(bytes);
}

bool is_text_file(const std::string& name) { return lower_ascii(name).ends_with(kEnding); }

std::string translated_name(const std::string& name, const std::string& language) {
  const auto stem = name.size() - kEnding.size();
  return name.substr(0, stem) + "_" + language + name.substr(stem);
}

}  // namespace regard::serve
