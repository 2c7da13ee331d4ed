#include "serve/file_translation.h"

#include <algorithm>
#include <chrono>
#include <type_traits>
#include <utility>

#include "base/utf8.h"
#include "config/reader.h"
#include "documents/translated_units.h"
#include "regard/base/str.h"
#include "serve/http_message.h"
#include "serve/limits.h"
#include "serve/request_body.h"
#include "serve/text_translation.h"

namespace regard::serve {
namespace {

/// Maximum memory of a document for each byte of a text file, or of an archive's texts, which have
/// many tags. It contains the texts, the markup and the translations.
constexpr size_t kOfByte = 16, kOfUnpackedByte = 32;
/// Maximum memory of a document for each line, cell or tag.
constexpr size_t kOfMark = 512;
/// Copies of an archive in memory: the received one, those of the document, and the written one.
constexpr size_t kCopies = 4;
/// Retry-After for a file that another server, or this one after a restart, can translate.
constexpr std::chrono::seconds kForAnotherServer(5);
/// Maximum bytes of a file's texts from which its language is detected.
constexpr size_t kTellsLanguage = size_t{16} << 10U;

/// The name of a translated file: "notes_fr.txt" for "notes.txt".
std::string translated_name(const std::string& name, const std::string& language) {
  const size_t stem = std::min(name.rfind('.'), name.size());
  return name.substr(0, stem) + "_" + language + name.substr(stem);
}

size_t bytes_of_text(std::string_view text) {
  const auto marks = std::ranges::count_if(
      text, [](char c) { return c == '\n' || c == '<' || c == ',' || c == '\t'; });
  return text.size() * kOfByte + static_cast<size_t>(marks) * kOfMark;
}

std::string content_type_of(const documents::Format& format, const std::string& content) {
  const bool is_utf8 = format.is_text && !first_invalid_utf8(content);
  return str(format.mime_type, is_utf8 ? "; charset=utf-8" : "");
}

/// The language that the file declares, or "auto". Throws Refusal (400) for one that is not served.
std::string declared_language(const Service& service, const documents::File& file) {
  const auto suffix =
      lower_ascii(file.name.substr(std::min(file.name.rfind('.'), file.name.size())));
  if (suffix != ".xlf" && suffix != ".xliff") return "auto";
  const auto declared = documents::source_language_of_xliff(file);
  return trimmed(declared).empty() ? "auto" : served_language(service, declared);
}

}  // namespace

FileTranslation::FileTranslation(Service& service, FileRequest request)
    : service_(service),
      format_(documents::format_of(documents::translated_name(request.file.name))),
      name_(translated_name(documents::translated_name(request.file.name), request.target)) {
  const auto unchanged = request.file;
  request.options.before_unpacking = [this](uint64_t bytes) {
    unpacked_ += bytes;
    if (unpacked_ > bounds::kUnpackedFileBytes) {
      throw Refusal(400, str("the texts in the file take more than ", bounds::kUnpackedFileBytes,
                             " bytes; send the file in parts"));
    }
    take_memory(bytes * kOfUnpackedByte);
  };
  request.options.target_language = request.target;
  const bool is_text = format_ != nullptr && format_->is_text;
  take_memory(is_text ? bytes_of_text(request.file.bytes) : request.file.bytes.size() * kCopies);
  if (request.source == "auto") request.source = declared_language(service, request.file);
  if (request.source != "auto") request.options.source_language = request.source;
  document_ = documents::open_document(std::move(request.file), request.options);
  for (const auto& unit : document_->units()) characters_ += characters_in({unit.text});
  const int64_t most = service.options.file_char_limit;
  if (characters_ > most) {
    throw InvalidRequest(
        str("the file has ", characters_, " characters to translate, but may have at most ", most));
  }
  const auto source = request.source == "auto"
                          ? language_of(service, text(), request.target).language
                          : request.source;
  auto* model = model_for(service, source, request.target);
  if (model == nullptr) {
    unchanged_ = unchanged.bytes;
    format_ = documents::format_of(unchanged.name);
    name_ = translated_name(unchanged.name, request.target);
    return;
  }
  question_ = service.question(*model, {});
  if (request.glossary) question_->glossary = std::move(request.glossary);
  question_->confidence = request.confidence;
  set_tag(request.tag, *question_);
}

void FileTranslation::take_memory(size_t bytes) {
  if (bytes > bounds::kAnswerBytes) {
    throw Refusal(400, "the file would take too much memory; send the file in parts");
  }
  memory_.push_back(service_.take_memory(bytes));
}

std::string FileTranslation::text() const {
  std::string text;
  for (const auto& unit : document_->units()) {
    if (text.size() > kTellsLanguage) break;
    text += unit.text + '\n';
  }
  return text;
}

TranslatedFile FileTranslation::run(
    const Deadline& deadline, const std::function<void(size_t done, size_t all)>& report) const {
  const auto file = [&](std::string content) {
    auto type = content_type_of(*format_, content);
    return KeptFiles::File{
        .name = name_, .content = std::move(content), .content_type = std::move(type)};
  };
  if (!question_) return {.file = file(unchanged_), .warnings = {}};
  if (report) report(0, document_->units().size());
  const auto translate_units = [&](const std::vector<std::string>& texts, bool needs_alignment) {
    if (service_.is_draining) throw Refusal(503, "the server is shutting down", kForAnotherServer);
    auto question = *question_;
    question.lines = texts;
    question.attention = question.word_parts = needs_alignment;
    std::vector<TranslatedText> translations;
    for (const auto& answer : service_.translate(question, deadline)) {
      translations.push_back(documents::translated_text(*answer));
    }
    return translations;
  };
  auto written = documents::translate(*document_, translate_units, report);
  return {.file = file(std::move(written.bytes)), .warnings = std::move(written.warnings)};
}

documents::File sent_file(const MultipartPart& part, const std::string& name) {
  if (name.size() > bounds::kNameBytes) {
    throw Refusal(400, str("the file name has ", name.size(), " bytes, but may have at most ",
                           bounds::kNameBytes));
  }
  return {.name = name, .bytes = std::string(part.body)};
}

documents::DocumentOptions document_options(const Fields& fields) {
  const documents::DocumentOptions presets;
  auto section = config::Node::map();
  config::for_each_field<documents::DocumentOptions>([&](const auto& field) {
    const auto word = fields.word(field.name).value_or("");
    if (!field.served.by_request || word.empty()) return;
    using Value = std::decay_t<decltype(presets.*field.member)>;
    section.set(field.name, config::Node::scalar(word, std::is_same_v<Value, std::string>));
  });
  return config::read<documents::DocumentOptions>(section, {}, {}, presets);
}

double cost_of_file(const Service& service, size_t bytes) {
  return std::max(1.0,
                  static_cast<double>(bytes) / static_cast<double>(service.options.char_limit));
}

HttpResponse download_of(KeptFiles::File file) {
  return {.content_type = std::move(file.content_type),
          .body = std::move(file.content),
          .headers = {{"Content-Disposition", attachment(file.name)}}};
}

}  // namespace regard::serve
