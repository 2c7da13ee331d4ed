#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace regard::serve {

/// What a translation has to know of a piece of HTML. `bytes` of all items, in order, are the
/// document.
struct HtmlItem {
  enum class Role {
    text,
    opens,   ///< an inline element
    closes,  ///< an inline element
    mark,    ///< whole in itself and inline: <img>, or an element that is not translated
    note,    ///< takes no room, and stays in the order of the others: a comment, a script
    block,   ///< ends the text before it, and never moves
    kept,    ///< an element of a few words that are not translated (html_kept_words.h)
  };
  static constexpr size_t kNoPartner = static_cast<size_t>(-1);

  Role role = Role::text;
  std::string_view bytes;
  size_t partner = kNoPartner;  ///< the item of the other tag; none for a tag without one
};

/// The items of a document, which must outlive them. Pairs of tags lie within one another or apart.
/// Elements of the names `ignored` are not translated.
std::vector<HtmlItem> html_items(std::string_view html,
                                 const std::vector<std::string>& ignored = {});

}  // namespace regard::serve
