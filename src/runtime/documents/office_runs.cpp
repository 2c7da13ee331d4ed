#include "documents/office_runs.h"

#include <algorithm>
#include <utility>

#include "base/language_tag.h"
#include "base/utf8.h"
#include "documents/run_pieces.h"
#include "documents/run_properties.h"
#include "documents/sheet_escapes.h"
#include "documents/xml_parts.h"
#include "markup/html_names.h"
#include "regard/base/str.h"

namespace regard::documents {
namespace {

using Kind = TextPart::Kind;
using Xml = serve::XmlToken::Kind;

/// Whether an element is a paragraph of runs, as are the texts of comments on sheets and slides.
bool is_paragraph_of_runs(std::string_view element) {
  const auto name = local_name(element);
  return name == "p" || name == "si" || name == "is" || element == "text" || element == "p:text";
}

/// Whether an element is a string of SpreadsheetML, with escapes (documents/sheet_escapes.h).
bool is_of_sheet(std::string_view element) {
  const auto name = local_name(element);
  return name == "si" || name == "is" || element == "text";
}

/// Whether an element encloses runs.
bool is_around_runs(std::string_view name) {
  return name == "hyperlink" || name == "ins" || name == "smartTag" || name == "moveTo";
}

bool ends_text(std::string_view name) {
  return name == "tab" || name == "ptab" || name == "br" || name == "cr";
}

bool is_left_out_of_runs(std::string_view name) {
  return name == "proofErr" || name == "lastRenderedPageBreak";
}

/// Whether an element next to runs represents words of the sentence: a field or a formula.
bool takes_room(std::string_view name) {
  return name == "fld" || name == "fldSimple" || name == "oMath" || name == "oMathPara";
}

/// The kind of what a run has besides text. Pictures that float have no place in their sentence.
Kind kind_of_content(std::string_view name, std::string_view bytes) {
  const bool is_picture = name == "drawing" || name == "pict" || name == "object" || name == "sym";
  return is_picture && bytes.find("anchor") == std::string_view::npos ? Kind::picture : Kind::empty;
}

class RunsReader {
 public:
  RunsReader(std::string_view xml, const std::string& name, const std::string& left_language)
      : xml_(xml),
        left_language_(primary_subtag(left_language)),
        tokens_(xml_tokens(xml, name, serve::Entities::none)),
        end_of_(tokens_.size(), 0) {
    std::vector<size_t> open;
    size_t paragraphs = 0;
    for (size_t at = 0; at < tokens_.size(); ++at) {
      const bool starts = tokens_[at].kind == Xml::start_tag;
      if (starts) open.push_back(at);
      if (tokens_[at].kind == Xml::end_tag) {
        end_of_[open.back()] = at;
        open.pop_back();
      }
      paragraphs_before_.push_back(paragraphs);
      paragraphs += starts && is_paragraph_of_runs(tokens_[at].name) ? 1 : 0;
    }
  }

  std::vector<Field> fields() {
    for (size_t at = 0; at < tokens_.size(); ++at) read(at);
    return std::move(fields_);
  }

 private:
  size_t begin_of(size_t token) const {
    return static_cast<size_t>(tokens_[token].bytes.data() - xml_.data());
  }
  size_t end_of_token(size_t token) const { return begin_of(token) + tokens_[token].bytes.size(); }
  std::string bytes_of(size_t first, size_t last) const {
    return std::string(xml_.substr(begin_of(first), end_of_token(last) - begin_of(first)));
  }
  bool has_paragraph(size_t at) const {
    return paragraphs_before_[end_of_[at]] > paragraphs_before_[at];
  }

