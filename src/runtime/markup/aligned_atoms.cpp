#include "markup/text_atoms.h"

#include <algorithm>
#include <map>
#include <string>

namespace regard::serve {
namespace {

/// The index among `to` items at the same relative position as index `at` among `from` items.
size_t same_relative_place(size_t at, size_t from, size_t to) {
  return (2 * at + 1) * to / (2 * from);
}

using AtomsOfWord = std::vector<std::vector<size_t>>;

/// Aligns the atoms of a text with those of its translation, based on the words that contain them.
class AtomAligner {
 public:
  AtomAligner(std::string_view source, const TranslatedText& translation)
      : source_text_(source), target_text_(translation.text) {
    aligned_.source = atoms_of(source_text_);
    aligned_.target = atoms_of(target_text_);
    aligned_.source_of.assign(aligned_.target.size(), kNoIndex);
    aligned_.nearest_target.assign(aligned_.source.size(), kNoIndex);
    by_attention(translation);
    if (std::ranges::count(aligned_.source_of, kNoIndex) == std::ssize(aligned_.source_of)) {
      by_position();
    } else {
      align_lost_punctuation();
    }
  }

  AlignedAtoms aligned() { return std::move(aligned_); }

 private:
  std::string_view text_of_source(size_t atom) const {
    const auto& place = aligned_.source[atom];
    return source_text_.substr(place.begin, place.end - place.begin);
  }

  std::string_view text_of_target(size_t atom) const {
    const auto& place = aligned_.target[atom];
    return target_text_.substr(place.begin, place.end - place.begin);
  }

  void by_position() {
    const size_t sources = aligned_.source.size(), targets = aligned_.target.size();
    for (size_t target = 0; target < targets && sources > 0; ++target) {
      aligned_.source_of[target] = same_relative_place(target, targets, sources);
    }
  }

  void by_attention(const TranslatedText& translation) {
    const auto links = word_links(translation);
    const auto& target_words = translation.target_words;
    AtomsOfWord from(translation.source_words.size()), to(from.size());
    const auto words = words_of_atoms(source_text_, aligned_.source, translation.source_words);
    for (size_t atom = 0; atom < words.size(); ++atom) {
      if (words[atom] != kNoIndex) from[words[atom]].push_back(atom);
    }
    const auto words_of_target = words_of_atoms(target_text_, aligned_.target, target_words);
    std::vector<size_t> first_atom(target_words.size(), kNoIndex);
    for (size_t atom = 0; atom < words_of_target.size(); ++atom) {
      const size_t word = words_of_target[atom];
      if (word == kNoIndex) continue;
      if (first_atom[word] == kNoIndex) first_atom[word] = atom;
      const size_t source_word = links.source_of[word];
      if (source_word != kNoIndex) to[source_word].push_back(atom);
    }
    for (size_t word = 0; word < from.size(); ++word) align(from[word], to[word]);
    for (size_t word = 0; word < from.size(); ++word) {
      const size_t target = links.target_of[word];
      if (target == kNoIndex) continue;
      for (const size_t atom : from[word]) aligned_.nearest_target[atom] = first_atom[target];
    }
  }

  /// Aligns the atoms of a source word with those of all target words that belong to it.
  void align(const std::vector<size_t>& from, const std::vector<size_t>& to) {
    std::vector<size_t> letters;
    std::map<std::string_view, std::vector<size_t>> marks;
    for (const size_t atom : from) {
      (aligned_.source[atom].is_word ? letters : marks[text_of_source(atom)]).push_back(atom);
    }
    const auto is_word = [&](size_t atom) { return aligned_.target[atom].is_word; };
    const auto count = static_cast<size_t>(std::ranges::count_if(to, is_word));
    const auto& sources = letters.empty() ? from : letters;
    std::map<std::string_view, size_t> seen;
    size_t number = 0;
    for (const size_t atom : to) {
      if (is_word(atom)) {
        if (sources.empty()) continue;
        aligned_.source_of[atom] = sources[same_relative_place(number++, count, sources.size())];
      } else if (const auto same = marks.find(text_of_target(atom)); same != marks.end()) {
        const size_t place = std::min(seen[same->first]++, same->second.size() - 1);
        aligned_.source_of[atom] = same->second[place];
      }
    }
  }

