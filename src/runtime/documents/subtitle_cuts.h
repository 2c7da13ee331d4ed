#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

namespace regard::documents {

/// What a cue has room for.
struct CueRoom {
  size_t share = 0;    ///< letters of its own text
  double seconds = 0;  ///< 0: unknown
};

struct CutRules {
  size_t line_letters = 42;  ///< of one of two lines
  double reading_speed = 17.0;
};

/// Where a text is cut into one piece for each cue: offsets of its words, in order, one less than
/// cues. A cut is near its anchor, which word alignment gives, and where the cues' shares put it;
/// rather behind a mark than behind an article; and no piece has more letters than its cue has room
/// for, if that can be. With fewer words than cues, the last pieces are empty.
std::vector<size_t> cut_for_cues(std::string_view text, const std::vector<size_t>& anchors,
                                 const std::vector<CueRoom>& cues, const CutRules& rules);

/// The offset of the space at which a text of a cue is broken into two lines; npos if it fits in
/// one, or has no space.
size_t line_break(std::string_view text, const CutRules& rules);

/// Characters, without those that take no room of their own.
size_t letters_in(std::string_view text);

}  // namespace regard::documents
