#include "serve/html_parts.h"

#include <algorithm>

#include "serve/html_scanner.h"

namespace regard::serve {
namespace {

class PartMaker {
 public:
  PartMaker(std::span<const HtmlItem> items, size_t begin, size_t end)
      : items_(items), begin_(begin), end_(end) {}

  std::vector<HtmlPart> parts() {
    for (size_t at = begin_; at < end_; ++at) add(items_[at]);
    return std::move(parts_);
  }

 private:
  static constexpr size_t kDeepest = 32;  // elements within one another, whose tags are placed

  struct Open {
    size_t part;
    bool has_text = false;
    bool has_stray = false;
  };

  bool is_here(size_t item) const { return item >= begin_ && item < end_; }

  void add(const HtmlItem& item) {
    using Role = HtmlItem::Role;
    using Kind = HtmlPart::Kind;
    const bool is_tag = item.role == Role::opens || item.role == Role::closes;
    if (is_tag && !is_here(item.partner)) return add_stray(item);
    if (item.role == Role::opens) open_.push_back({.part = parts_.size()});
    const auto kind = item.role == Role::text    ? Kind::text
                      : item.role == Role::opens ? Kind::opens
                      : item.role == Role::mark  ? Kind::mark
                      : item.role == Role::note  ? Kind::note
                                                 : Kind::closes;
    parts_.push_back({.kind = kind, .bytes = item.bytes});
    if (kind == Kind::text && !open_.empty()) open_.back().has_text |= !is_html_blank(item.bytes);
    if (kind == Kind::closes) close();
  }

  void add_stray(const HtmlItem& item) {
    parts_.push_back({.kind = HtmlPart::Kind::note,
                      .bytes = item.bytes,
                      .hugs_next = item.role == HtmlItem::Role::opens});
    if (!open_.empty()) open_.back().has_stray = true;
  }

  void close() {
    auto element = open_.back();
    if (element.has_stray || open_.size() > kDeepest) {
      parts_[element.part].kind = HtmlPart::Kind::note;
      parts_.back().kind = HtmlPart::Kind::note;
      parts_.back().hugs_next = false;
      element.has_stray = true;
    } else if (!element.has_text) {
      make_mark(element.part);
    }
    open_.pop_back();
    if (open_.empty()) return;
    open_.back().has_text |= element.has_text;
    open_.back().has_stray |= element.has_stray;
  }

  /// Of all parts from `first` on.
  void make_mark(size_t first) {
    auto& mark = parts_[first];
    mark.kind = HtmlPart::Kind::mark;
    for (size_t i = first + 1; i < parts_.size(); ++i) {
      const auto& part = parts_[i];
      mark.holds_space |= part.holds_space || part.kind == HtmlPart::Kind::text;
    }
    const auto& last = parts_.back().bytes;
    mark.bytes = {mark.bytes.data(),
                  static_cast<size_t>(last.data() + last.size() - mark.bytes.data())};
    parts_.resize(first + 1);
  }

  std::span<const HtmlItem> items_;
  size_t begin_, end_;
  std::vector<HtmlPart> parts_;
  std::vector<Open> open_;
};

}  // namespace

bool is_html_blank(std::string_view text) { return std::ranges::all_of(text, is_html_space); }

std::vector<HtmlPart> html_parts(std::span<const HtmlItem> items, size_t begin, size_t end) {
  return PartMaker(items, begin, end).parts();
}

}  // namespace regard::serve
