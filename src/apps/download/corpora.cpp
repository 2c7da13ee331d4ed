#include "download/corpora.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <sstream>
#include <utility>

#include "base/columns.h"
#include "base/readable.h"
#include "download/pairs_file.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::download {
namespace {

/// A corpus of OPUS for English and French. The digests are those that Hugging Face's `datasets`
/// recorded when it fetched the files; OPUS publishes none.
struct Opus {
  const char* name;
  const char* version;
  const char* pairs = "";
  const char* domain = "";
  const char* license = "see its page on opus.nlpl.eu";
  uint64_t bytes = 0;
  const char* digest = "";
};

constexpr std::array kOpus = {
    Opus{"Books", "v1", "127,085", "books", "personal, educational, research use", 12'009'501,
         "3b9eade0b11d6cc280502cbe52908ec476d9faa3bb589e70cf3ee1e44fcfc473"},
    Opus{"News-Commentary", "v11", "209,479", "news, opinion", "see its page on opus.nlpl.eu",
         24'982'452, "3683e839c50fc82e06c5ba54cad53eb5df0df9e7125660a394702e275918d939"},
    Opus{"KDE4", "v2", "210,173", "user interface", "the license of each KDE program", 7'049'364,
         "7ffc0c96d8b27740f58ebaf84a0d3434bb130e714e1a1b9522cb6d3fbb313034"},
    Opus{"PHP", "v1", "42,222", "documentation", "see its page on opus.nlpl.eu", 905'396,
         "8333c4eb66abb019578197d78238b15e1c32f20805a1f4ce76ac084a43a3b866"},
    Opus{"OpenSubtitles", "v2018", "41,763,488", "films, dialogue",
         "name and link www.opensubtitles.org", 1'296'192'799,
         "96e547fe3f710c444639bbf594569634931c46ffdbeb7b3e0766cb2c72171240"},
    Opus{"giga-fren", "v2", "22,519,904", "web, administration", "see its page on opus.nlpl.eu",
         2'701'536'198, "26b03b0b944829cc125c37542a50a62a47fcf77ca1ebab0c41eb1f84f8a4e6d1"},
    Opus{"Tatoeba", "v2021-07-22", "", "everyday sentences", "CC BY 2.0 FR"},
    Opus{"GNOME", "v1", "", "user interface", "the license of each GNOME program"},
    Opus{"TED2020", "v1", "", "talks", "CC BY-NC-ND 4.0"},
    Opus{"Europarl", "v8", "", "parliament, speeches"},
};

Corpus corpus_of(const Opus& opus) {
  return {
      .name = str("opus:", opus.name, '@', opus.version),
      .pairs = opus.pairs,
      .domain = opus.domain,
      .contents = str(opus.name, " ", opus.version, " of OPUS"),
      .license = opus.license,
      .credit = "Tiedemann (2012), Parallel Data, Tools and Interfaces in OPUS",
      .address = str("https://object.pouta.csc.fi/OPUS-", opus.name, '/', opus.version, "/moses"),
      .layout = moses_zip(),
      .files = {{.name = "en-fr.txt.zip", .digest = opus.digest, .download_bytes = opus.bytes}}};
}

std::string or_unknown(const std::string& text) { return text.empty() ? "unknown" : text; }

std::string size_of(const Corpus& corpus) {
  if (corpus.files.empty()) return "none";
  const auto bytes = corpus.download_bytes();
  return bytes == 0 ? "unknown" : str(fixed(static_cast<double>(bytes) / 1e6, 1), " MB");
}

/// Describes how the files are verified.
std::string check_of(const Corpus& corpus) {
  if (corpus.files.empty()) return "nothing to verify";
  const auto& file = corpus.files.front();
  if (file.digest.empty()) return "the file's internal checksums; none is published";
  return file.has_sha1() ? "SHA-1" : "SHA-256";
}

/// Splits "opus:Books@v1" into a name and a version, which may be missing.
std::optional<std::pair<std::string, std::string>> opus_name(const std::string& name) {
  constexpr std::string_view kOpusPrefix = "opus:";
  if (!name.starts_with(kOpusPrefix)) return std::nullopt;
  const auto rest = name.substr(kOpusPrefix.size());
  const size_t at = std::min(rest.find('@'), rest.size());
  return std::pair(rest.substr(0, at), rest.substr(std::min(at + 1, rest.size())));
}

/// Whether the word can be part of both an address and a folder name.
bool is_plain(const std::string& word) {
  return !word.empty() && word[0] != '.' && std::ranges::all_of(word, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-';
  });
}

Corpus find_opus(const std::string& name, const std::string& version) {
  std::vector<std::string> names;
  for (const auto& opus : kOpus) {
    if (opus.name == name && (version.empty() || opus.version == version)) return corpus_of(opus);
    names.emplace_back(opus.name);
  }
  if (is_plain(name) && is_plain(version)) {
    return corpus_of({.name = name.c_str(), .version = version.c_str()});
  }
  const auto meant = did_you_mean(name, names);
  throw Error(
      str("no version of opus:", name, " is known"), {},
      meant.empty() || !version.empty()
          ? "name it as opus:NAME@VERSION, such as opus:Books@v1, from the list at opus.nlpl.eu"
          : meant);
}

}  // namespace

uint64_t Corpus::download_bytes() const {
  uint64_t sum = 0;
  for (const auto& file : files) {
    if (file.download_bytes == 0) return 0;
    sum += file.download_bytes;
  }
  return sum;
}

std::string Corpus::folder() const {
  auto plain = name;
  for (char& c : plain) c = c == ':' || c == '@' ? '-' : c;
  return "data/" + plain;
}

std::string Corpus::next_command() const {
  return next.empty() ? str("regard train --data ", folder(), '/', kPairsFile) : next;
}

std::string Corpus::results() const {
  if (layout) return kPairsFile;
  if (!undivided.empty()) return undivided + ", train.tsv, valid.tsv, test.tsv";
  return "train, val and test_2016_flickr as .en.gz and .fr.gz";
}

const std::vector<Corpus>& corpora() {
  static const std::vector<Corpus> kAll = [] {
    auto all = recipes();
    for (const auto& opus : kOpus) all.push_back(corpus_of(opus));
    return all;
  }();
  return kAll;
}

Corpus find_corpus(const std::string& name) {
  if (const auto opus = opus_name(name)) return find_opus(opus->first, opus->second);
  std::vector<std::string> names;
  for (const auto& corpus : corpora()) {
    if (corpus.name == name) return corpus;
    names.push_back(corpus.name);
  }
  const auto meant = did_you_mean(name, names);
  throw Error(str("unknown corpus ", name), {},
              meant.empty() ? "run regard download --list to list them" : meant);
}

std::string list_of_corpora() {
  std::vector<std::vector<std::string>> rows = {{"name", "domain", "pairs", "download"}};
  for (const auto& corpus : corpora()) {
    rows.push_back({corpus.name, corpus.domain, or_unknown(corpus.pairs), size_of(corpus)});
  }
  std::istringstream lines(in_columns(rows, 2));
  std::string text, line;
  std::getline(lines, text);
  for (const auto& corpus : corpora()) {
    std::getline(lines, line);
    text += str('\n', line, "\n  ", corpus.contents, "\n  ", corpus.credit,
                "\n  license: ", corpus.license, "\n  verified by: ", check_of(corpus),
                "\n  writes: ", corpus.results());
  }
  return text +
         "\n\nregard download NAME... puts each into data/NAME; opus:NAME@VERSION is any\n"
         "English-French corpus on opus.nlpl.eu.\n";
}

}  // namespace regard::download
