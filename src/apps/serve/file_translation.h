#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "documents/formats.h"
#include "regard/text/glossary.h"
#include "serve/answer_cache.h"
#include "serve/fields.h"
#include "serve/service.h"

namespace regard::serve {

/// A file to translate in its format (documents/formats.h), in one direction.
struct FileRequest {
  documents::File file;
  std::string source;  ///< a language, or "auto"
  std::string target;
  documents::DocumentOptions options = {};
  std::shared_ptr<const text::Glossary> glossary = {};
  std::optional<std::string> tag = {};  ///< in place of the model's search.tag
  bool confidence = false;              ///< write confidence into XLIFF and HTML
};

struct TranslatedFile {
  KeptFiles::File file;
  std::vector<std::string> warnings;  ///< warnings about its translation
};

/// A file that has been read and can be translated. Holds its share of the memory for requests
/// during its lifetime.
class FileTranslation {
 public:
  /// Reads the file. If it cannot be read, throws Error with the same message as the command line.
  /// Throws Refusal if the file exceeds the limits for files or its direction is not served.
  FileTranslation(Service& service, FileRequest request);

  /// Code points of the texts to translate.
  int64_t characters() const { return characters_; }

  /// The file with its translations, as `regard translate` writes it; unchanged if it is already in
  /// the target language. Calls `report` as texts are translated. Throws what Service::translate
  /// throws, and Refusal (503) once the server shuts down.
  TranslatedFile run(const Deadline& deadline,
                     const std::function<void(size_t done, size_t all)>& report = {}) const;

 private:
  void take_memory(size_t bytes);
  std::string text() const;

  Service& service_;
  const documents::Format* format_ = nullptr;
  std::string name_;       // name of the translation
  std::string unchanged_;  // the file, if it stays as it is
  std::optional<Question> question_;
  size_t unpacked_ = 0;
  std::vector<std::shared_ptr<const void>> memory_;
  std::unique_ptr<documents::Document> document_;
  int64_t characters_ = 0;
};

/// The file in a form's field "file", with the given name. Throws Refusal (400) for a name that is
/// too long.
documents::File sent_file(const MultipartPart& part, const std::string& name);

/// The document options that a request sets (documents/document_options.h). Throws Error for an
/// invalid value.
documents::DocumentOptions document_options(const Fields& fields);

/// The number of requests that a file of this size counts as in the client's rate limit.
double cost_of_file(const Service& service, size_t bytes);

/// The answer with a translated file, to be saved under its name.
HttpResponse download_of(KeptFiles::File file);

}  // namespace regard::serve
