#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/utf8.h"
#include "serve/languages.h"
#include "text/characters.h"

namespace regard::serve {
namespace {

using Words = std::unordered_set<std::string_view>;

Words words_of(std::string_view list) {
  Words words;
  while (!list.empty()) {
    const auto word = list.substr(0, list.find(' '));
    list.remove_prefix(std::min(word.size() + 1, list.size()));
    words.insert(word);
  }
  return words;
}

// Words of one language that are not words of the other.
constexpr std::string_view kEnglishWords =
    "hey hi hello bye ok yeah yep nope wow lol cool nice great good bad best better new old big "
    "small happy sad hot cold warm red blue green black white yellow brown gray one two three "
    "four five seven eight nine ten monday tuesday january february march april may june july "
    "august september october november december day week month year today tomorrow now later "
    "soon time hour man men woman women child boy girl baby mom dad mother father sister "
    "brother friend dog cat bird horse fish cow house home room door window bed chair kitchen "
    "garden car bus bike plane road street city town school teacher student book pen paper "
    "phone computer water coffee tea milk juice beer wine bread butter cheese egg meat sugar "
    "salt apple cake food lunch dinner head hand eye foot heart name word love like life work "
    "job money game music song dance rain snow sun moon wind tree flower save cancel open close "
    "edit delete remove add help search find login logout password settings file folder next "
    "back done loading error warning update download upload share send reply read write run go "
    "come stop start begin end make take give get buy sell eat drink sleep swim drive walk talk "
    "speak say congratulations cheers birthday christmas enter exit left right up down first "
    "last full free sure true false really maybe perhaps delivery account user view preview "
    "submit continue";

constexpr std::string_view kFrenchWords =
    "allô bonjour salut coucou adieu merci mdr ouais super génial chouette bon bonne mauvais "
    "nouveau nouvelle vieux vieille grand grande petit petite heureux heureuse triste chaud "
    "chaude froid froide rouge bleu bleue vert verte noir noire blanc blanche jaune gris deux "
    "trois quatre cinq sept huit neuf dix lundi mardi mercredi jeudi vendredi samedi dimanche "
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre jour "
    "semaine mois année demain hier matin soir heure homme femme enfant garçon fille bébé maman "
    "papa mère père sœur frère ami amie chien chat oiseau cheval poisson vache maison porte "
    "fenêtre lit chaise cuisine jardin voiture vélo avion rue ville école professeur élève "
    "livre stylo papier téléphone eau café thé lait jus bière vin pain beurre fromage viande "
    "sucre sel pomme gâteau nourriture dîner tête main œil pied cœur nom mot amour vie travail "
    "argent jeu musique chanson danse pluie neige soleil lune arbre fleur gare enregistrer "
    "annuler ouvrir fermer modifier supprimer ajouter aide rechercher chercher connexion "
    "paramètres fichier dossier suivant retour accueil chargement erreur télécharger partager "
    "envoyer répondre lire écrire aller venir arrêter commencer finir fini prendre donner "
    "acheter vendre manger boire dormir nager courir marcher parler dire félicitations santé "
    "joyeux noël anniversaire entrée sortie attends attendez regarde regardez commence "
    "maintenant gauche droite haut bas premier dernier plein libre vrai faux vraiment livraison "
    "compte valider";

struct Group {
  std::u32string_view letters;  ///< `^` begins a word, `$` ends one
  int weight;                   ///< above 0: English; below 0: French
};

constexpr std::array kGroups = {
    Group{U"th", 2},     Group{U"wh", 2},     Group{U"sh", 2},     Group{U"ck", 2},
    Group{U"ee", 2},     Group{U"oo", 2},     Group{U"w", 2},      Group{U"k", 2},
    Group{U"ght", 2},    Group{U"ing$", 3},   Group{U"ings$", 3},  Group{U"y$", 2},
    Group{U"ness$", 2},  Group{U"ful$", 2},   Group{U"ship$", 2},  Group{U"ed$", 2},
    Group{U"ow", 1},     Group{U"ea", 1},     Group{U"ay", 1},     Group{U"dge", 2},
    Group{U"ff$", 1},    Group{U"ss$", 1},    Group{U"ll$", 1},    Group{U"d$", 1},
    Group{U"g$", 1},     Group{U"p$", 1},     Group{U"m$", 1},     Group{U"ous$", 1},
    Group{U"^un", 1},    Group{U"é", -3},     Group{U"è", -3},     Group{U"ê", -3},
    Group{U"à", -3},     Group{U"â", -3},     Group{U"ç", -3},     Group{U"î", -3},
    Group{U"ô", -3},     Group{U"û", -3},     Group{U"ù", -3},     Group{U"œ", -3},
    Group{U"eau", -3},   Group{U"aux$", -3},  Group{U"eux$", -3},  Group{U"eur$", -2},
    Group{U"euse", -3},  Group{U"oi", -1},    Group{U"ez$", -3},   Group{U"ais$", -2},
    Group{U"ait$", -2},  Group{U"ent$", -1},  Group{U"ons$", -1},  Group{U"ier$", -2},
    Group{U"ière", -1},  Group{U"ien", -2},   Group{U"gn", -1},    Group{U"ille", -2},
    Group{U"elle$", -2}, Group{U"ette$", -2}, Group{U"que$", -3},  Group{U"ir$", -2},
    Group{U"oir", -2},   Group{U"aire$", -2}, Group{U"isme$", -2}, Group{U"tre$", -2},
    Group{U"bre$", -2},  Group{U"ou", -1},    Group{U"qu", -1},    Group{U"age$", -1},
    Group{U"eil", -2},   Group{U"ui", -1},    Group{U"onn", -1},   Group{U"ie$", -1},
    Group{U"ne$", -1},   Group{U"ue$", -1},   Group{U"ouch", -1},  Group{U"ch", -1},
    Group{U"sse", -1},   Group{U"aut", -1}};

int spelling(const std::u32string& word) {
  const std::u32string bounded = U'^' + word + U'$';
  int sum = 0;
  for (const auto& group : kGroups) {
    if (bounded.find(group.letters) != std::u32string::npos) sum += group.weight;
  }
  return sum;
}

int of_word(const std::u32string& letters) {
  std::string word;
  for (const char32_t letter : letters) append_utf8(letter, word);
  static const Words kEnglish = words_of(kEnglishWords), kFrench = words_of(kFrenchWords);
  if (kEnglish.contains(word)) return kKnownWord;
  return kFrench.contains(word) ? -kKnownWord : spelling(letters);
}

}  // namespace

int looks_english(std::string_view text) {
  int sum = 0;
  std::u32string word;
  for (const char32_t character : decode_utf8(text) + U" ") {
    if (text::is_of_word(character)) {
      word += text::lower(character);
    } else if (!word.empty()) {
      sum += of_word(word);
      word.clear();
    }
  }
  return sum;
}

}  // namespace regard::serve
