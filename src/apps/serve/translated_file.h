#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "regard/text/glossary.h"
#include "serve/service.h"

namespace regard::serve {

/// A text file in one direction, in which sentences may go on over lines. In its own language it
/// stays as it is. Throws as translate_texts does.
struct FileRequest {
  std::string text;
  std::string source;  ///< language, or "auto"
  std::string target;
  std::shared_ptr<const text::Glossary> glossary = {};
};

std::string translated_file(Service& service, const FileRequest& request, const Patience& patience);

/// The text that the bytes of a file are, without a byte order mark. Throws Refusal (400) for what
/// is not UTF-8, or no text.
std::string text_of_file(std::string_view bytes);

/// Whether a file of this name is one that is translated: .txt, in any case.
bool is_text_file(const std::string& name);

/// "notes.txt" as "notes_fr.txt".
std::string translated_name(const std::string& name, const std::string& language);

}  // namespace regard::serve
