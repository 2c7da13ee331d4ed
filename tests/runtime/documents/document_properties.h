#pragma once
#include <gtest/gtest.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "documents/formats.h"
#include "markup/html_names.h"
#include "support/base/thrown_error.h"

/// Properties of documents in every format.
namespace regard::documents {

inline std::vector<TranslatedText> translations_of(
    const Document& document, const std::function<std::string(const std::string&)>& translate) {
  std::vector<TranslatedText> translations;
  for (const auto& unit : document.units()) {
    translations.push_back({.text = translate(unit.text)});
  }
  return translations;
}

inline std::vector<std::string> texts_of(const Document& document) {
  std::vector<std::string> texts;
  for (const auto& unit : document.units()) texts.push_back(unit.text);
  return texts;
}

/// The error for a rejected file.
inline std::string refusal_of(const std::string& name, const std::string& bytes,
                              const DocumentOptions& options = {}) {
  return test::thrown_error([&] { open_document({name, bytes}, options); }).what();
}

/// Changes ASCII letters only, so the size stays the same.
inline std::string in_capitals(const std::string& text) { return upper_ascii(text); }

/// The document with each text in capitals.
inline std::string shouted(const Document& document) {
  return document.write(translations_of(document, in_capitals)).bytes;
}

inline std::string shouted(const std::string& name, const std::string& bytes,
                           const DocumentOptions& options = {}) {
  return shouted(*open_document({name, bytes}, options));
}

/// Removes white space and case, and decodes references.
inline std::string folded(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto reference = serve::character_reference(text);
    const size_t size = std::max<size_t>(reference.length, 1);
    if (reference.character != 0) {
      append_utf8(reference.character, result);
    } else if (std::string_view(" \t\r\n").find(text[0]) == std::string_view::npos) {
      result += lower_ascii(text.substr(0, size));
    }
    text.remove_prefix(size);
  }
  return result;
}

/// Where two texts begin to differ; empty if they are equal.
inline std::string difference(std::string_view one, std::string_view other) {
  constexpr size_t kShown = 60;
  const auto at = static_cast<size_t>(
      std::mismatch(one.begin(), one.end(), other.begin(), other.end()).first - one.begin());
  if (at == one.size() && at == other.size()) return {};
  const size_t begin = at - std::min<size_t>(at, kShown / 2);
  return "'" + std::string(one.substr(begin, kShown)) + "' but '" +
         std::string(other.substr(std::min(begin, other.size()), kShown)) + "'";
}

/// Without translations, and with each text as its own translation, a document keeps its bytes.
inline void expect_keeps_bytes(const std::string& name, const std::string& bytes,
                               const DocumentOptions& options = {}) {
  const auto document = open_document({name, bytes}, options);
  EXPECT_EQ(difference(document->write({}).bytes, bytes), "") << name;
  const auto same = translations_of(*document, [](const auto& text) { return text; });
  EXPECT_EQ(difference(document->write(same).bytes, bytes), "") << name;
}

/// In capitals, a document still has every text and everything else.
inline void expect_loses_nothing(const std::string& name, const std::string& bytes,
                                 const DocumentOptions& options = {}) {
  const auto document = open_document({name, bytes}, options);
  const auto written = shouted(*document);
  EXPECT_EQ(difference(folded(written), folded(bytes)), "") << name;
  EXPECT_EQ(texts_of(*open_document({name, written}, options)).size(), document->units().size());
}

/// Files of other projects with one of the suffixes; empty if they are not available.
inline std::vector<std::string> real_files(std::string_view suffixes) {
  const auto* source = std::getenv("REGARD_SOURCE_DIR");
  const auto folder =
      std::filesystem::path(source != nullptr ? source : ".") / "../shared/data/files";
  std::vector<std::string> files;
  if (!std::filesystem::is_directory(folder)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto suffix = entry.path().extension().string();
    if (!suffix.empty() && suffixes.find(suffix) != std::string_view::npos) {
      files.push_back(entry.path().string());
    }
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace regard::documents
