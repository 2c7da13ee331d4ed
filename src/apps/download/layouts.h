#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bitext/pair_reader.h"

namespace regard::download {

/// Opens the pairs, English first, in the files of a corpus.
using Layout =
    std::function<std::unique_ptr<bitext::PairReader>(const std::vector<std::string>& files)>;

/// A .zip with two texts of lines, as OPUS publishes them for Moses.
Layout moses_zip();

/// A table of tab-separated columns; the arguments number the two with the texts, from 1.
Layout table(int64_t english, int64_t french);

/// A .tar, compressed or not, with two texts of lines whose names have these endings.
Layout two_texts_in_tar(const std::string& english, const std::string& french);

/// The catalogs (.po, .xliff) in a .zip or .tar whose paths contain `part`.
Layout catalogues(const std::string& part);

/// A .zip with pairs of documents. `french_name` returns the name of an English document's
/// translation, or an empty string for other files; `pair_up` returns pairs of corresponding texts.
using Texts = std::vector<std::pair<std::string, std::string>>;
using FrenchName = std::string (*)(const std::string& english_name);
using PairUp = Texts (*)(const std::string& english, const std::string& french);
Layout documents_in_twos(FrenchName french_name, PairUp pair_up);
/// Pairs of documents with the same names in two .zip archives, one English and one French.
Layout documents_of_two_archives(FrenchName french_name, PairUp pair_up);

/// The messages of programs on this machine: share/locale*/fr*/LC_MESSAGES/*.mo in `root`.
Layout messages_of_programs(const std::string& root);

// Formats of paired documents, each in its own file.
/// Statutes and regulations of Canada, matched by section labels: "7", "(1)", "(a)".
std::string french_law(const std::string& english_name);
Texts pairs_of_laws(const std::string& english, const std::string& french);
/// Pages of tldr: descriptions of the same commands.
std::string french_tldr_page(const std::string& english_name);
Texts pairs_of_tldr_pages(const std::string& english, const std::string& french);
/// Chapters of Hugging Face's course and pages of React: headings, paragraphs and list items in
/// Markdown, from sections with the same number of each.
std::string french_chapter(const std::string& english_name);
std::string same_markdown(const std::string& english_name);
Texts pairs_of_markdown(const std::string& english, const std::string& french);
/// DocBook manuals of PHP and PostgreSQL: titles, paragraphs, terms and entries, matched like
/// chapters.
std::string same_docbook(const std::string& english_name);
std::string french_postgresql(const std::string& english_name);
Texts pairs_of_docbook(const std::string& english, const std::string& french);
/// Messages by name: Mozilla's Fluent (.ftl) and Rails' YAML.
std::string french_fluent(const std::string& english_name);
Texts pairs_of_fluent(const std::string& english, const std::string& french);
std::string french_locale(const std::string& english_name);
Texts pairs_of_locales(const std::string& english, const std::string& french);

}  // namespace regard::download
