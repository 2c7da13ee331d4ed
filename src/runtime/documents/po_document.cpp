#include <algorithm>
#include <optional>
#include <utility>

#include "base/utf8.h"
#include "bitext/po_scanner.h"
#include "documents/direction.h"
#include "documents/field_document.h"
#include "documents/formats.h"
#include "documents/mnemonics.h"
#include "documents/tagged_text.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/sentences.h"

/// Message catalogs (.po, .pot): fills in the translations of messages.
namespace regard::documents {
namespace {

using bitext::PoEntry;
using bitext::PoString;

bool is_wanted(const PoEntry& entry, Entries entries) {
  const bool is_untranslated =
      std::ranges::any_of(entry.translations, [](const auto& one) { return one.text.empty(); });
  switch (entries) {
    case Entries::open:
      return is_untranslated || entry.is_fuzzy;
    case Entries::untranslated:
      return is_untranslated;
    case Entries::all:
      break;
  }
  return true;
}

/// The placeholders of a text, sorted: %s, %1$d, %(name)s, {0}, {name}.
std::vector<std::string> directives_of(std::string_view text) {
  std::vector<std::string> directives;
  for (size_t at = 0; at < text.size(); ++at) {
    const auto rest = text.substr(at);
    size_t size = 0;
    if (rest[0] == '{') {
      size = rest.find('}') + 1;  // npos + 1 is 0
    } else if (rest.starts_with("%%")) {
      size = 2;
    } else if (rest[0] == '%') {
      const size_t name = rest.starts_with("%(") ? rest.find(')') : 0;
      if (name == std::string_view::npos) continue;
      const size_t last = rest.find_first_not_of("0123456789$#+-*. 'hlqjztL", name + 1);
      size = last < rest.size() && is_ascii_letter(rest[last]) ? last + 1 : 0;
    }
    if (size == 0) continue;
    directives.emplace_back(rest.substr(0, size));
    at += size - 1;
  }
  std::ranges::sort(directives);
  return directives;
}

/// The catalog's style of writing strings.
struct PoStyle {
  std::string line_end = "\n";
  bool wraps = true;
};

PoStyle style_of(std::string_view file) {
  constexpr size_t kWide = 100;
  PoStyle style;
  if (file.find("\r\n") != std::string_view::npos) style.line_end = "\r\n";
  for (const auto line : text::lines_with_ends(file)) {
    if (line.starts_with('"') && line.size() > kWide) style.wraps = false;
  }
  return style;
}

size_t width_of(std::string_view text) { return decode_utf8(text).size(); }

/// Splits a text into the lines of a catalog: at line ends and, if it wraps, at a maximum width.
std::vector<std::string> pieces_of(std::string_view text, bool wraps) {
  constexpr size_t kWidth = 77;
  std::vector<std::string> pieces;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    auto line = text.substr(0, end);
    text.remove_prefix(end);
    std::string piece;
    while (!line.empty()) {
      const size_t word = std::min(line.find_first_not_of(' ', line.find(' ')), line.size());
      const auto escaped = bitext::po_escaped(line.substr(0, word));
      if (wraps && !piece.empty() && width_of(piece) + width_of(escaped) > kWidth) {
        pieces.push_back(std::exchange(piece, {}));
      }
      piece += escaped;
      line.remove_prefix(word);
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

std::string quoted(std::string_view text, size_t keyword, const PoStyle& style) {
  constexpr size_t kWidth = 79;
  const auto pieces = pieces_of(text, style.wraps);
  const auto in_quotes = [](const std::string& piece) { return '"' + piece + '"'; };
  if (pieces.empty()) return "\"\"";
  const bool fits = !style.wraps || keyword + 3 + width_of(pieces[0]) <= kWidth;
  if (pieces.size() == 1 && fits) return in_quotes(pieces[0]);
  std::string lines = "\"\"";
  for (const auto& piece : pieces) lines += style.line_end + in_quotes(piece);
  return lines;
}

/// A field for a message and the translations to fill in.
Field field_of(const PoEntry& entry, const PoString& source, std::vector<PoString> targets,
               const PoStyle& style) {
  auto parts = tagged_parts(source.text);
  const auto mnemonic = take_mnemonic(parts);
  Field field{.text = CodedText(std::move(parts)), .places = {}, .write = {}, .is_beside = true};
  for (const auto& target : targets) field.places.push_back({target.begin, target.end});
  const bool has_format = entry.flags.find("-format") != std::string::npos &&
                          entry.flags.find("no-") == std::string::npos;
  field.write = [=, text = source.text, line = entry.line](const CodedText& own,
                                                           const auto& translations,
                                                           std::vector<std::string>& warnings) {
    std::vector<std::string> written;
    auto said = own.with(translations);
    put_mnemonic(mnemonic, said);
    const auto translation = tagged_text(said);
    if (has_format && directives_of(translation) != directives_of(text)) {
      warnings.push_back(str("line ", line,
                             ": the translation has different placeholders than the message, which "
                             "is left unchanged"));
      return written;
    }
    for (const auto& target : targets) {
      written.push_back(quoted(translation, target.keyword.size(), style));
    }
    return written;
  };
  return field;
}

void add_fields(const PoEntry& entry, const PoStyle& style, std::vector<Field>& fields) {
  if (!entry.has_plural) {
    return fields.push_back(field_of(entry, entry.id, {entry.translations.front()}, style));
  }
  std::vector<PoString> several = entry.translations;
  if (several.size() > 1) {
    fields.push_back(field_of(entry, entry.id, {several.front()}, style));
    several.erase(several.begin());
  }
  fields.push_back(field_of(entry, entry.plural, several, style));
}

/// Throws Error for an entry that is truncated or has a syntax error.
void check_is_whole(const PoEntry& entry, const std::string& name) {
  const auto remedy =
      "correct the file, or copy it again if it is truncated; msgfmt --check lists all errors";
  if (!entry.wrong.empty()) throw Error("is not a message catalog: " + entry.wrong, name, remedy);
  if (entry.translations.empty()) {
    throw Error("the message has no msgstr", str(name, ':', entry.line), remedy);
  }
}

/// Warning about a catalog with plural forms whose header does not state their number.
constexpr auto kWithoutPlurals =
    "the header has no Plural-Forms, without which msgfmt rejects plural forms; for French, add "
    "\"Plural-Forms: nplurals=2; plural=(n > 1);\\n\"";

/// Warning about a catalog whose header names a language other than the model's; empty if none.
std::string note_on_language(const PoEntry& head, const DocumentOptions& options) {
  constexpr std::string_view kField = "Language:";
  for (const auto line : text::lines_with_ends(head.translations.front().text)) {
    if (!line.starts_with(kField)) continue;
    const auto language = trimmed(line.substr(kField.size()));
    if (!is_other_language(language, options.target_language)) continue;
    return str("the header says Language: ", language, ", but the translations are in ",
               options.target_language);
  }
  return {};
}

}  // namespace

std::unique_ptr<Document> read_po(File file, const DocumentOptions& options) {
  const auto style = style_of(file.bytes);
  std::vector<Field> fields;
  std::vector<std::string> notes;
  bool has_entry = false, has_plural = false;
  const auto add = [&](const std::optional<PoEntry>& entry) {
    if (!entry) return;
    check_is_whole(*entry, file.name);
    has_entry = true;
    has_plural = has_plural || entry->has_plural;
    const bool is_head = entry->id.text.empty() && entry->context.text.empty();
    if (is_head) notes.push_back(note_on_language(*entry, options));
    if (entry->id.text.empty() || !is_wanted(*entry, options.entries)) return;
    add_fields(*entry, style, fields);
  };
  bitext::PoScanner scanner;
  int64_t number = 0;
  for (const auto line : text::lines_with_ends(file.bytes)) {
    add(scanner.take(line, ++number, static_cast<size_t>(line.data() - file.bytes.data())));
  }
  add(scanner.finish());
  if (!has_entry) {
    throw Error("is not a message catalog: it has no msgid with a msgstr", file.name,
                "check that its suffix matches its format");
  }
  std::erase(notes, "");
  if (has_plural && file.bytes.find("Plural-Forms:") == std::string::npos) {
    notes.emplace_back(kWithoutPlurals);
  }
  return std::make_unique<FieldDocument>(std::move(file.bytes), std::move(fields),
                                         std::move(notes));
}

}  // namespace regard::documents
