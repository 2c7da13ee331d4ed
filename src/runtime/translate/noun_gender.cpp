#include "translate/noun_gender.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/utf8.h"
#include "text/characters.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

constexpr std::array<std::string_view, 106> kFeminineEnds = {
    "tion", "sion",  "xion",  "gion",  "nion", "aison", "té",   "tié",   "ette", "otte",  "atte",
    "utte", "itte",  "oute",  "ance",  "ence", "once",  "ie",   "ée",    "ue",   "oie",   "ure",
    "ise",  "esse",  "elle",  "alle",  "olle", "ulle",  "ine",  "ane",   "aine", "une",   "ive",
    "euse", "trice", "che",   "que",   "ique", "ude",   "rse",  "sse",   "nse",  "ase",   "ose",
    "use",  "ousse", "orce",  "ource", "rce",  "onne",  "enne", "ienne", "ère",  "ille",  "arque",
    "ade",  "ame",   "mme",   "eure",  "ace",  "erre",  "èce",  "èse",   "ale",  "ole",   "ile",
    "oire", "ande",  "ende",  "onde",  "ode",  "rde",   "rne",  "gne",   "gue",  "erme",  "orme",
    "arme", "ente",  "ante",  "inte",  "rte",  "arte",  "orte", "aute",  "ête",  "ouche", "euve",
    "erve", "ave",   "ape",   "oppe",  "oupe", "ampe",  "arge", "erge",  "orge", "auce",  "uce",
    "ffe",  "uite",  "imite", "rme",   "èche", "ène",   "ope"};
constexpr std::array<std::string_view, 72> kMasculineEnds = {
    "ment",  "age",   "eau",  "isme",  "asme", "thme",  "oir",    "teur",   "seur",
    "ier",   "er",    "et",   "ien",   "ain",  "in",    "ard",    "al",     "el",
    "ail",   "eil",   "ant",  "ent",   "at",   "it",    "ot",     "ou",     "oin",
    "é",     "ac",    "ic",   "ème",   "ège",  "scope", "gramme", "mètre",  "aire",
    "toire", "soire", "tre",  "dre",   "bre",  "ffre",  "vre",    "cre",    "cle",
    "ôle",   "gle",   "uble", "emble", "ple",  "ume",   "ome",    "ôme",    "ype",
    "yle",   "exte",  "cte",  "pte",   "xe",   "phone", "logue",  "graphe", "isque",
    "asque", "osque", "gène", "texte", "ice",  "ule",   "ige",    "uge",    "ogramme"};
