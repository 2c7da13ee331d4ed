#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "figures/figures.h"

namespace regard::book {

/// A page about the reader's own model, which stands in the folder of the site.
struct ModelPage {
  std::string title;
  std::string file;
};

struct SiteOptions {
  std::filesystem::path folder;
  figures::Language language = figures::Language::en;
  /// Numbers of sections in the edition of the language, "11.3", or the beginning of a heading;
  /// none: all.
  std::vector<std::string> sections = {};
  std::vector<ModelPage> model_pages = {};
};

/// The book's sections as a site: index.html, and a page for each section with its formulas,
/// figures, drawings, excerpts of the source, numbers and claims. Pages load nothing from
/// elsewhere. Figures are drawn when the site is written, one after the other; `report` is told
/// which. Throws Error for a section that there is not.
void write_site(const SiteOptions& options, const std::function<void(const std::string&)>& report);

}  // namespace regard::book
