#include "text/verbatim_lines.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "text/sentences.h"

namespace regard::text {
namespace {

/// The fence that a line opens: at least three ` or ~.
std::string_view fence_of(std::string_view line) {
  if (!line.starts_with("```") && !line.starts_with("~~~")) return {};
  const size_t size = std::min(line.find_first_not_of(line[0]), line.size());
  return line.find('`', size) == std::string_view::npos ? line.substr(0, size) : "";
}

/// The end tag of an element whose content is not prose, if a line begins the element without
/// ending it.
std::string_view raw_end_of(std::string_view line) {
  constexpr std::string_view kEnds[] = {"</pre>", "</script>", "</style>", "</textarea>"};
  if (!line.starts_with('<')) return {};
  const auto lower = lower_ascii(line);
  for (const auto end : kEnds) {
    const auto name = end.substr(2, end.size() - 3);
    const bool begins =
        lower.starts_with(std::string("<").append(name)) &&
        (lower.size() == name.size() + 1 || !is_ascii_letter(lower[name.size() + 1]));
    if (begins) return lower.find(end) == std::string::npos ? end : std::string_view();
  }
  return {};
}

/// Whether a line can belong to YAML front matter in a Markdown file.
bool is_of_head(std::string_view line) {
  constexpr std::string_view kBeginnings = " \t-#]}";
  const auto bare = trimmed(line);
  return !bare.empty() && (kBeginnings.find(line[0]) != std::string_view::npos ||
                           bare.ends_with(':') || bare.find(": ") != std::string_view::npos);
}

/// Whether a line begins a WebVTT block other than a subtitle; a blank line ends the block.
bool begins_notes(std::string_view line) {
  return line == "NOTE" || line.starts_with("NOTE ") || line == "STYLE" || line == "REGION";
}

}  // namespace

bool is_time_of_subtitles(std::string_view line) {
  return !line.empty() && is_ascii_digit(line[0]) && line.find(" --> ") != std::string_view::npos;
}

bool VerbatimLines::is_verbatim(std::string_view line) {
  const auto bare = trimmed(line);
  if (std::exchange(is_first_, false)) {
    is_in_head_ = bare == "---";
    if (is_in_head_) return true;
    is_in_notes_ = bare.starts_with("WEBVTT");
    is_web_subtitles_ = is_web_subtitles_ || is_in_notes_;
  }
  if (is_in_head_) {
    const bool is_end = bare == "---" || bare == "...";
    is_in_head_ = !is_end && is_of_head(line);
    if (is_end || is_in_head_) return true;
  }
  const bool is_time = is_time_of_subtitles(bare);
  const bool goes_on = is_in_notes_ || (is_web_subtitles_ && begins_notes(bare));
  is_in_notes_ = goes_on && !bare.empty() && !is_time;
  if (is_in_notes_) return true;
  if (fence_.starts_with('<')) {
    if (lower_ascii(line).find(fence_) != std::string::npos) fence_.clear();
    return true;
  }
  const auto fence = fence_.empty() && bare.starts_with('<') ? raw_end_of(bare) : fence_of(bare);
  if (fence_.empty()) {
    fence_ = fence;
    return !fence_.empty() || is_time || bare.starts_with(":::");
  }
  if (fence == bare && fence.starts_with(fence_)) fence_.clear();
  return true;
}

}  // namespace regard::text
