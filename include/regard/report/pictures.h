#pragma once
#include <map>
#include <string>
#include <vector>

#include "regard/draw/picture.h"

namespace regard::report {

/// A picture of a page as a file of its own.
struct PagePicture {
  std::string name;  ///< what it shows: "validation-bleu-over-steps"
  std::string svg;
};

/// The charts of a page, in its order: each is a whole file already, for a paper or a talk.
class Pictures {
 public:
  /// Adds a chart and gives it as a part of the page with a sentence below it. `description` is for
  /// those who cannot see it, and names its file; two of one name get a number behind it.
  std::string figure(const draw::Picture& picture, const std::string& description,
                     const std::string& caption);

  const std::vector<PagePicture>& all() const { return pictures_; }

 private:
  std::vector<PagePicture> pictures_;
  std::map<std::string, int> seen_;  ///< how often by name
};

}  // namespace regard::report