  void read(size_t& at) {
    const auto& token = tokens_[at];
    const auto name = local_name(token.name);
    if (token.kind == Xml::end_tag) {
      if (is_paragraph_of_runs(token.name)) {
        flush();
        --paragraphs_;
      }
      if (name == "sdtContent" && !pieces_.empty()) return end_control(at);
      if (is_around_runs(name) && !pieces_.empty()) add_code(Kind::closes, at, at);
    } else if (token.kind == Xml::empty_tag) {
      const auto kind = ends_text(name) ? Kind::ends : Kind::opens;
      if (!pieces_.empty() && !is_left_out_of_runs(name)) add_code(kind, at, at);
    } else if (token.kind == Xml::start_tag) {
      read_start(at, name);
    }
  }

  void read_start(size_t& at, std::string_view name) {
    const size_t end = end_of_[at];
    if (has_text_alone(at) || (name == "t" && paragraphs_ > 0)) {
      add_text_without_run(at);
      at = end;
    } else if (is_paragraph_of_runs(tokens_[at].name)) {
      flush();
      ++paragraphs_;
      is_of_sheet_ = is_of_sheet(tokens_[at].name);
      prefix_ = tokens_[at].name.substr(0, tokens_[at].name.size() - name.size());
    } else if (paragraphs_ == 0) {
      return;
    } else if (has_paragraph(at)) {
      flush();  // a text box inside the run has its own paragraphs
    } else if (name == "r") {
      add_run(at);
      at = end;
    } else if (is_around_runs(name)) {
      add_code(Kind::opens, at, at);
    } else if (name == "sdt") {
      begin_control(at);
    } else if (name == "pPr" || name == "rPh" || pieces_.empty()) {
      at = end;
    } else {
      add_code(takes_room(name) ? Kind::word : ends_text(name) ? Kind::ends : Kind::opens, at, end);
      at = end;
    }
  }

  /// Whether a paragraph contains only text, no elements.
  bool has_text_alone(size_t at) const {
    return is_paragraph_of_runs(tokens_[at].name) && end_of_[at] == at + 2 &&
           tokens_[at + 1].kind == Xml::text;
  }

  /// A content control inside a paragraph is a code around its runs; the opening code includes its
  /// properties.
  void begin_control(size_t& at) {
    size_t content = at;
    while (content < end_of_[at] && local_name(tokens_[content].name) != "sdtContent") ++content;
    const bool has_runs = tokens_[content].kind == Xml::start_tag;
    const size_t last = has_runs ? content : end_of_[at];
    add_code(Kind::opens, at, last);
    at = last;
  }

  void end_control(size_t& at) {
    const size_t first = at;
    while (local_name(tokens_[at].name) != "sdt") ++at;
    add_code(Kind::closes, first, at);
  }

  /// Extends the paragraph's byte range to the given tokens.
  void extend(size_t first, size_t last) {
    if (pieces_.empty()) begin_ = begin_of(first);
    end_ = end_of_token(last);
  }

  void add_code(Kind kind, size_t first, size_t last) {
    extend(first, last);
    pieces_.push_back({.part = {.kind = kind, .bytes = bytes_of(first, last)}});
  }

  std::string text_in(Place place, bool is_string) const {
    const auto text = text_of(xml_parts(xml_.substr(place.begin, place.end - place.begin), {}));
    return is_string ? without_sheet_escapes(text) : text;
  }

  /// Adds the text of a shared string without runs.
  void add_text_without_run(size_t at) {
    const Place place = {end_of_token(at), begin_of(end_of_[at])};
    const bool is_string = is_of_sheet_ || is_of_sheet(tokens_[at].name);
    fields_.push_back(
        field_at(place, CodedText(text_in(place, is_string)), [is_string](auto written) {
          return written_xml(is_string ? with_sheet_escapes(written)
                                       : std::vector<TextPart>(written.begin(), written.end()));
        }));
  }

