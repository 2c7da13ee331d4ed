#pragma once
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace regard::serve {

/// The elements that are open at a place of a document.
class HtmlOpenElements {
 public:
  struct Element {
    std::string name;
    size_t item;  ///< of its start tag
  };

  void open(std::string_view name, size_t item);
  bool has(std::string_view name) const;
  size_t count() const { return elements_.size(); }

  /// Ends the innermost element of this name, which must be open, and all within it.
  Element close(std::string_view name);

  /// Ends what a start tag of `name` ends: an open <li> at another <li>, a <p> at any block.
  void end_before(std::string_view name);

 private:
  void pop();

  std::vector<Element> elements_;
  std::map<std::string, size_t, std::less<>> counts_;
};

}  // namespace regard::serve
