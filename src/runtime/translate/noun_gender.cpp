#include "translate/noun_gender.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/utf8.h"
#include "text/characters.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

constexpr std::array<std::string_view, 34> kFeminine = {
    "tion", "sion", "aison", "té",    "tié", "ette", "otte",  "ance",  "ence", "ie",   "ée",  "ure",
    "ise",  "esse", "elle",  "ine",   "ane", "ive",  "euse",  "trice", "che",  "ique", "ude", "rse",
    "sse",  "onne", "enne",  "ienne", "ère", "ille", "arque", "ade",   "ame",  "eure"};
constexpr std::array<std::string_view, 33> kMasculine = {
    "ment", "age", "eau", "isme", "oir", "teur", "seur", "ier", "er",    "et",     "ien",
    "ain",  "in",  "ard", "al",   "el",  "ail",  "eil",  "ant", "ent",   "at",     "it",
    "ot",   "ou",  "oin", "é",    "ac",  "ic",   "ème",  "ège", "scope", "gramme", "mètre"};
/// Nouns of the other gender, or of both.
constexpr std::array<std::string_view, 71> kOthers = {
    "silence",  "musée",     "lycée",      "trophée",   "génie",      "incendie", "été",
    "côté",     "comté",     "pâté",       "traité",    "comité",     "magazine", "organe",
    "crâne",    "dimanche",  "manche",     "plastique", "cirque",     "public",   "stade",
    "grade",    "camarade",  "malade",     "nomade",    "page",       "image",    "plage",
    "cage",     "rage",      "nage",       "eau",       "peau",       "dent",     "jument",
    "nuit",     "fin",       "main",       "faim",      "mer",        "cuiller",  "forêt",
    "domaine",  "capitaine", "moine",      "drame",     "squelette",  "murmure",  "parapluie",
    "foie",     "sosie",     "vidéo",      "gorille",   "vermicelle", "modèle",   "mercure",
    "augure",   "élève",     "adversaire", "squame",    "caractère",  "mystère",  "cimetière",
    "derrière", "ministère", "père",       "arrêté",    "député",     "invité",   "athlète",
    "feuilleté"};
constexpr std::array<std::string_view, 30> kAspirated = {
    "hache",  "hacker", "haie",    "haine",    "hall",   "halte",  "hameau", "hamster",
    "handic", "hangar", "haricot", "harnais",  "hasard", "hash",   "hausse", "haut",
    "hériss", "héros",  "hibou",   "hiérarch", "hobby",  "hockey", "homard", "honte",
    "hors",   "houle",  "housse",  "hub",      "huit",   "hurle"};

size_t longest_end(std::string_view noun, auto& ends) {
  size_t longest = 0;
  for (const auto end : ends) {
    if (noun.size() > end.size() && noun.ends_with(end)) longest = std::max(longest, end.size());
  }
  return longest;
}

}  // namespace

std::optional<Gender> gender_by_ending(std::string_view term) {
  auto noun = term.substr(0, word_at_begin(term));
  if (text::in_lower_case(noun) != noun) return {};
  if (noun.size() > 2 && noun.ends_with('s')) noun.remove_suffix(1);
  if (noun.size() > 3 && noun.ends_with("eux")) return {};
  if (noun.size() > 3 && noun.ends_with("aux")) return Gender::masculine;
  if (std::ranges::find(kOthers, noun) != kOthers.end()) return {};
  const size_t feminine = longest_end(noun, kFeminine), masculine = longest_end(noun, kMasculine);
  if (feminine == masculine) return {};
  return feminine > masculine ? Gender::feminine : Gender::masculine;
}

bool begins_with_vowel(std::string_view word) {
  constexpr std::u32string_view kVowels = U"aàâäæeéèêëiîïoôöœuùûü";
  const auto first = text::lower(first_code_point(word).value);
  if (kVowels.find(first) != std::u32string_view::npos) return true;
  const auto small = text::in_lower_case(word);
  return first == 'h' &&
         std::ranges::none_of(kAspirated, [&](auto one) { return small.starts_with(one); });
}

}  // namespace regard::translate