  void add_run(size_t at) {
    std::string format, language;
    const size_t end = end_of_[at];
    extend(at, end);
    if (is_of_merged_field(at)) {
      pieces_.back().part.bytes += bytes_of(at, end);
      return;
    }
    const auto add = [&](Kind kind, size_t first, size_t last) {
      const auto run = str('<', prefix_, "r>", format, bytes_of(first, last), "</", prefix_, "r>");
      pieces_.push_back({.part = {.kind = kind, .bytes = run}, .format = format});
    };
    for (size_t child = at + 1; child < end; ++child) {
      const auto name = local_name(tokens_[child].name);
      const bool starts = tokens_[child].kind == Xml::start_tag;
      if (!starts && tokens_[child].kind != Xml::empty_tag) continue;
      const size_t last = starts ? end_of_[child] : child;
      if (name == "rPr") {
        format = properties_of(bytes_of(child, last));
        language = language_of_run(bytes_of(child, last));
      } else if (name == "t" && starts) {
        const Place content = {end_of_token(child), begin_of(last)};
        pieces_.push_back({.part = {.bytes = text_in(content, is_of_sheet_)},
                           .format = format,
                           .language = language});
      } else if (name == "noBreakHyphen") {
        pieces_.push_back({.part = {.bytes = "\u2011"}, .format = format});
      } else if (ends_text(name)) {
        add(Kind::ends, child, last);
      } else if (!is_left_out_of_runs(name)) {
        const auto run = bytes_of(child, last);
        const bool is_of_field = name == "fldChar" || name == "instrText";
        add(is_of_field ? field_kind(run) : kind_of_content(name, run), child, last);
        join_field_codes();
      }
      child = last;
    }
  }

  /// Whether a run is in the result of a mail merge field. The field's name stays in the code that
  /// begins the field.
  bool is_of_merged_field(size_t at) const {
    if (pieces_.empty() || pieces_.back().part.kind != Kind::opens) return false;
    const auto& code = pieces_.back().part.bytes;
    return code.find("MERGEFIELD") != std::string::npos &&
           code.find("\"separate\"") != std::string::npos &&
           bytes_of(at, end_of_[at]).find("fldChar ") == std::string::npos;
  }

  /// Merges all codes that begin a field into one.
  void join_field_codes() {
    if (pieces_.size() < 2) return;
    const auto& last = pieces_.back().part;
    auto& before = pieces_[pieces_.size() - 2].part;
    const bool are_of_field = last.kind == Kind::opens && before.kind == Kind::opens &&
                              before.bytes.find("fldChar ") != std::string::npos;
    if (!are_of_field) return;
    before.bytes += last.bytes;
    pieces_.pop_back();
  }

  /// The kind of a field's code: the two codes enclose the field's result.
  static Kind field_kind(const std::string& run) {
    return run.find("\"end\"") != std::string::npos ? Kind::closes : Kind::opens;
  }

  /// Turns the paragraph so far into a field.
  void flush() {
    auto pieces = std::exchange(pieces_, {});
    if (!left_language_.empty() && are_all_in(left_language_, pieces)) return;
    RunStyle style = {.prefix = prefix_, .base = {}, .is_of_sheet = is_of_sheet_};
    leave_language(left_language_, pieces, style);
    settle_formats(pieces, style);
    style.base = base_format(pieces);
    auto parts = parts_of_runs(pieces, style.base);
    if (parts.empty()) return;
    fields_.push_back(field_at({begin_, end_}, CodedText(std::move(parts)),
                               [style](auto written) { return written_runs(written, style); }));
  }

  std::string_view xml_;
  std::string left_language_;
  std::vector<serve::XmlToken> tokens_;
  std::vector<size_t> end_of_, paragraphs_before_;
  std::vector<Field> fields_;
  size_t paragraphs_ = 0;  // number of open paragraphs
  std::string prefix_;     // namespace prefix: "w:"
  bool is_of_sheet_ = false;
  std::vector<RunPiece> pieces_;
  size_t begin_ = 0, end_ = 0;  // byte range of the pieces
};

}  // namespace

std::vector<Field> paragraphs_of_runs(std::string_view xml, const std::string& name,
                                      const std::string& left_language) {
  auto fields = RunsReader(xml, name, left_language).fields();
  std::ranges::sort(fields, {}, [](const Field& field) { return field.places.front().begin; });
  return fields;
}

}  // namespace regard::documents