/// Feminine nouns whose ending suggests the wrong gender or none.
constexpr std::array<std::string_view, 263> kFeminineNouns = {
    "affaire",  "agrafe",      "aide",        "aire",        "algèbre",   "amarre",    "ampleur",
    "analyse",  "ancre",       "annexe",      "ardeur",      "auto",      "barbe",     "barre",
    "bascule",  "blancheur",   "boisson",     "boite",       "bombe",     "boucle",    "boxe",
    "boîte",    "brebis",      "bride",       "brume",       "brute",     "cage",      "caméra",
    "capsule",  "carafe",      "catastrophe", "cellule",     "cendre",    "chair",     "chaleur",
    "chambre",  "chanson",     "chaux",       "chaîne",      "chute",     "chèvre",    "cible",
    "cime",     "clef",        "cloison",     "clé",         "collecte",  "combe",     "couleur",
    "cour",     "courbe",      "coutume",     "cravate",     "croix",     "crème",     "côte",
    "date",     "dent",        "diapo",       "dot",         "douleur",   "démo",      "eau",
    "ellipse",  "enclume",     "encre",       "erreur",      "estime",    "fable",     "faillite",
    "faim",     "faveur",      "façon",       "fenêtre",     "ferveur",   "fibre",     "fin",
    "fièvre",   "fleur",       "foi",         "fois",        "formule",   "forêt",     "foule",
    "fourmi",   "frappe",      "fraîcheur",   "froideur",    "fureur",    "gare",      "gaze",
    "girafe",   "grammaire",   "grandeur",    "grappe",      "grève",     "gueule",    "guitare",
    "guérison", "hauteur",     "herbe",       "histoire",    "horloge",   "horreur",   "humeur",
    "huître",   "icône",       "image",       "jambe",       "jauge",     "jument",    "jungle",
    "justice",  "laideur",     "largeur",     "lenteur",     "lettre",    "leçon",     "liqueur",
    "liste",    "loge",        "loi",         "longueur",    "lourdeur",  "lueur",     "lèvre",
    "macro",    "main",        "majuscule",   "malice",      "maman",     "manœuvre",  "mare",
    "mer",      "milice",      "minute",      "moisson",     "moiteur",   "molécule",  "montre",
    "mort",     "moto",        "météo",       "nage",        "nappe",     "nef",       "neige",
    "noix",     "note",        "notice",      "nuit",        "oasis",     "odeur",     "oeuvre",
    "offre",    "ombre",       "opérande",    "orthographe", "page",      "paire",     "paix",
    "paroi",    "part",        "particule",   "peau",        "peur",      "photo",     "pilule",
    "pipe",     "piqûre",      "piste",       "pizza",       "plage",     "planète",   "plume",
    "plupart",  "police",      "pompe",       "poudre",      "poule",     "poutre",    "prime",
    "prison",   "profondeur",  "promo",       "province",    "pyramide",  "péninsule", "radio",
    "rage",     "raideur",     "rançon",      "rencontre",   "retraite",  "ride",      "rigueur",
    "rime",     "robe",        "rondeur",     "rougeur",     "rumeur",    "règle",     "révolte",
    "sangle",   "saveur",      "senteur",     "serpe",       "soif",      "souris",    "splendeur",
    "stupeur",  "syllabe",     "syntaxe",     "sève",        "sœur",      "table",     "tare",
    "taxe",     "teneur",      "terreur",     "tige",        "toison",    "tombe",     "toux",
    "trahison", "trajectoire", "trappe",      "tribu",       "tringle",   "trompe",    "trêve",
    "tulipe",   "tumeur",      "télé",        "valeur",      "vapeur",    "variable",  "vertu",
    "vertèbre", "veste",       "victime",     "victoire",    "vidéo",     "vigueur",   "villa",
    "virgule",  "vis",         "visite",      "vitre",       "vodka",     "voix",      "véranda",
    "zone",     "écharpe",     "éclipse",     "écume",       "épaisseur", "épice",     "épingle",
    "équipe",   "étable",      "île",         "œuvre"};
constexpr std::array<std::string_view, 210> kMasculineNouns = {
    "abîme",         "acide",        "adultère",     "adverbe",       "ange",      "antipode",
    "arrêté",        "augure",       "automne",      "bagne",         "bastion",   "beurre",
    "bogue",         "buffle",       "cache",        "calque",        "caniche",   "capitaine",
    "caractère",     "carbone",      "carrosse",     "cartable",      "centime",   "champagne",
    "change",        "charme",       "chèque",       "chèvrefeuille", "cierge",    "cimetière",
    "cirque",        "classique",    "clone",        "code",          "colosse",   "combustible",
    "comité",        "commerce",     "comté",        "conte",         "contraste", "cookie",
    "cosmétique",    "cours",        "cratère",      "crime",         "critère",   "crâne",
    "cube",          "cyclone",      "cygne",        "câble",         "cône",      "côté",
    "derrière",      "diable",       "dimanche",     "dirigeable",    "dividende", "divorce",
    "domaine",       "domestique",   "domicile",     "doute",         "drame",     "député",
    "espace",        "exode",        "fanion",       "feuilleté",     "filigrane", "fleuve",
    "fluide",        "foie",         "fossile",      "frère",         "genre",     "geste",
    "globe",         "golfe",        "gorille",      "grade",         "graphe",    "graphique",
    "groupe",        "guide",        "gymnase",      "gène",          "génie",     "générique",
    "historique",    "homme",        "hymne",        "hémisphère",    "incendie",  "intervalle",
    "invité",        "labyrinthe",   "lexique",      "libelle",       "linge",     "liquide",
    "lycée",         "magazine",     "mammifère",    "manifeste",     "manque",    "mensonge",
    "mercure",       "microbe",      "millésime",    "ministère",     "mobile",    "modèle",
    "moine",         "monde",        "monopole",     "moustique",     "murmure",   "musée",
    "mystère",       "mélange",      "mérite",       "narcisse",      "navire",    "numérique",
    "organe",        "ovale",        "pamplemousse", "panache",       "pape",      "parapluie",
    "parterre",      "patrimoine",   "peigne",       "phoque",        "phénomène", "pilote",
    "pipeline",      "pique-nique",  "plastique",    "polygone",      "polymère",  "porche",
    "porte-monnaie", "portefeuille", "portique",     "poste",         "pouce",     "poète",
    "prince",        "principe",     "propane",      "prophète",      "protocole", "pseudonyme",
    "puzzle",        "pâté",         "père",         "périphérique",  "pétale",    "pétrole",
    "quadrilatère",  "relâche",      "remède",       "renne",         "reproche",  "repère",
    "reste",         "règne",        "régime",       "rêve",          "sable",     "scandale",
    "score",         "signe",        "silence",      "singe",         "site",      "solide",
    "songe",         "sosie",        "souffle",      "sourire",       "squelette", "stade",
    "suspense",      "symbole",      "sémaphore",    "terme",         "textile",   "tonnerre",
    "traité",        "trophée",      "tropique",     "trèfle",        "trône",     "tube",
    "uniforme",      "ustensile",    "verbe",        "vermicelle",    "verre",     "vide",
    "violoncelle",   "vote",         "zombie",       "échange",       "épisode",   "été"};
