#pragma once
#include <string_view>

#include "draw/picture.h"

namespace regard::draw {

/// A box with centred text, in as many lines as it needs. `style`: box, chosen, faint box.
void text_box(Picture& picture, const Box& box, std::string_view text,
              std::string_view style = "box", double size = kTextSize);

/// A line with an arrowhead at `to`. `style` is that of a line: "axis", "line s0", "line s1
/// dashed".
void arrow(Picture& picture, Point from, Point to, std::string_view style = "axis");

}  // namespace regard::draw
