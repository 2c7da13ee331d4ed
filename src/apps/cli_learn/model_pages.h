#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "explain/live.h"
#include "words/language.h"

namespace regard::cli {

constexpr const char* kLivePage = "live.html";  ///< the file of the live page of a served site

/// A page about the reader's models.
struct ModelPage {
  static constexpr size_t kNoModel = static_cast<size_t>(-1);

  std::string name = {};    ///< "Attention"
  std::string title = {};   ///< the same with the model's name, if there are several models
  std::string file = {};    ///< "attention-2.html"
  size_t model = kNoModel;  ///< its index; kNoModel for a page about all models
  bool is_of_text = false;  ///< whether it shows the translation of a text
  /// Makes the page, without links, for a text. May throw Error.
  std::function<std::string(const std::string& text)> make = {};
};

/// The pages about models: for each, its architecture, its attention if it has any, every number
/// behind a translation, and its film if the run recorded one; also a comparison of several models.
std::vector<ModelPage> model_pages(const std::vector<explain::NamedModel>& models,
                                   words::Language language);

/// A page with its links to the contents and to the pages of the same model and of all models. If
/// there is an Error, its message replaces the page. `is_served`: with a link to the live page and
/// a form for another text; links keep the text. Otherwise, an Error is also logged as a warning.
std::string linked_page(const ModelPage& page, const std::vector<ModelPage>& pages,
                        const std::string& text, bool is_served, words::Language language);

/// The query that keeps a text in a link of a served site: "?text=Hello".
std::string query_of(const std::string& text);

/// A served page with a message in place of what was requested.
std::string message_page(const std::string& message, words::Language language);

}  // namespace regard::cli
