#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "documents/coded_text.h"
#include "documents/subtitle_cuts.h"
#include "documents/subtitles.h"

namespace regard::documents {

/// The code between the texts of two cues that are translated together.
inline constexpr std::string_view kEndOfCue("\0cue", 4);

/// Splits a translation into one piece for each cue, with its codes, each on at most two lines.
/// `source` has the parts of the source text. Codes around words of two cues are closed and
/// reopened between them.
std::vector<std::string> cue_pieces(const std::vector<TextPart>& parts,
                                    const std::vector<TextPart>& source,
                                    const std::vector<CueRoom>& cues, const SubtitleFormat& format,
                                    const CutRules& rules);

/// The turns of several speakers in one cue, each on its own line; a long turn takes two lines.
std::string dialogue(std::span<const TextPart> parts, const SubtitleFormat& format,
                     const CutRules& rules);

}  // namespace regard::documents
