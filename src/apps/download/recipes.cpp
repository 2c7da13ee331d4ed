#include "download/corpora.h"

namespace regard::download {
namespace {

/// The commit fixes the files. The digests are SHA-256 of the texts, so that a recompressed file
/// passes, too. They were computed from files whose MD5 in compressed form is the one that
/// torchtext publishes for its translation datasets. The license is that of Flickr30k, according to
/// a maintainer of Multi30k in issue 8 of its repository.
const Corpus kMulti30k = {
    .name = "multi30k",
    .pairs = "31,014",
    .domain = "captions",
    .contents = "descriptions of pictures: train, val and test_2016_flickr",
    .license = "non-commercial research, teaching",
    .credit = "Elliott et al. (2016), Multi30K; French by Elliott et al. (2017)",
    .address =
        "https://raw.githubusercontent.com/multi30k/dataset/"
        "a3d2e0d26b56f3846f66a952536ffed4e401d05a/data/task1/raw",
    .next = "regard train configs/multi30k-transformer.yaml",
    .files = {{.name = "train.en.gz",
               .digest = "460a15fbd157e34a7a9957ee388c1ca247fe47af3ef25fb50442af6c274e0fc6",
               .text_bytes = 1'801'238,
               .download_bytes = 568'929},
              {.name = "train.fr.gz",
               .digest = "5925a3c18f1587b6b54b87743106e6e8ab93618edb6f65d19eac0621f853a10d",
               .text_bytes = 2'111'303,
               .download_bytes = 604'242},
              {.name = "val.en.gz",
               .digest = "1f2a23d992769b5b3d209b0a10dd0b77c08cceb1f20dfb97ed0aafa49d107227",
               .text_bytes = 63'297,
               .download_bytes = 21'650},
              {.name = "val.fr.gz",
               .digest = "5304e444d842e962b2dda4d816b70b22a1765b15401642b7ca37a67477e708dc",
               .text_bytes = 73'924,
               .download_bytes = 23'001},
              {.name = "test_2016_flickr.en.gz",
               .digest = "399a4382932c1aadd3ceb9bef1008d388a64c76d4ae4e9d4728c6f4301cac182",
               .text_bytes = 62'076,
               .download_bytes = 21'077},
              {.name = "test_2016_flickr.fr.gz",
               .digest = "cb3160d69b002bb638e66cc7612fcd56cb0af82eadc9c142dedc438afb885ef6",
               .text_bytes = 72'261,
               .download_bytes = 22'310}}};

/// The digest is the SHA-1 of the .zip that the book (d2l) publishes in its code; the book
/// publishes neither a stronger digest nor the size.
const Corpus kTatoeba = {
    .name = "tatoeba",
    .pairs = "",
    .domain = "everyday sentences",
    .contents = "sentences for learners, shortest first: the book's file, fra.txt",
    .license = "CC BY 2.0 FR",
    .credit = "sentences from tatoeba.org, paired by manythings.org/anki",
    .address = "https://d2l-data.s3-accelerate.amazonaws.com",
    .next = "regard train configs/d2l-transformer.yaml",
    .undivided = "fra.txt",
    .files = {{.name = "fra-eng.zip",
               .member = "fra.txt",
               .digest = "94646ad1522d915e7b0f9296181140edcf86a4f5"}}};

/// The digest was recorded by a public program that fetched the file, not by the publisher.
const Corpus kEuroparl = {
    .name = "europarl",
    .pairs = "2,007,723",
    .domain = "parliament, speeches",
    .contents = "proceedings of the European Parliament 1996 to 2011, version 7",
    .license = "no known copyright restriction (statmt.org/europarl)",
    .credit = "Koehn (2005), Europarl: A Parallel Corpus; statmt.org/europarl",
    .address = "https://www.statmt.org/europarl/v7",
    .layout = two_texts_in_tar("europarl-v7.fr-en.en", "europarl-v7.fr-en.fr"),
    .files = {{.name = "fr-en.tgz",
               .digest = "80f5d52113e23bfe51f890569ed69d2a1348127bca0894d07d1d23e0d0fac1e9"}}};

const Corpus kNewsCommentary = {.name = "news-commentary",
                                .pairs = "",
                                .domain = "news, opinion",
                                .contents = "articles of Project Syndicate, version 16 of WMT",
                                .license = "not stated; made for research (WMT)",
                                .credit = "Project Syndicate, aligned for WMT",
                                .address = "https://data.statmt.org/news-commentary/v16/training",
                                .layout = table(1, 2),
                                .files = {{.name = "news-commentary-v16.en-fr.tsv.gz"}}};

const Corpus kLaws = {
    .name = "laws",
    .pairs = "",
    .domain = "law, administration",
    .contents = "consolidated Acts and regulations of Canada, section by section",
    .license = "Open Government Licence - Canada",
    .credit = "Department of Justice Canada; not an official version",
    .address = "https://github.com",
    .layout = documents_in_twos(french_law, pairs_of_laws),
    .files = {{.name = "laws-lois-xml.zip",
               .path = "justicecanada/laws-lois-xml/archive/refs/heads/main.zip"}}};

/// The digest is from a public build script that fetches this file.
const Corpus kLibreOffice = {
    .name = "libreoffice",
    .pairs = "",
    .domain = "user interface, help",
    .contents = "LibreOffice 24.8.0.3: messages and help; the archive has all languages",
    .license = "MPL-2.0, LGPL-3+",
    .credit = "The Document Foundation and its translators",
    .address = "https://downloadarchive.documentfoundation.org/libreoffice/old/24.8.0.3/src",
    .layout = catalogues("/source/fr/"),
    .files = {{.name = "libreoffice-translations-24.8.0.3.tar.xz",
               .digest = "5e2706a6b0339b3424a3fb75c83b73817603722baf8fa11a9b84dc9a65ece55c"}}};

const Corpus kPythonDocs = {
    .name = "python-docs",
    .pairs = "",
    .domain = "documentation",
    .contents = "Python 3.13 documentation",
    .license = "CC0-1.0; text: PSF-2.0",
    .credit = "Python Software Foundation; AFPy and its translators",
    .address = "https://github.com",
    .layout = catalogues("python-docs-fr-"),
    .files = {{.name = "python-docs-fr.zip",
               .path = "python/python-docs-fr/archive/refs/heads/3.13.zip"}}};

const Corpus kDjangoDocs = {
    .name = "django-docs",
    .pairs = "",
    .domain = "documentation",
    .contents = "Django 5.1 documentation",
    .license = "BSD-3-Clause",
    .credit = "Django Software Foundation and its translators",
    .address = "https://github.com",
    .layout = catalogues("/translations/fr/"),
    .files = {{.name = "django-docs-translations.zip",
               .path = "django/django-docs-translations/archive/refs/heads/stable/5.1.x.zip"}}};

const Corpus kTldr = {
    .name = "tldr",
    .pairs = "",
    .domain = "one-line explanations",
    .contents = "what commands do, with examples",
    .license = "CC BY 4.0",
    .credit = "the tldr-pages contributors",
    .address = "https://github.com",
    .layout = documents_in_twos(french_tldr_page, pairs_of_tldr_pages),
    .files = {{.name = "tldr.zip", .path = "tldr-pages/tldr/archive/refs/heads/main.zip"}}};

const Corpus kVpn = {
    .name = "mozilla-vpn",
    .pairs = "",
    .domain = "user interface, guides",
    .contents = "messages and guides of Mozilla VPN",
    .license = "MPL-2.0",
    .credit = "Mozilla and its localizers",
    .address = "https://github.com",
    .layout = catalogues("/fr/"),
    .files = {{.name = "mozilla-vpn-client-l10n.zip",
               .path = "mozilla-l10n/mozilla-vpn-client-l10n/archive/refs/heads/main.zip"}}};

const Corpus kMozillaPages = {
    .name = "mozilla-www",
    .pairs = "",
    .domain = "web pages",
    .contents = "messages of www.mozilla.org",
    .license = "MPL-2.0",
    .credit = "Mozilla and its localizers",
    .address = "https://github.com",
    .layout = documents_in_twos(french_fluent, pairs_of_fluent),
    .files = {{.name = "www-l10n.zip", .path = "mozmeao/www-l10n/archive/refs/heads/main.zip"}}};

const Corpus kOpenStreetMap = {
    .name = "openstreetmap",
    .pairs = "",
    .domain = "user interface",
    .contents = "messages of www.openstreetmap.org",
    .license = "GPL-2",
    .credit = "the OpenStreetMap contributors and translatewiki.net",
    .address = "https://github.com",
    .layout = documents_in_twos(french_locale, pairs_of_locales),
    .files = {{.name = "openstreetmap-website.zip",
               .path = "openstreetmap/openstreetmap-website/archive/refs/heads/master.zip"}}};

const Corpus kHuggingFace = {.name = "huggingface-course",
                             .pairs = "",
                             .domain = "documentation",
                             .contents = "Hugging Face's course on language models",
                             .license = "Apache-2.0",
                             .credit = "Hugging Face and its translators",
                             .address = "https://github.com",
                             .layout = documents_in_twos(french_chapter, pairs_of_markdown),
                             .files = {{.name = "huggingface-course.zip",
                                        .path = "huggingface/course/archive/refs/heads/main.zip"}}};

const Corpus kReact = {
    .name = "react-docs",
    .pairs = "",
    .domain = "documentation",
    .contents = "React documentation",
    .license = "CC BY 4.0",
    .credit = "Meta Platforms and the translators of fr.react.dev",
    .address = "https://github.com",
    .layout = documents_of_two_archives(same_markdown, pairs_of_markdown),
    .files = {
        {.name = "react-docs-en.zip", .path = "reactjs/react.dev/archive/refs/heads/main.zip"},
        {.name = "react-docs-fr.zip", .path = "reactjs/fr.react.dev/archive/refs/heads/main.zip"}}};

const Corpus kPhp = {
    .name = "php-docs",
    .pairs = "",
    .domain = "documentation",
    .contents = "PHP manual",
    .license = "CC BY 3.0",
    .credit = "PHP Documentation Group",
    .address = "https://github.com",
    .layout = documents_of_two_archives(same_docbook, pairs_of_docbook),
    .files = {{.name = "php-docs-en.zip", .path = "php/doc-en/archive/refs/heads/master.zip"},
              {.name = "php-docs-fr.zip", .path = "php/doc-fr/archive/refs/heads/master.zip"}}};

const Corpus kPostgreSql = {
    .name = "postgresql-docs",
    .pairs = "",
    .domain = "documentation",
    .contents = "PostgreSQL 15 manual; the archive has all sources",
    .license = "PostgreSQL",
    .credit = "PostgreSQL Global Development Group; translators of docs.postgresql.fr",
    .address = "https://github.com",
    .layout = documents_of_two_archives(french_postgresql, pairs_of_docbook),
    .files = {
        {.name = "postgresql-docs-en.zip",
         .path = "postgres/postgres/archive/refs/heads/REL_15_STABLE.zip"},
        {.name = "postgresql-docs-fr.zip", .path = "gleu/pgdocs_fr/archive/refs/heads/bv15x.zip"}}};

const Corpus kGnomeHelp = {
    .name = "gnome-help",
    .pairs = "",
    .domain = "help pages",
    .contents = "user help of the GNOME 46 desktop",
    .license = "CC BY-SA 3.0",
    .credit = "GNOME Documentation Project and its translators",
    .address = "https://github.com",
    .layout = catalogues("/gnome-help/fr/"),
    .files = {{.name = "gnome-user-docs.zip",
               .path = "GNOME/gnome-user-docs/archive/refs/heads/gnome-46.zip"}}};

const Corpus kSoftware = {.name = "software",
                          .pairs = "",
                          .domain = "user interfaces",
                          .contents = "messages of the programs on this machine; needs no network",
                          .license = "each package's license: /usr/share/doc/PACKAGE/copyright",
                          .credit = "the programs' authors and translators",
                          .address = "",
                          .layout = messages_of_programs("/"),
                          .files = {}};

}  // namespace

const std::vector<Corpus>& recipes() {
  static const std::vector<Corpus> kAll = {
      kMulti30k, kTatoeba,      kEuroparl,   kNewsCommentary, kLaws,
      kSoftware, kLibreOffice,  kPythonDocs, kDjangoDocs,     kReact,
      kPhp,      kPostgreSql,   kGnomeHelp,  kHuggingFace,    kOpenStreetMap,
      kVpn,      kMozillaPages, kTldr};
  return kAll;
}

}  // namespace regard::download
