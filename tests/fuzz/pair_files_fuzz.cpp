// Files of sentence pairs in every format (bitext/pair_reader.h), and all checks of their content
// (findings/checks.h).
#include <cstdlib>

#include "base/packed_folder.h"
#include "base/utf8.h"
#include "bitext/pair_reader.h"
#include "findings/check_run.h"
#include "fuzz/memory_file.h"
#include "fuzz/target.h"
#include "regard/base/error.h"

namespace regard::fuzz {
namespace {

using namespace std::string_literals;

constexpr size_t kTried = 2'000;  // pairs; a .gz of a few bytes can hold a million

using Read = std::unique_ptr<bitext::PairReader> (*)(const std::string& path,
                                                     const bitext::ReadOptions& options);

constexpr std::array<Read, 7> kFormats = {
    bitext::read_tsv, bitext::read_csv, bitext::read_tmx,       bitext::read_xliff,
    bitext::read_po,  bitext::read_mo,  bitext::read_moses_zip,
};

/// Checks that a repaired line can be written.
void check_pairs(bitext::PairReader& reader) {
  const findings::CheckContext context;
  findings::CheckRun checks(context, {}, findings::CheckRun::Until::end);
  const findings::LanguageOf nobody;
  std::array<findings::Subject, 1> subjects = {findings::Subject(nobody)};
  auto& pair = subjects[0].pair;
  const auto files = reader.files();
  for (size_t tried = 0; tried < kTried && reader.next(pair); ++tried) {
    subjects[0].begin();
    if (checks.put(subjects, files)[0].dropped_by != nullptr) continue;
    for (const auto* text : {&pair.source, &pair.target}) {
      if (first_invalid_utf8(*text)) throw "a pair that is kept is not UTF-8";
      if (text->find_first_of("\t\n\r") != std::string::npos)
        throw "a pair that is kept has breaks";
    }
  }
}

}  // namespace

std::vector<std::string> seeds() {
  GzipStream gzip;
  auto packed = gzip.add("a\tb\n");
  packed += gzip.end();
  const auto stored = "PK\3\4\24\0\0\0\0\0\0\0\0\0\0\0\0\0\2\0\0\0\2\0\0\0\7\0\0\0a.en-fr.en"s;
  return {
      "a\tb\r\nc\td\te\n\xE9\t\xC3\x83\xC2\xA9\7\n",
      "en,fr\n\"a, \"\"b\"\"\",c\n\"d\ne\";f\n",
      "<tmx><header srclang=\"en\"/><tu><tuv xml:lang=\"en\"><seg>a <ph>x</ph>&amp;</seg></tuv>"
      "<tuv xml:lang=\"fr\"><seg><![CDATA[b]]></seg></tuv></tu><!-- <tu> --></tmx>",
      "<xliff><trans-unit><source>a<x/></source><target>b</target><alt-trans><target>c"
      "</target></alt-trans></trans-unit><segment><source>d</source></segment></xliff>",
      "msgid \"\"\nmsgstr \"\"\n\n#, fuzzy\nmsgid \"a\\n\"\n\"b\"\nmsgid_plural \"c\"\n"
      "msgstr[0] \"d\"\nmsgstr[1] \"e\"\n",
      "\xDE\x12\x04\x95\0\0\0\0\1\0\0\0\34\0\0\0\44\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\54\0\0\0\1\0\0"
      "\0\56\0\0\0a\0b\0"s,
      "<!DOCTYPE tmx [<!ENTITY a \"&#60;hi>&b;\"><!ENTITY b '&a;'>]><tmx><tu><tuv "
      "lang=\"en\"><seg>&a;"
      "</seg></tuv><tuv lang=\"de\"><seg>c</seg></tuv><tuv lang=\"fr\"/></tu></tmx>",
      "msgid \"\"\nmsgstr \"charset=ISO-8859-15\\n\"\n#~ msgid \"o\"\nmsgctxt \"x\"\nmsgid "
      "\"\xA4\nmsgstr "
      "\"b\"\nmgid \"c\"\n",
      "1\ta b\tc d\t\n2\t\xD5\x8Et\x8E\tl\xC2\x92\t\n",
      packed,
      stored};
}

void try_input(std::string_view input) {
  const MemoryFile file(input);
  for (const auto read : kFormats) {
    try {
      const auto reader = read(file.path(), {});
      check_pairs(*reader);
    } catch (const Error&) {
    }
  }
}

}  // namespace regard::fuzz