/// Nouns of both genders.
constexpr std::array<std::string_view, 45> kBothGenders = {
    "adversaire",   "artiste",    "athlète",     "bénéficiaire", "bénévole",     "camarade",
    "code-barres",  "collègue",   "concierge",   "critique",     "crêpe",        "dentiste",
    "destinataire", "enseigne",   "faux",        "foudre",       "garde",        "gîte",
    "hôte",         "interprète", "journaliste", "locataire",    "malade",       "manche",
    "mode",         "moule",      "mémoire",     "nomade",       "parallèle",    "partenaire",
    "pendule",      "physique",   "pianiste",    "poêle",        "propriétaire", "responsable",
    "rose",         "secrétaire", "solde",       "titulaire",    "tour",         "touriste",
    "vase",         "voile",      "élève"};
constexpr std::array<std::string_view, 30> kAspirated = {
    "hache",  "hacker", "haie",    "haine",    "hall",   "halte",  "hameau", "hamster",
    "handic", "hangar", "haricot", "harnais",  "hasard", "hash",   "hausse", "haut",
    "hériss", "héros",  "hibou",   "hiérarch", "hobby",  "hockey", "homard", "honte",
    "hors",   "houle",  "housse",  "hub",      "huit",   "hurle"};

bool is_among(std::string_view noun, const auto& nouns) {
  return std::ranges::find(nouns, noun) != nouns.end();
}

size_t longest_end(std::string_view noun, const auto& ends) {
  size_t longest = 0;
  for (const auto end : ends) {
    if (noun.size() > end.size() && noun.ends_with(end)) longest = std::max(longest, end.size());
  }
  return longest;
}

std::optional<Gender> gender_in_lists(std::string_view noun) {
  if (is_among(noun, kFeminineNouns)) return Gender::feminine;
  if (is_among(noun, kMasculineNouns)) return Gender::masculine;
  return {};
}

}  // namespace

std::optional<Gender> gender_of_noun(std::string_view term) {
  constexpr size_t kFewestBytes = 3;
  auto noun = term.substr(0, word_at_begin(term));
  if (noun.size() < kFewestBytes || text::in_lower_case(noun) != noun) return {};
  if (const auto listed = gender_in_lists(noun)) return listed;
  if (noun.ends_with('s')) noun.remove_suffix(1);
  if (is_among(noun, kBothGenders) || noun.ends_with("eux")) return {};
  if (const auto listed = gender_in_lists(noun)) return listed;
  const size_t feminine = longest_end(noun, kFeminineEnds);
  const size_t masculine = longest_end(noun, kMasculineEnds);
  if (feminine != masculine) return feminine > masculine ? Gender::feminine : Gender::masculine;
  if (noun.ends_with('e')) return {};
  return Gender::masculine;
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
