#include "serve/languages.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/language_tag.h"
#include "base/utf8.h"
#include "text/characters.h"

namespace regard::serve {
namespace {

struct Row {
  std::string_view code;
  std::string_view longer_codes;  ///< codes of ISO 639-2, separated by `|`
  std::string_view name;          ///< in English
  std::string_view other_names;   ///< lowercase, separated by `|`: French, native, others
};

// All languages of ISO 639-1, then others that translation programs offer.
constexpr Row kRows[] = {
    {"aa", "aar", "Afar", "qafar|afaraf"},
    {"ab", "abk", "Abkhazian", "abkhaze|аԥсшәа|abkhaz"},
    {"ae", "ave", "Avestan", "avestique|avesta"},
    {"af", "afr", "Afrikaans", ""},
    {"ak", "aka", "Akan", ""},
    {"am", "amh", "Amharic", "amharique|አማርኛ"},
    {"an", "arg", "Aragonese", "aragonais|aragonés"},
    {"ar", "ara", "Arabic", "arabe|العربية"},
    {"as", "asm", "Assamese", "assamais|অসমীয়া"},
    {"av", "ava", "Avar", "avaric|авар"},
    {"ay", "aym", "Aymara", "aymar aru"},
    {"az", "aze", "Azerbaijani", "azerbaïdjanais|azərbaycan|azeri|azərbaycan dili"},
    {"ba", "bak", "Bashkir", "bachkir|башҡорт|башҡорт теле"},
    {"be", "bel", "Belarusian", "biélorusse|беларуская|belorussian|byelorussian|bélarussien"},
    {"bg", "bul", "Bulgarian", "bulgare|български|български език"},
    {"bi", "bis", "Bislama", "bichelamar"},
    {"bm", "bam", "Bambara", "bamanakan"},
    {"bn", "ben", "Bengali", "bangla|বাংলা"},
    {"bo", "bod|tib", "Tibetan", "tibétain|བོད་སྐད་|བོད་ཡིག|བོད་སྐད"},
    {"br", "bre", "Breton", "brezhoneg"},
    {"bs", "bos", "Bosnian", "bosniaque|bosanski"},
    {"ca", "cat", "Catalan", "català|valencian|valencien|valencià"},
    {"ce", "che", "Chechen", "tchétchène|нохчийн|нохчийн мотт"},
    {"ch", "cha", "Chamorro", "chamoru|fino' håya"},
    {"co", "cos", "Corsican", "corse|corsu"},
    {"cr", "cre", "Cree", "ᓀᐦᐃᔭᐍᐏᐣ|nehiyawewin"},
    {"cs", "ces|cze", "Czech", "tchèque|čeština|česky|český jazyk|czech language"},
    {"cu", "chu", "Church Slavonic",
     "church slavic|slavon d'église|церковнослове́нскїй|old church slavonic|vieux slave"},
    {"cv", "chv", "Chuvash", "tchouvache|чӑваш чӗлхи|чӑваш"},
    {"cy", "cym|wel", "Welsh", "gallois|cymraeg"},
    {"da", "dan", "Danish", "danois|dansk"},
    {"de", "deu|ger", "German", "allemand|deutsch|deutsche|standard german|allemande"},
    {"dv", "div", "Dhivehi", "divehi|maldivien|ދިވެހިބަސް|maldivian|ދިވެހި"},
    {"dz", "dzo", "Dzongkha", "རྫོང་ཁ|bhutanese"},
    {"ee", "ewe", "Ewe", "éwé|eʋegbe|èʋegbe|ɛʋɛgbɛ"},
    {"el", "ell|gre", "Greek", "grec|ελληνικά|modern greek|hellenic|ελληνική|grec moderne|griego"},
    {"en", "eng", "English",
     "anglais|anglaise|inglés|inglese|inglês|englisch|englische|engels|英语|英文|英語"},
    {"eo", "epo", "Esperanto", "espéranto"},
    {"es", "spa", "Spanish",
     "espagnol|español|castilian|castellano|castillan|espagnole|spanisch|spanische|西班牙语"},
    {"et", "est", "Estonian", "estonien|eesti|eesti keel|estnisch"},
    {"eu", "eus|baq", "Basque", "euskara|euskera"},
    {"fa", "fas|per", "Persian", "persan|فارسی|farsi|parsi|dari|iranian persian"},
    {"ff", "ful", "Fula", "peul|pulaar|fulah|fulani|fulfulde|pular|foulah"},
    {"fi", "fin", "Finnish", "finnois|suomi|suomen kieli|finnisch"},
    {"fj", "fij", "Fijian", "fidjien|na vosa vakaviti|vosa vakaviti"},
    {"fo", "fao", "Faroese", "féroïen|føroyskt|faeroese"},
    {"fr", "fra|fre", "French",
     "français|française|francés|francese|francês|französisch|französische|frans|法语|フランス語"},
    {"fy", "fry", "Western Frisian", "frison occidental|frysk|frisian|west frisian|frison"},
    {"ga", "gle", "Irish", "irlandais|gaeilge|irish gaelic|gaélique irlandais|gaélique"},
    {"gd", "gla", "Scottish Gaelic",
     "gaélique écossais|gàidhlig|scots gaelic|gaelic|écossais|scottish"},
    {"gl", "glg", "Galician", "galicien|galego|gallego"},
    {"gn", "grn", "Guarani", "avañe'ẽ|guaraní"},
    {"gu", "guj", "Gujarati", "goudjarati|ગુજરાતી|gujrati|gujarâtî"},
    {"gv", "glv", "Manx", "mannois|gaelg|manx gaelic"},
    {"ha", "hau", "Hausa", "haoussa"},
    {"he", "heb", "Hebrew", "hébreu|עברית|modern hebrew|ivrit"},
    {"hi", "hin", "Hindi", "हिन्दी"},
    {"ho", "hmo", "Hiri Motu", ""},
    {"hr", "hrv", "Croatian", "croate|hrvatski|kroatisch"},
    {"ht", "hat", "Haitian Creole",
     "créole haïtien|kreyòl ayisyen|haitian|kreyòl|créole|haïtien|haitian kreyol|kreyol"},
    {"hu", "hun", "Hungarian", "hongrois|magyar|magyarul|ungarisch"},
    {"hy", "hye|arm", "Armenian", "arménien|հայերեն|hayeren"},
    {"hz", "her", "Herero", "héréro|otjiherero"},
    {"ia", "ina", "Interlingua", ""},
    {"id", "ind", "Indonesian", "indonésien|indonesia|bahasa indonesia|bahasa"},
    {"ie", "ile", "Interlingue", ""},
    {"ig", "ibo", "Igbo", "asụsụ igbo|ibo"},
    {"ii", "iii", "Sichuan Yi", "yi du sichuan|ꆈꌠꉙ|nuosu"},
    {"ik", "ipk", "Inupiaq", "inupiat|iñupiaq|inupiak"},
    {"io", "ido", "Ido", ""},
    {"is", "isl|ice", "Icelandic", "islandais|íslenska"},
    {"it", "ita", "Italian", "italien|italiano|italienne|italienisch|italienische|意大利语"},
    {"iu", "iku", "Inuktitut", "ᐃᓄᒃᑎᑐᑦ|inuit"},
    {"ja", "jpn", "Japanese", "japonais|日本語|nihongo|japanisch|japonaise|日语|日文"},
    {"jv", "jav", "Javanese", "javanais|jawa|basa jawa|ꦗꦮ"},
    {"ka", "kat|geo", "Georgian", "géorgien|ქართული|kartuli"},
    {"kg", "kon", "Kongo", "kikongo"},
    {"ki", "kik", "Kikuyu", "gĩgĩkũyũ|gikuyu|gĩkũyũ"},
    {"kj", "kua", "Kuanyama", "kwanyama|oshikwanyama"},
    {"kk", "kaz", "Kazakh", "қазақ тілі|қазақша|қазақ"},
    {"kl", "kal", "Greenlandic", "kalaallisut|groenlandais"},
    {"km", "khm", "Khmer", "ខ្មែរ|cambodian|khmère|cambodgien|ភាសាខ្មែរ"},
    {"kn", "kan", "Kannada", "ಕನ್ನಡ|canarese"},
    {"ko", "kor", "Korean", "coréen|한국어|hangul|hangugeo|조선말|韩语|coréenne"},
    {"kr", "kau", "Kanuri", "kanouri"},
    {"ks", "kas", "Kashmiri", "cachemiri|کٲشُر|कॉशुर"},
    {"ku", "kur", "Kurdish", "kurde|kurdî|kurmanji|kurmancî|northern kurdish|کوردی"},
    {"kv", "kom", "Komi", "коми|коми кыв"},
    {"kw", "cor", "Cornish", "cornique|kernewek"},
    {"ky", "kir", "Kyrgyz", "kirghize|кыргызча|kirghiz|kirgiz|кыргыз тили"},
    {"la", "lat", "Latin", "latina|lingua latina|latine|latino"},
    {"lb", "ltz", "Luxembourgish", "luxembourgeois|lëtzebuergesch|letzeburgesch|luxemburgish"},
    {"lg", "lug", "Luganda", "ganda"},
    {"li", "lim", "Limburgish", "limbourgeois|limburgan|limburgs|limburger"},
    {"ln", "lin", "Lingala", "lingála"},
    {"lo", "lao", "Lao", "ລາວ|laotian|laotien|ພາສາລາວ"},
    {"lt", "lit", "Lithuanian", "lituanien|lietuvių|lietuvių kalba"},
    {"lu", "lub", "Luba-Katanga", "tshiluba|luba|kiluba"},
    {"lv", "lav", "Latvian", "letton|latviešu|lettish|latviešu valoda"},
    {"mg", "mlg", "Malagasy", "malgache"},
    {"mh", "mah", "Marshallese", "marshallais|kajin m̧ajeļ|kajin majol"},
    {"mi", "mri|mao", "Maori", "māori|te reo māori|te reo"},
    {"mk", "mkd|mac", "Macedonian", "macédonien|македонски|македонски јазик"},
    {"ml", "mal", "Malayalam", "മലയാളം"},
    {"mn", "mon", "Mongolian", "mongol|монгол|монгол хэл"},
    {"mr", "mar", "Marathi", "मराठी"},
    {"ms", "msa|may", "Malay", "malais|melayu|bahasa melayu|bahasa malaysia|malaysian|malaise"},
    {"mt", "mlt", "Maltese", "maltais|malti"},
    {"my", "mya|bur", "Burmese", "birman|မြန်မာ|myanmar|birmane|မြန်မာဘာသာ"},
    {"na", "nau", "Nauruan", "nauru|dorerin naoero"},
    {"nb", "nob|nor", "Norwegian",
     "norwegian bokmål|norvégien bokmål|norsk "
     "bokmål|bokmål|bokmal|norsk|norvégien|norwegisch|norvégienne"},
    {"nd", "nde", "North Ndebele", "ndébélé du nord|isindebele|northern ndebele|ndebele|ndébélé"},
    {"ne", "nep", "Nepali", "népalais|नेपाली|nepalese"},
    {"ng", "ndo", "Ndonga", "oshindonga"},
    {"nl", "nld|dut", "Dutch",
     "néerlandais|nederlands|flemish|flamand|vlaams|hollandais|niederländisch|néerlandaise"},
    {"nn", "nno", "Norwegian Nynorsk", "norvégien nynorsk|norsk nynorsk|nynorsk"},
    {"nr", "nbl", "South Ndebele", "ndébélé du sud|southern ndebele"},
    {"nv", "nav", "Navajo", "diné bizaad|navaho|diné"},
    {"ny", "nya", "Chichewa", "nyanja|chewa|cinyanja|chicheŵa"},
    {"oc", "oci", "Occitan", "langue d'oc|lenga d'òc|provençal|gascon"},
    {"oj", "oji", "Ojibwa", "ojibwe|ojibway|chippewa|anishinaabemowin|ᐊᓂᔑᓈᐯᒧᐎᓐ"},
    {"om", "orm", "Oromo", "oromoo|afaan oromo|oromiffa|afaan oromoo"},
    {"or", "ori", "Odia", "ଓଡ଼ିଆ|oriya"},
    {"os", "oss", "Ossetian", "ossetic|ossète|ирон|ирон æвзаг"},
    {"pa", "pan", "Punjabi", "pendjabi|ਪੰਜਾਬੀ|panjabi|gurmukhi|پنجابی"},
    {"pi", "pli", "Pali", "pāli|पालि|पाऴि"},
    {"pl", "pol", "Polish", "polonais|polski|język polski|polnisch|polonaise"},
    {"ps", "pus", "Pashto", "pachto|پښتو|pushto|pashtu|pachtou"},
    {"pt", "por", "Portuguese",
     "portugais|português|portugués|portoghese|portugiesisch|portugaise|brazilian|葡萄牙语"},
    {"qu", "que", "Quechua", "runasimi|kichwa|runa simi"},
    {"rm", "roh", "Romansh", "romanche|rumantsch|romansch|rumantsch grischun|rhaeto-romance"},
    {"rn", "run", "Kirundi", "rundi|roundi|ikirundi"},
    {"ro", "ron|rum", "Romanian",
     "roumain|română|moldovan|moldavian|rumanian|moldave|rumänisch|roumaine"},
    {"ru", "rus", "Russian", "russe|русский|russisch|russische|ruso|русский язык|俄语|russki"},
    {"rw", "kin", "Kinyarwanda", "ikinyarwanda|rwanda|ruanda"},
    {"sa", "san", "Sanskrit", "संस्कृत भाषा|संस्कृतम्|संस्कृत"},
    {"sc", "srd", "Sardinian", "sarde|sardu"},
    {"sd", "snd", "Sindhi", "سنڌي"},
    {"se", "sme", "Northern Sami", "same du nord|davvisámegiella|sami|saami|davvisámi"},
    {"sg", "sag", "Sango", "sängö|yângâ tî sängö"},
    {"sh", "hbs", "Serbo-Croatian", "serbo-croate|serbocroatian|srpskohrvatski|српскохрватски"},
    {"si", "sin", "Sinhala", "cingalais|සිංහල|sinhalese|singhalese"},
    {"sk", "slk|slo", "Slovak", "slovaque|slovenčina|slovenský jazyk"},
    {"sl", "slv", "Slovenian", "slovène|slovenščina|slovene|slovenski jezik"},
    {"sm", "smo", "Samoan", "gagana samoa|gagana fa'a samoa"},
    {"sn", "sna", "Shona", "chishona"},
    {"so", "som", "Somali", "soomaali|af soomaali"},
    {"sq", "sqi|alb", "Albanian", "albanais|shqip|gjuha shqipe"},
    {"sr", "srp", "Serbian", "serbe|српски|srpski|српски језик"},
    {"ss", "ssw", "Swazi", "swati|siswati"},
    {"st", "sot", "Southern Sotho", "sotho du sud|sesotho|sotho"},
    {"su", "sun", "Sundanese", "soundanais|basa sunda|sunda"},
    {"sv", "swe", "Swedish", "suédois|svenska|svensk|schwedisch|suédoise"},
    {"sw", "swa", "Swahili", "kiswahili"},
    {"ta", "tam", "Tamil", "tamoul|தமிழ்|thamizh"},
    {"te", "tel", "Telugu", "télougou|తెలుగు"},
    {"tg", "tgk", "Tajik", "tadjik|тоҷикӣ|tajiki|tojikī"},
    {"th", "tha", "Thai", "thaï|ไทย|siamese|thaïlandais|ภาษาไทย"},
    {"ti", "tir", "Tigrinya", "tigrigna|ትግርኛ"},
    {"tk", "tuk", "Turkmen", "turkmène|türkmen dili|türkmençe|türkmen"},
    {"tl", "tgl", "Tagalog", "filipino|wikang tagalog|pilipino"},
    {"tn", "tsn", "Tswana", "setswana"},
    {"to", "ton", "Tongan", "tongien|lea fakatonga|tonga|faka tonga|lea faka-tonga"},
    {"tr", "tur", "Turkish", "turc|türkçe|türkisch|turque"},
    {"ts", "tso", "Tsonga", "xitsonga"},
    {"tt", "tat", "Tatar", "татар|татар теле|татарча"},
    {"tw", "twi", "Twi", ""},
    {"ty", "tah", "Tahitian", "tahitien|reo tahiti|reo tahitien|reo mā'ohi"},
    {"ug", "uig", "Uyghur", "ouïghour|ئۇيغۇرچە|uighur|ouïgour|ئۇيغۇر"},
    {"uk", "ukr", "Ukrainian", "ukrainien|українська|українська мова|ukrainisch|ukrainienne"},
    {"ur", "urd", "Urdu", "ourdou|اردو"},
    {"uz", "uzb", "Uzbek", "ouzbek|o'zbek|oʻzbek|ўзбек|oʻzbekcha"},
    {"ve", "ven", "Venda", "tshivenḓa|tshivenda"},
    {"vi", "vie", "Vietnamese", "vietnamien|tiếng việt|annamese"},
    {"vo", "vol", "Volapük", "volapuk"},
    {"wa", "wln", "Walloon", "wallon|walon"},
    {"wo", "wol", "Wolof", ""},
    {"xh", "xho", "Xhosa", "isixhosa"},
    {"yi", "yid", "Yiddish", "ייִדיש"},
    {"yo", "yor", "Yoruba", "èdè yorùbá|yorùbá"},
    {"za", "zha", "Zhuang", "vahcuengh|saɯ cueŋƅ|chuang"},
    {"zh", "zho|chi", "Chinese",
     "chinois|中文|mandarin|mandarin "
     "chinese|中国语|中國語|汉语|漢語|chinesisch|简体中文|繁體中文|繁体中文|putonghua"},
    {"zu", "zul", "Zulu", "zoulou|isizulu"},
    {"ang", "", "Old English", "anglo-saxon|vieil anglais|englisc"},
    {"ast", "", "Asturian", "asturien|asturianu"},
    {"bar", "", "Bavarian", "bavarois|boarisch"},
    {"bem", "", "Bemba", "ichibemba"},
    {"ber", "", "Berber", "amazigh|tamazight|berbère|ⵜⴰⵎⴰⵣⵉⵖⵜ"},
    {"bho", "", "Bhojpuri", "भोजपुरी"},
    {"ceb", "", "Cebuano", "bisaya|binisaya"},
    {"chr", "", "Cherokee", "ꮳꮃꭹ|tsalagi"},
    {"ckb", "", "Sorani", "central kurdish|sorani kurdish|kurde central|soranî"},
    {"crh", "", "Crimean Tatar", "tatar de crimée|qırımtatarca"},
    {"dgo", "", "Dogri", "डोगरी"},
    {"dsb", "", "Lower Sorbian", "bas-sorabe|dolnoserbski"},
    {"fur", "", "Friulian", "frioulan|furlan"},
    {"gom", "", "Konkani", "कोंकणी"},
    {"got", "", "Gothic", "gotique"},
    {"grc", "", "Ancient Greek", "classical greek|grec ancien|koine greek"},
    {"gsw", "", "Swiss German",
     "alemannic|suisse allemand|schwiizertüütsch|schweizerdeutsch|alsatian|alsacien"},
    {"haw", "", "Hawaiian", "hawaïen|ʻōlelo hawaiʻi"},
    {"hmn", "", "Hmong", "hmoob"},
    {"hsb", "", "Upper Sorbian", "sorbian|haut-sorabe|sorabe|hornjoserbsce"},
    {"ilo", "", "Ilocano", "iloko"},
    {"kab", "", "Kabyle", "taqbaylit"},
    {"kri", "", "Krio", ""},
    {"lad", "", "Ladino", "judeo-spanish|judéo-espagnol"},
    {"lij", "", "Ligurian", "ligure|genoese"},
    {"lmo", "", "Lombard", "lumbaart"},
    {"lus", "", "Mizo", ""},
    {"mai", "", "Maithili", "मैथिली"},
    {"mni", "", "Manipuri", "meitei|meiteilon"},
    {"nah", "", "Nahuatl", "nāhuatl|aztec"},
    {"nap", "", "Neapolitan", "napolitain|napulitano"},
    {"nds", "", "Low German", "low saxon|plattdeutsch|bas-allemand|plattdüütsch"},
    {"new", "", "Newari", "newar|nepal bhasa"},
    {"nso", "", "Northern Sotho", "sepedi|pedi|sotho du nord"},
    {"pap", "", "Papiamento", "papiamentu"},
    {"pms", "", "Piedmontese", "piémontais|piemontèis"},
    {"rom", "", "Romani", "romany|tsigane"},
    {"sat", "", "Santali", "ᱥᱟᱱᱛᱟᱲᱤ"},
    {"scn", "", "Sicilian", "sicilien|sicilianu"},
    {"sco", "", "Scots", ""},
    {"szl", "", "Silesian", "silésien|ślōnskŏ"},
    {"tet", "", "Tetum", "tetun"},
    {"tlh", "", "Klingon", "tlhingan hol"},
    {"tok", "", "Toki Pona", ""},
    {"tpi", "", "Tok Pisin", ""},
    {"vec", "", "Venetian", "vénitien|vèneto"},
    {"war", "", "Waray", "waray-waray"},
    {"yue", "", "Cantonese", "cantonais|廣東話|广东话|粤语|粵語"},
};

// Codes that ISO 639 has replaced, codes of a language with several written forms, and two codes
// of LibreTranslate's own.
constexpr std::pair<std::string_view, std::string_view> kOtherCodes[] = {
    {"iw", "he"}, {"ji", "yi"}, {"jw", "jv"},  {"in", "id"},  {"mo", "ro"}, {"no", "nb"},
    {"pb", "pt"}, {"zt", "zh"}, {"cmn", "zh"}, {"fil", "tl"}, {"prs", "fa"}};

/// Calls a function with each part of a list.
template <class Function>
void for_each_part(std::string_view list, const Function& function) {
  while (!list.empty()) {
    const auto part = list.substr(0, list.find('|'));
    list.remove_prefix(std::min(part.size() + 1, list.size()));
    function(part);
  }
}

using Codes = std::unordered_map<std::string, std::string_view>;

/// The two-letter codes of languages, by their other codes.
const Codes& usual_codes() {
  static const Codes kCodes = [] {
    Codes codes;
    for (const auto& [other, usual] : kOtherCodes) codes.emplace(other, usual);
    for (const auto& row : kRows) {
      for_each_part(row.longer_codes,
                    [&](std::string_view code) { codes.emplace(code, row.code); });
    }
    return codes;
  }();
  return kCodes;
}

/// A name in lowercase, with one space between words.
std::string in_one_form(std::string_view name) {
  std::string form;
  bool is_word_before = false;
  for (const char32_t character : text::lower(decode_utf8(name))) {
    const bool is_in_word = text::is_of_word(character) || character == U'-';
    if (is_in_word && !is_word_before && !form.empty()) form += ' ';
    if (is_in_word) append_utf8(character, form);
    is_word_before = is_in_word;
  }
  return form;
}

}  // namespace

std::string base_language(const std::string& code) {
  const auto usual = usual_codes().find(lower_ascii(primary_subtag(code)));
  return usual == usual_codes().end() ? lower_ascii(primary_subtag(code))
                                      : std::string(usual->second);
}

std::string language_name(const std::string& code) {
  const auto* row = std::ranges::find(kRows, base_language(code), &Row::code);
  return row == std::end(kRows) ? code : std::string(row->name);
}

std::vector<std::string> named_languages() {
  std::vector<std::string> codes(std::size(kRows));
  std::ranges::transform(kRows, codes.begin(), &Row::code);
  return codes;
}

std::string language_of_name(std::string_view name) {
  static const Codes kCodes = [] {
    Codes codes;
    for (const auto& row : kRows) {
      codes.emplace(in_one_form(row.name), row.code);
      for_each_part(row.other_names,
                    [&](std::string_view other) { codes.emplace(in_one_form(other), row.code); });
    }
    return codes;
  }();
  const auto found = kCodes.find(in_one_form(name));
  return std::string(found == kCodes.end() ? "" : found->second);
}

}  // namespace regard::serve
