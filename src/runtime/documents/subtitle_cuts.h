#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

namespace regard::documents {

/// The space that a cue offers.
struct CueRoom {
  size_t share = 0;    ///< number of letters in the cue's original text
  double seconds = 0;  ///< 0: unknown
};

struct CutRules {
  size_t line_letters = 42;  ///< maximum letters on each of the two lines
  double reading_speed = 17.0;
};

/// Splits a text into one piece for each cue. Returns the offsets of the words where pieces begin,
/// in order, one fewer than there are cues. A cut is close to its anchor, given by word alignment,
/// and to the position that the cues' shares suggest, preferably after punctuation and not after an
/// article. No piece exceeds the room of its cue if that can be avoided. With fewer words than
/// cues, the last pieces are empty.
std::vector<size_t> cut_for_cues(std::string_view text, const std::vector<size_t>& anchors,
                                 const std::vector<CueRoom>& cues, const CutRules& rules);

/// The offset of the space where the text of a cue is broken into two lines; npos if it fits on one
/// line or has no space.
size_t line_break(std::string_view text, const CutRules& rules);

/// Number of characters, not counting those of zero width.
size_t letters_in(std::string_view text);

}  // namespace regard::documents
