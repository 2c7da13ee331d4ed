#include "download/corpora.h"

#include <sstream>

#include "base/columns.h"
#include "base/readable.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::download {
namespace {

/// The commit fixes the files. The digests are SHA-256 of the texts, so that a file which was
/// packed anew counts too; they were computed from files whose MD5 as packed is what torchtext's
/// translation datasets publish. The licence is that of Flickr30k, as a maintainer of Multi30k says
/// in issue 8 of its repository.
const Corpus kMulti30k = {
    .name = "multi30k",
    .languages = "en, fr",
    .pairs = "31,014",
    .contents = "descriptions of pictures: train, val and test_2016_flickr",
    .licence = "non-commercial research, teaching",
    .credit = "Elliott et al. (2016), Multi30K; French by Elliott et al. (2017)",
    .address =
        "https://raw.githubusercontent.com/multi30k/dataset/"
        "a3d2e0d26b56f3846f66a952536ffed4e401d05a/data/task1/raw",
    .next = "regard train configs/multi30k-transformer.yaml",
    .files = {{.name = "train.en.gz",
               .member = "",
               .digest = "460a15fbd157e34a7a9957ee388c1ca247fe47af3ef25fb50442af6c274e0fc6",
               .text_bytes = 1'801'238,
               .download_bytes = 568'929},
              {.name = "train.fr.gz",
               .member = "",
               .digest = "5925a3c18f1587b6b54b87743106e6e8ab93618edb6f65d19eac0621f853a10d",
               .text_bytes = 2'111'303,
               .download_bytes = 604'242},
              {.name = "val.en.gz",
               .member = "",
               .digest = "1f2a23d992769b5b3d209b0a10dd0b77c08cceb1f20dfb97ed0aafa49d107227",
               .text_bytes = 63'297,
               .download_bytes = 21'650},
              {.name = "val.fr.gz",
               .member = "",
               .digest = "5304e444d842e962b2dda4d816b70b22a1765b15401642b7ca37a67477e708dc",
               .text_bytes = 73'924,
               .download_bytes = 23'001},
              {.name = "test_2016_flickr.en.gz",
               .member = "",
               .digest = "399a4382932c1aadd3ceb9bef1008d388a64c76d4ae4e9d4728c6f4301cac182",
               .text_bytes = 62'076,
               .download_bytes = 21'077},
              {.name = "test_2016_flickr.fr.gz",
               .member = "",
               .digest = "cb3160d69b002bb638e66cc7612fcd56cb0af82eadc9c142dedc438afb885ef6",
               .text_bytes = 72'261,
               .download_bytes = 22'310}}};

/// The digest is the SHA-1 of the .zip that the book (d2l) publishes in its code; it publishes
/// neither a stronger one nor the size.
const Corpus kTatoeba = {
    .name = "tatoeba",
    .languages = "en, fr",
    .pairs = "",
    .contents = "everyday sentences, shortest first: the file of the book, fra.txt",
    .licence = "CC BY 2.0 FR",
    .credit = "sentences of tatoeba.org, in pairs by manythings.org/anki",
    .address = "https://d2l-data.s3-accelerate.amazonaws.com",
    .next = "regard train configs/d2l-transformer.yaml",
    .undivided = "fra.txt",
    .files = {{.name = "fra-eng.zip",
               .member = "fra.txt",
               .digest = "94646ad1522d915e7b0f9296181140edcf86a4f5"}}};

std::string or_unknown(const std::string& text) { return text.empty() ? "unknown" : text; }

std::string megabytes_of(uint64_t bytes) {
  return bytes == 0 ? "" : str(fixed(static_cast<double>(bytes) / 1e6, 1), " MB");
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

const std::vector<Corpus>& corpora() {
  static const std::vector<Corpus> kAll = {kMulti30k, kTatoeba};
  return kAll;
}

const Corpus& find_corpus(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& corpus : corpora()) {
    if (corpus.name == name) return corpus;
    names.push_back(corpus.name);
  }
  const auto meant = did_you_mean(name, names);
  throw Error(str("there is no corpus ", name), {},
              meant.empty() ? "regard download lists them" : meant);
}

std::string list_of_corpora() {
  std::vector<std::vector<std::string>> rows = {
      {"name", "languages", "licence", "pairs", "download"}};
  for (const auto& corpus : corpora()) {
    rows.push_back({corpus.name, corpus.languages, corpus.licence, or_unknown(corpus.pairs),
                    or_unknown(megabytes_of(corpus.download_bytes()))});
  }
  std::istringstream lines(in_columns(rows, 3));
  std::string text, line;
  std::getline(lines, text);
  for (const auto& corpus : corpora()) {
    std::getline(lines, line);
    text += str('\n', line, "\n          ", corpus.contents, "\n          ", corpus.credit);
  }
  return text + "\n\nregard download NAME puts a corpus into data/NAME.\n";
}

}  // namespace regard::download
