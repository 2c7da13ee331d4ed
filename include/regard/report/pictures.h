#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::report {

/// A picture of a page as a file of its own.
struct PagePicture {
  std::string name;  ///< what it shows: "validation-bleu-over-steps"
  std::string svg;
};

/// The charts of a page of this room, in its order: each is a whole file already, for a paper or a
/// talk. Two of one name get a number behind it.
std::vector<PagePicture> pictures_of(std::string_view page);

}  // namespace regard::report
