#pragma once
#include <string_view>

/// What HTML's elements are to a translation. Names are in lower case; unknown ones are inline.
namespace regard::serve {

/// Ends the text before it and begins another: p, div, li, td, h1, br, hr, ...
bool is_block_element(std::string_view name);

/// Has no content and no end tag: br, img, input, ...
bool is_void_element(std::string_view name);

/// Its content is bytes up to its own end tag, not markup: script, style, textarea, ...
bool is_raw_element(std::string_view name);

/// Its content is not language: code, pre, svg, ... and all raw elements.
bool is_untranslated_element(std::string_view name);

/// HTML defines it as inline, so that a slash before the end of its start tag means nothing.
bool is_known_inline_element(std::string_view name);

/// Whether the start tag `next` ends an open element `open` that has no end tag: <li> another <li>,
/// any block a <p>.
bool is_ended_by(std::string_view open, std::string_view next);

}  // namespace regard::serve
