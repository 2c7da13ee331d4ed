#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/utf8.h"
#include "base/zip_archive.h"
#include "bitext/text_lines.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::bitext {
namespace {

using Member = ZipArchive::Member;

/// Splits a name at its last dot: "Books.en-fr.en" into "Books.en-fr" and "en".
std::pair<std::string, std::string> stem_and_language(const std::string& name) {
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos) return {};
  return {name.substr(0, dot), name.substr(dot + 1)};
}

/// Whether a suffix looks like a language code: "en", "fra", "pt_BR".
bool is_language(const std::string& suffix) {
  const size_t size = suffix.find_first_of("_-");
  const auto base = suffix.substr(0, size);
  return (base.size() == 2 || base.size() == 3) && base != "ids" && base != "xml" &&
         base != "txt" && std::ranges::all_of(base, [](char c) { return c >= 'a' && c <= 'z'; });
}

struct Two {
  const Member *source, *target;
};

/// Two members whose names differ only in the language, in the order of the languages in the rest
/// of the name: "en-fr". Of several pairs, the first in the named languages, if any; otherwise the
/// first.
std::optional<Two> two_texts_of(const std::vector<Member>& members, const ReadOptions& options) {
  std::optional<Two> first;
  for (const auto& one : members) {
    const auto [stem, language] = stem_and_language(one.name);
    if (!is_language(language)) continue;
    for (const auto& other : members) {
      const auto [other_stem, other_language] = stem_and_language(other.name);
      if (other_stem != stem || other_language == language || !is_language(other_language))
        continue;
      const bool is_second = stem.ends_with(other_language + '-' + language);
      const auto two = is_second ? Two{&other, &one} : Two{&one, &other};
      const std::set languages = {language, other_language};
      const bool are_named = languages.contains(options.source_language) &&
                             languages.contains(options.target_language);
      if (are_named) return two;
      if (!first) first = two;
    }
  }
  return first;
}

/// A text of a different corpus in the archive; empty if there is none.
std::string other_corpus(const std::vector<Member>& members, const std::string& stem) {
  for (const auto& member : members) {
    const auto [other, language] = stem_and_language(member.name);
    if (other.starts_with("__MACOSX/")) continue;
    if (other != stem && is_language(language)) return member.name;
  }
  return {};
}

}  // namespace

std::unique_ptr<PairReader> read_moses_zip(const std::string& path, const ReadOptions& options) {
  const ZipArchive archive(path);
  auto two = two_texts_of(archive.members(), options);
  if (!two) {
    throw Error(str("must contain two texts such as NAME.en-fr.en and NAME.en-fr.fr, but ",
                    archive.members().empty()
                        ? "is empty"
                        : "contains " + join(archive.members(), ", ",
                                             [](const Member& member) { return member.name; })),
                path, "unpack it, and name the two files, or the file of pairs");
  }
  const auto [stem, language] = stem_and_language(two->source->name);
  if (!options.target_language.empty() && language == options.target_language) {
    std::swap(two->source, two->target);
  }
  const auto lines = [&](const Member& member) {
    return std::make_unique<TextLines>(archive.open(member), path + '/' + member.name, "Moses");
  };
  auto source = lines(*two->source);
  if (const auto other = other_corpus(archive.members(), stem); !other.empty()) {
    source->set_note(str("is the only corpus read: unpack the archive for ", other));
  }
  return read_two_texts(std::move(source), lines(*two->target));
}

}  // namespace regard::bitext
