#pragma once
#include <map>
#include <string>
#include <vector>

#include "draw/picture.h"

namespace regard::report {

/// A chart of a page as a separate file.
struct PagePicture {
  std::string name;  ///< what it shows: "validation-bleu-over-steps"
  std::string svg;
};

/// The charts of a page, in its order; each is also a complete file, for a paper or a talk.
class Pictures {
 public:
  /// Adds a chart, and returns it as HTML with a caption. `description` is its alternative text and
  /// names its file; equal names are numbered.
  std::string figure(const draw::Picture& picture, const std::string& description,
                     const std::string& caption);

  const std::vector<PagePicture>& all() const { return pictures_; }

 private:
  std::vector<PagePicture> pictures_;
  std::map<std::string, int> seen_;  ///< how often by name
};

}  // namespace regard::report
