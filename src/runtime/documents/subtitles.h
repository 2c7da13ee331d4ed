#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "documents/document_options.h"
#include "documents/field_document.h"
#include "documents/formats.h"

namespace regard::documents {

/// A subtitle: the place of its text, and the time at which it is shown.
struct Cue {
  Place place;
  double begin = 0.0, end = 0.0;  ///< seconds
  std::string voice = {};         ///< a sentence continues only in a cue with the same voice
  std::string note = {};          ///< a warning about the cue in the file
};

/// The syntax of a subtitle format.
struct SubtitleFormat {
  std::function<std::vector<Cue>(std::string_view file)> cues_of;
  /// Splits the text of a cue into parts; tags and line ends are codes.
  std::function<std::vector<TextPart>(std::string_view written)> parts_of;
  std::function<std::string(std::string_view text)> escaped;
  std::string line_end;
};

/// Reads the cues of a file. Cues that share a sentence are translated together, and the
/// translation is split again (subtitle_cuts.h). Throws Error if there is no cue.
std::unique_ptr<Document> read_subtitles(File file, SubtitleFormat format,
                                         const DocumentOptions& options);

}  // namespace regard::documents
