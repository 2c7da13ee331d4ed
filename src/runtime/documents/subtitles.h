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

/// A subtitle: its text in the file, and when it is shown.
struct Cue {
  Place place;
  double begin = 0.0, end = 0.0;  ///< seconds
  std::string voice = {};         ///< a sentence goes on in a cue of the same voice only
  std::string note = {};          ///< a warning about how the file has it
};

/// How a format of subtitles is written.
struct SubtitleFormat {
  std::function<std::vector<Cue>(std::string_view file)> cues_of;
  /// The text of a cue; tags and line ends are codes.
  std::function<std::vector<TextPart>(std::string_view written)> parts_of;
  std::function<std::string(std::string_view text)> escaped;
  std::string line_end;
};

/// The cues of a file. Those that share a sentence are translated together, and the translation is
/// cut again (subtitle_cuts.h). Throws Error if there is none.
std::unique_ptr<Document> read_subtitles(File file, SubtitleFormat format,
                                         const DocumentOptions& options);

}  // namespace regard::documents
