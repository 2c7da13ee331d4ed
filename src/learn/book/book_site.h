#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "figures/figures.h"

namespace regard::book {

/// A page about the reader's own model, in addition to the site's own pages.
struct ModelPage {
  std::string title;
  std::string file;
};

struct SiteOptions {
  words::Language language = words::Language::en;
  std::vector<ModelPage> model_pages = {};
  std::string query = {};  ///< follows each link to a page, such as "?text=Hello"
};

/// The book's sections as a site: contents, and a page for each section with its formulas,
/// figures, drawings, excerpts of the source, numbers and claims. Pages load nothing from
/// elsewhere. Pages are created on request. Each figure is drawn once, when a page first needs it,
/// and its name is passed to `report`.
class Site {
 public:
  static constexpr const char* kContents = "index.html";

  Site(SiteOptions options, std::function<void(const std::string&)> report);
  ~Site();
  Site(const Site&) = delete;
  Site& operator=(const Site&) = delete;

  /// The files of the sections in `wanted`, in order: section numbers in the language's edition,
  /// such as "11.3", or beginnings of titles, with or without numbers; empty: all. Throws Error for
  /// an unknown section.
  std::vector<std::string> files(const std::vector<std::string>& wanted = {}) const;

  /// Makes pages list and link only these sections. Before this call, they do so with all sections.
  void list_only(const std::vector<std::string>& files);

  /// After this call, pages link to these pages about models, and `query` follows each link.
  void link_to(std::vector<ModelPage> model_pages, std::string query);

  /// The page with this file name; nullopt if the site has none.
  std::optional<std::string> html(const std::string& file);

  struct Section;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::book