  /// Aligns punctuation in order if it occurs equally often in the source and the translation.
  void align_lost_punctuation() {
    std::map<std::string_view, std::vector<size_t>> sources, targets;
    for (size_t atom = 0; atom < aligned_.source.size(); ++atom) {
      if (!aligned_.source[atom].is_word) sources[text_of_source(atom)].push_back(atom);
    }
    for (size_t atom = 0; atom < aligned_.target.size(); ++atom) {
      if (!aligned_.target[atom].is_word) targets[text_of_target(atom)].push_back(atom);
    }
    for (const auto& [text, atoms] : targets) {
      const auto& same = sources[text];
      if (same.size() != atoms.size()) continue;
      for (size_t i = 0; i < atoms.size(); ++i) {
        auto& place = aligned_.source_of[atoms[i]];
        if (place == kNoIndex) place = same[i];
      }
    }
  }

  std::string_view source_text_, target_text_;
  AlignedAtoms aligned_;
};

/// Splits the atoms that contain cuts into parts.
class AtomCutter {
 public:
  AtomCutter(AlignedAtoms whole, const std::vector<size_t>& cuts)
      : whole_(std::move(whole)), cuts_(cuts) {}

  AlignedAtoms cut(std::string_view source_text, std::string_view target_text) {
    for (const auto& atom : whole_.source) cut_source(atom);
    first_part_.push_back(parts_.source.size());
    for (size_t i = 0; i < whole_.target.size(); ++i) {
      first_target_.push_back(parts_.target.size());
      const auto& target = whole_.target[i];
      if (whole_.source_of[i] == kNoIndex) {
        add_target(target, kNoIndex);
        continue;
      }
      const auto& source = whole_.source[whole_.source_of[i]];
      const bool is_same = source_text.substr(source.begin, source.end - source.begin) ==
                           target_text.substr(target.begin, target.end - target.begin);
      cut_target(target, whole_.source_of[i], is_same);
    }
    for (size_t i = 0; i < whole_.source.size(); ++i) {
      const size_t nearest = whole_.nearest_target[i];
      const size_t first = nearest == kNoIndex ? kNoIndex : first_target_[nearest];
      parts_.nearest_target.resize(first_part_[i + 1], first);
    }
    return std::move(parts_);
  }

 private:
  void cut_source(const TextAtom& atom) {
    first_part_.push_back(parts_.source.size());
    size_t begin = atom.begin;
    for (auto at = std::ranges::upper_bound(cuts_, begin); at != cuts_.end() && *at < atom.end;
         ++at) {
      if (*at == begin) continue;
      parts_.source.push_back({.begin = begin, .end = *at, .is_word = atom.is_word});
      begin = *at;
    }
    parts_.source.push_back({.begin = begin, .end = atom.end, .is_word = atom.is_word});
  }

  void add_target(const TextAtom& atom, size_t source) {
    parts_.target.push_back(atom);
    parts_.source_of.push_back(source);
  }

  void cut_target(const TextAtom& target, size_t source, bool is_same) {
    const size_t first = first_part_[source], end = first_part_[source + 1];
    const size_t begin = parts_.source[first].begin;
    size_t longest = first;
    for (size_t part = first; part < end; ++part) {
      const auto& place = parts_.source[part];
      const auto& other = parts_.source[longest];
      if (place.end - place.begin > other.end - other.begin) longest = part;
      if (!is_same) continue;
      add_target({.begin = target.begin + (place.begin - begin),
                  .end = target.begin + (place.end - begin),
                  .is_word = target.is_word},
                 part);
    }
    if (!is_same) add_target(target, longest);
  }

  AlignedAtoms whole_, parts_;
  const std::vector<size_t>& cuts_;
  std::vector<size_t> first_part_;    // first part of each source atom, and the end of the last one
  std::vector<size_t> first_target_;  // first part of each target atom
};

}  // namespace

AlignedAtoms align_atoms(std::string_view source, const TranslatedText& translation,
                         const std::vector<size_t>& cuts) {
  return AtomCutter(AtomAligner(source, translation).aligned(), cuts).cut(source, translation.text);
}

}  // namespace regard::serve
