#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interop/load_model.h"
#include "words/language.h"

namespace regard::explain {

/// A model with its name on pages.
struct NamedModel {
  std::string name;
  std::shared_ptr<const interop::LoadedModel> loaded;  ///< on the CPU
};

/// A page about the models of a live page.
struct PageLink {
  std::string name;                  ///< "Attention"
  std::string file;                  ///< relative to the live page
  std::optional<size_t> model = {};  ///< number of its model; empty: a page about all models
};

/// Models to experiment with on a page, whose script sends a sentence and changes (interventions.h)
/// and shows everything that the changed model computes. Several threads may call answer().
class Live {
 public:
  explicit Live(std::vector<NamedModel> models, words::Language language = words::Language::en)
      : models_(std::move(models)), language_(language) {}

  /// One HTML file, which sends requests to `answers`, an address relative to its own. `text` is
  /// the first sentence.
  std::string page(const std::string& text, std::string_view answers,
                   const std::vector<PageLink>& links = {}) const;

  /// The answer to a request, both JSON. A request has
  ///   text, and optionally model (its number, from 0), beam_size, length_penalty, temperature,
  ///   mask, scaling, residual, positions (false switches them off),
  ///   heads_off ([["cross", layer, head], ...]), prefix (ids of target tokens), words (a text that
  ///   follows the prefix; the answer's prefix has its tokens, too), and
  ///   step ("decoder: embedding", whose numbers the answer contains; it always has the weights).
  /// Titles and meanings of steps are in the language of the page, their names in English.
  /// Throws Error for an invalid request, and the errors of walk(), in the page's language.
  std::string answer(const std::string& request) const;

 private:
  std::string answered(const std::string& request) const;

  std::vector<NamedModel> models_;
  words::Language language_;
};

}  // namespace regard::explain
