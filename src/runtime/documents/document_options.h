#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "regard/config/check.h"

namespace regard::documents {

/// The entries of a bilingual file that are translated.
enum class Entries { open, untranslated, all };
constexpr auto names_of(Entries) { return std::array{"open", "untranslated", "all"}; }

/// Options for translating files.
struct DocumentOptions {
  Entries entries = Entries::open;
  std::string columns = {};
  int64_t subtitle_letters = 42;
  double reading_speed = 17.0;
  /// Called with the unpacked size of each part of an archive before it is unpacked; throws to
  /// reject it.
  std::function<void(uint64_t bytes)> before_unpacking = {};
  /// The model's languages, compared with those that files declare; empty if unknown.
  std::string source_language = {}, target_language = {};

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = DocumentOptions;
    v.field("entries", &O::entries,
            "For .po, .pot and .xlf files. open: entries without a translation, fuzzy entries and "
            "entries to review. untranslated: entries without a translation. all: every entry; "
            "existing translations are replaced.",
            {.by_request = true});
    v.field("columns", &O::columns, config::anything<std::string>(),
            "Columns of .csv and .tsv files to translate, by number from 1 or by their name "
            "in the first line, separated by commas. Default: every column.",
            {.by_request = true});
    v.field("subtitle_letters", &O::subtitle_letters, config::count_of(8, 1'000),
            "Maximum number of letters on each of a subtitle's two lines.",
            {.by_request = true, .least = 8, .most = 1'000});
    v.field("reading_speed", &O::reading_speed, config::at_least(1.0),
            "Warn about subtitles with more letters per second than this.",
            {.by_request = true, .least = 1.0, .most = 1'000.0});
  }
};

}  // namespace regard::documents
