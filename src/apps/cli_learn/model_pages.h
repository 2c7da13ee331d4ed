#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "explain/live.h"
#include "words/language.h"

namespace regard::cli {

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

/// A page with its links to the contents and to the pages of the same model and of all models.
/// `is_served`: with a form for another text, which the links preserve; if there is an Error, its
/// message replaces the page.
std::string linked_page(const ModelPage& page, const std::vector<ModelPage>& pages,
                        const std::string& text, bool is_served, words::Language language);

}  // namespace regard::cli
