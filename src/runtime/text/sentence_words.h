#pragma once
#include <algorithm>
#include <iterator>
#include <string_view>

/// English and French words used to decide whether a period ends a sentence.
namespace regard::text {

/// Marks that separate texts when surrounded by spaces: bars, bullets.
constexpr std::u32string_view kSeparators = U"|\u2022\u2023";

/// Abbreviations that never end a sentence, without their final period.
constexpr std::string_view kAlwaysAbbreviated[] = {
    "Mr",   "Mrs", "Ms",  "Messrs", "Dr",     "Drs",   "Prof",   "Pr",  "Rev", "Gen", "Col",
    "Capt", "Lt",  "Sgt", "Gov",    "Sen",    "Rep",   "Hon",    "Mt",  "vs",  "cf",  "Cf",
    "viz",  "M",   "MM",  "Mme",    "Mmes",   "Mlle",  "Mlles",  "Mgr", "Me",  "Vve", "e.g",
    "i.e",  "E.g", "I.e", "p.ex",   "c.-à-d", "c.à.d", "approx", "env", "av",  "apr", "ex",
    "Ph",   "Fr",  "Ste", "Bros",   "resp",   "incl",  "excl",   "esp"};
/// Abbreviations that do not end a sentence before a number but may elsewhere.
constexpr std::string_view kBeforeNumbers[] = {
    "No",   "Nos",  "no",  "nos",  "n",    "art",   "Art",  "fig", "Fig",  "figs",  "Figs", "p",
    "pp",   "vol",  "Vol", "chap", "Chap", "sect",  "Sect", "sec", "Sec",  "éd",    "ed",   "Ed",
    "tél",  "Tél",  "Tel", "tel",  "cap",  "al",    "ch",   "Ch",  "eq",   "Eq",    "par",  "Par",
    "Jan",  "Feb",  "Mar", "Apr",  "Jun",  "Jul",   "Aug",  "Sep", "Sept", "Oct",   "Nov",  "Dec",
    "janv", "févr", "avr", "juil", "sept", "oct",   "nov",  "déc", "num",  "réf",   "ref",  "Ref",
    "ca",   "v",    "ver", "min",  "max",  "ligne", "tab",  "Tab", "app",  "paragr"};
/// Abbreviations that do not end a sentence unless a word follows that typically begins one.
constexpr std::string_view kBeforeNames[] = {
    "bd", "Bd",  "boul", "Boul", "St",   "Inc",  "Ltd",  "Co",   "Corp", "Cie", "Jr",
    "Sr", "Sts", "Ave",  "Blvd", "dept", "Dept", "Univ", "Assn", "Sté",  "Éts", "etc"};
/// Abbreviations that are followed by lowercase words.
constexpr std::string_view kBeforeSmall[] = {
    "govt", "avg", "temp",  "dist", "misc", "orig", "abbr", "sq",   "ft",   "oz",
    "lb",   "lbs", "kg",    "km",   "cm",   "mm",   "hrs",  "mins", "secs", "intl",
    "natl", "mgr", "assoc", "tech", "pref", "div",  "bldg", "apt",  "hab",  "boul"};
/// Words that can be the subject of a clause after a dash.
constexpr std::string_view kSubjects[] = {
    "I",  "he", "she",  "it", "we",   "they", "you", "there", "this", "je", "j",
    "tu", "il", "elle", "on", "nous", "vous", "ils", "elles", "c",    "ce", "\u00e7a"};
/// Lowercase words that can begin a sentence without a preceding space, and that do not end names.
constexpr std::string_view kGluedBeginnings[] = {"he",   "she",  "we",   "they", "you",   "the",
                                                 "nous", "vous", "elle", "ils",  "elles", "je"};
/// Words that begin sentences more often than they occur in names.
constexpr std::string_view kBeginnings[] = {
    "A",       "About",   "After",    "All",       "Also",    "Although", "An",         "And",
    "Any",     "Are",     "As",       "At",        "Because", "Before",   "But",        "By",
    "Can",     "Could",   "Did",      "Do",        "Does",    "Don",      "Each",       "Even",
    "Every",   "First",   "For",      "From",      "Go",      "Good",     "Great",      "Had",
    "Has",     "Have",    "He",       "Hello",     "Her",     "Here",     "Hi",         "His",
    "How",     "However", "I",        "If",        "In",      "Is",       "It",         "Its",
    "Just",    "Let",     "Look",     "Many",      "Maybe",   "Most",     "My",         "Never",
    "No",      "Nobody",  "Not",      "Nothing",   "Now",     "Of",       "On",         "Once",
    "One",     "Only",    "Or",       "Our",       "Please",  "See",      "She",        "Should",
    "Since",   "So",      "Some",     "Sorry",     "Thank",   "Thanks",   "That",       "The",
    "Their",   "Then",    "There",    "These",     "They",    "This",     "Those",      "Though",
    "To",      "Today",   "Two",      "Was",       "We",      "Well",     "Were",       "What",
    "When",    "Where",   "Which",    "While",     "Who",     "Whose",    "Why",        "Will",
    "With",    "Would",   "Yes",      "Yesterday", "You",     "Your",     "Alors",      "Après",
    "Au",      "Aucun",   "Aussi",    "Avant",     "Avec",    "Bien",     "Bonjour",    "C",
    "Ce",      "Cela",    "Certains", "Ces",       "Cet",     "Cette",    "Chaque",     "Comme",
    "Comment", "D",       "Dans",     "De",        "Depuis",  "Des",      "Donc",       "Du",
    "Elle",    "Elles",   "En",       "Encore",    "Est",     "Et",       "Faites",     "Hier",
    "Ici",     "Il",      "Ils",      "J",         "Jamais",  "Je",       "L",          "La",
    "Le",      "Les",     "Leur",     "Leurs",     "Lors",    "Ma",       "Maintenant", "Mais",
    "Malgré",  "Merci",   "Mes",      "Mon",       "N",       "Ne",       "Non",        "Nos",
    "Notre",   "Nous",    "On",       "Ou",        "Oui",     "Où",       "Par",        "Parce",
    "Pas",     "Pendant", "Personne", "Peut",      "Plus",    "Pour",     "Pourquoi",   "Puis",
    "Qu",      "Quand",   "Que",      "Quel",      "Quelle",  "Qui",      "Quoi",       "S",
    "Sa",      "Sans",    "Ses",      "Si",        "Son",     "Sous",     "Sur",        "Ta",
    "Tes",     "Ton",     "Toujours", "Tous",      "Tout",    "Toute",    "Très",       "Tu",
    "Un",      "Une",     "Vos",      "Votre",     "Voici",   "Voilà",    "Vous",       "Y",
    "À",       "Ça",      "Bye",      "Goodbye"};
/// Endings of the names of hosts and files, which are sometimes capitalized.
constexpr std::string_view kEndsOfNames[] = {
    "org", "com", "net", "edu", "gov", "info", "biz",  "io",  "ai",   "fr",   "uk",   "us",  "eu",
    "ca",  "be",  "ch",  "lu",  "tv",  "app",  "dev",  "txt", "pdf",  "doc",  "docx", "md",  "csv",
    "xls", "zip", "tar", "gz",  "jpg", "png",  "gif",  "svg", "mp3",  "mp4",  "html", "htm", "xml",
    "css", "js",  "ts",  "py",  "cpp", "h",    "java", "sh",  "json", "yaml", "exe",  "dll"};

template <size_t Size>
bool is_in(std::string_view word, const std::string_view (&list)[Size]) {
  return std::ranges::find(list, word) != std::end(list);
}

}  // namespace regard::text
