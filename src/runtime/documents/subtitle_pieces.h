#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "documents/coded_text.h"
#include "documents/subtitle_cuts.h"
#include "documents/subtitles.h"

namespace regard::documents {

/// The code that stands between the texts of two cues which are translated together.
inline constexpr std::string_view kEndOfCue("\0cue", 4);

/// A translation, whose source had these parts, cut into one piece for each cue, with its codes and
/// in at most two lines. Codes around words of two cues are closed and opened again between them.
std::vector<std::string> cue_pieces(const std::vector<TextPart>& parts,
                                    const std::vector<TextPart>& source,
                                    const std::vector<CueRoom>& cues, const SubtitleFormat& format,
                                    const CutRules& rules);

/// What several people say in one cue, each from a line of its own: a long speech has two.
std::string dialogue(std::span<const TextPart> parts, const SubtitleFormat& format,
                     const CutRules& rules);

}  // namespace regard::documents
