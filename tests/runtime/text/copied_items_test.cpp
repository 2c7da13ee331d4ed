#include "text/copied_items.h"

#include <gtest/gtest.h>

#include <string>

#include "text/found_items.h"

namespace regard::text {
namespace {

TEST(CopiedItems, AreConversionsWithTheFlagOfASpace) {
  EXPECT_EQ(found("You have % d cats, {0}% d, % s."), (Texts{"% d", "{0}", "% d", "% s"}));
  for (const char* text : {"100 % de plus", "100 % d'accord", "5 % d\u2019enfants", "5\u00A0% d",
                           "100% d", "le % d'enfants", "5 % a"}) {
    for (const auto& one : found(text)) EXPECT_EQ(one.find_first_of("das"), std::string::npos);
  }
}

TEST(CopiedItems, AreEscapesBetweenWordsButNotInPaths) {
  EXPECT_EQ(found("Hello\\tcat\\ncat\\nThe"), (Texts{"\\t", "\\n", "\\n"}));
  EXPECT_EQ(found("10 \\% \\& \\_"), (Texts{"10", "\\%", "\\&", "\\_"}));
  for (const std::string path :
       {"C:\\temp", "C:\\new\\table", "temp\\test", "App\\Models\\User", "app\\views\\x.php"}) {
    EXPECT_EQ(found("Open " + path + " now"), Texts{path});
  }
}

TEST(CopiedItems, ArePathsBehindVariablesAndInFolders) {
  for (const std::string path :
       {"$HOME/x", "$HOME/.config/app.ini", "${HOME}/bin", "%APPDATA%\\app", "src/Makefile",
        "lib/x", "cat.R", "script.r", "libx.a", "src/prog.d", "u/user", "r/france"}) {
    EXPECT_EQ(found("Open " + path + " now"), Texts{path});
    EXPECT_EQ(found("Open " + path + "."), Texts{path});
  }
  for (const char* text :
       {"cats and/or dogs", "he/she", "noir/blanc", "the cat.A dog", "chat.c'est", "chat.d'un",
        "at 5 p.m. or i.e. e.g.", "the cat.The dog"}) {
    for (const auto& one : found(text)) EXPECT_EQ(one, "5") << text;
  }
}

TEST(CopiedItems, AreCommandsOfLatex) {
  EXPECT_EQ(found("A \\textbf{\\emph{big} cat}\\footnote{A note} here"),
            (Texts{"\\textbf{", "\\emph{", "}", "}", "\\footnote{", "}"}));
  EXPECT_EQ(found("See \\cite{smith2019}, \\ref{fig:1} and \\includegraphics[width=3cm]{a.png}"),
            (Texts{"\\cite{smith2019}", "\\ref{fig:1}", "\\includegraphics[width=3cm]{a.png}"}));
  EXPECT_EQ(found("\\item \\href{https://a.b}{the cat} in \\LaTeX"),
            (Texts{"\\item", "\\href{https://a.b}{", "}", "\\LaTeX"}));
  EXPECT_EQ(found("The angle \\alpha, \\Delta and (\\theta) of \\LaTeX\\ cats"),
            (Texts{"\\alpha", "\\Delta", "\\theta", "\\LaTeX"}));
  EXPECT_EQ(found("A cat \\nthe dog"), Texts{});  // ambiguous: a command or a break
}

TEST(CopiedItems, AreAddressesWithBracketsAndFilesWithPlaces) {
  for (const std::string item :
       {"https://a.example/{id}", "https://a.example/x?y={z}", "https://a.example/a[1]", "main.c",
        "src/main.c:42", "main.go:1:2", "*.c", "**/*.py", "localhost:5000"}) {
    EXPECT_EQ(found("See " + item + " here"), Texts{item});
    EXPECT_EQ(found("See (" + item + ")."), Texts{item});
  }
}

TEST(CopiedItems, AreWhateverABackslashEscapes) {
  for (const std::string item :
       {"\\%s", "\\%1$s", "\\$t(key.of)", "\\@name", "\\#cats", "\\${x}"}) {
    EXPECT_EQ(found("The " + item + " cat"), Texts{item});
  }
  EXPECT_EQ(found("100\\% of \\& cats"), (Texts{"100", "\\%", "\\&"}));
}

TEST(CopiedItems, AreWhatMachinesWrite) {
  for (const std::string item : {"fe80::1",
                                 "::1",
                                 "2001:db8::/32",
                                 "192.168.0.1/24",
                                 "00:1A:2B:3C:4D:5E",
                                 "deadbeef-e89b-12d3-a456-426614174000",
                                 "v1.2.3-rc.1",
                                 "2.0.0-beta+5",
                                 "XIV",
                                 "USD 5",
                                 "US$5.50",
                                 "10 km",
                                 "5\u00A0kg",
                                 "20 \u00B0C",
                                 "5 EUR",
                                 "\"C:\\Program Files\\x\"",
                                 "\"john doe\"@example.org",
                                 "\"/home/me/My Files/x\"",
                                 "(Smith, 2019)",
                                 "(Smith et al., 2019b)",
                                 "git@host.example:path/repo.git",
                                 "tel:+33612345678",
                                 "mailto:a@b.org",
                                 "1\u20132",
                                 "[12, 15]",
                                 "[\u2026]",
                                 "\"https://a.b/?q=One. Two\"",
                                 "2026-11-26T10:30:00Z",
                                 "#ff8800",
                                 "H2O",
                                 "00-1A-2B-3C-4D-5E",
                                 "aa:bb:cc:dd:ee:ff",
                                 "Ctrl+C",
                                 "Ctrl-Alt-F4",
                                 "data:image/png;base64,AA==",
                                 "5'10\"",
                                 "(1)",
                                 "\u2030",
                                 "2.x",
                                 "list.sort()",
                                 "README.MD",
                                 "a1b2c3d4e5f6",
                                 "\u2026"}) {
    EXPECT_EQ(found("See " + item + " here"), Texts{item});
  }
  for (const char* text :
       {"He has a well-known plan", "It is CIVIL", "a VIP", "(Smith and others)", "She -he said",
        "\"So be it\" he said", "I did it", "\"x/y z\"", "note: it is", "tel: none", "at a::"}) {
    EXPECT_EQ(found(text), Texts{}) << text;
  }
}

TEST(CopiedItems, MayBeNextToEachOther) {
  const Texts first = {"%1$s",       "{x}", "@user",   "#tag",  "$t(a.b)",
                       "$19.99",     "50%", "%d",      "<b>",   "`c`",
                       "\U0001F642", "[1]", "{{ y }}", "&amp;", "(555) 123-4567"};
  const Texts second = {"%1$s", "{x}",     "#tag",  "$t(a.b)", "%d",   "<b>",  "\U0001F642",
                        "[1]",  "{{ y }}", "&amp;", "%(n)s",   "${z}", "[[w]]"};
  for (const auto& left : first) {
    for (const auto& right : second) {
      const auto text = "See " + left + right + " here";
      std::string joined;
      for (const auto& one : found(text)) joined += one;
      EXPECT_EQ(joined, left + right);
    }
  }
  EXPECT_EQ(found("%1$S@user"), (Texts{"%1$S", "@user"}));
}

TEST(CopiedItems, AreCodeBetweenAsManyBackquotes) {
  EXPECT_EQ(found("Use `a` or ``b `c` d`` or ```e```, `f\ng`"),
            (Texts{"`a`", "``b `c` d``", "```e```", "`f\ng`"}));
  for (const char* text : {"a `quoted' word, another `quoted' word", "press ` or use ` here",
                           "a `b\n\nc` d", "a ``b` c"}) {
    EXPECT_EQ(found(text), Texts{}) << text;
  }
}

TEST(CopiedItems, AreAddresses) {
  EXPECT_EQ(found("See https://example.org/a?b=c, or (www.example.com)."),
            (Texts{"https://example.org/a?b=c", "www.example.com"}));
  EXPECT_EQ(found("Write to \u00c9ric@ex.fr."), (Texts{"\u00c9ric@ex.fr"}));
  EXPECT_EQ(found("Ask a.b+c@example.org. See example.org/a, example.com."),
            (Texts{"a.b+c@example.org", "example.org/a", "example.com"}));
  EXPECT_EQ(found("Open report.txt, /etc/passwd or src/main.cpp in C:\\x\\y."),
            (Texts{"report.txt", "/etc/passwd", "src/main.cpp", "C:\\x\\y"}));
  EXPECT_EQ(found("Hi @user, @user@host.social: #love #caf\u00E9 and https://a.b/c_(d)."),
            (Texts{"@user", "@user@host.social", "#love", "#caf\u00E9", "https://a.b/c_(d)"}));
}

TEST(CopiedItems, AreNumbersAndWordsWithDigits) {
  EXPECT_EQ(found("42, 2,200,112, 3.5 and 50% at 10:30 on 2026-11-26."),
            (Texts{"42", "2,200,112", "3.5", "50%", "10:30", "2026-11-26"}));
  EXPECT_EQ(
      found("It is v2.13.0, \u00A35, -3, 10am, A4, COVID-19, 1\u00A0000 and 192.168.0.1"),
      (Texts{"v2.13.0", "\u00A35", "-3", "10am", "A4", "COVID-19", "1\u00A0000", "192.168.0.1"}));
  EXPECT_EQ(found("100%s or 5%% of 10\u00B0C, call (555) 123-4567[^1]"),
            (Texts{"100", "%s", "5%%", "10\u00B0C", "(555) 123-4567", "[^1]"}));
  EXPECT_EQ(found("I am 42 and see A4 %1$s", {.numbers = false}), (Texts{"A4", "%1$s"}));
}

TEST(CopiedItems, AreWhateverHasNoLetters) {
  EXPECT_EQ(found("I \u2764\uFE0F you \U0001F469\u200D\U0001F4BB\U0001F44D\U0001F3FD "
                  "\u2605\u2605\u2606 \u00A9 \u2192"),
            (Texts{"\u2764\uFE0F", "\U0001F469\u200D\U0001F4BB\U0001F44D\U0001F3FD",
                   "\u2605\u2605\u2606", "\u00A9", "\u2192"}));
  EXPECT_EQ(found("Hello :-) and :D, x => y [1] \U0001F1EB\U0001F1F7"),
            (Texts{":-)", ":D", "=>", "[1]", "\U0001F1EB\U0001F1F7"}));
}

TEST(CopiedItems, AreMarksOfLists) {
  for (const std::string mark : {"1.", "2)", "-", "*", "\u2022", "a)", "##", ">"}) {
    EXPECT_EQ(found(mark + " A dog"), Texts{mark});
    EXPECT_EQ(found("  " + mark + " A dog"), Texts{mark});
  }
}

TEST(CopiedItems, AreTheWordsThatTheUserKeeps) {
  const KeepList keep({"Big Ben", "Ben", " "});
  EXPECT_EQ(found("Ben sees Big Ben, Bens ben", {.keep = &keep}), (Texts{"Ben", "Big Ben"}));
}

TEST(CopiedItems, BeginAndEndAtAFullStopWithoutASpace) {
  for (const std::string item : {"https://a.example/b?c=d", "@anna", "#cats"}) {
    EXPECT_EQ(found("The cat is here." + item + " now"), Texts{item});
  }
  for (const std::string item : {"example.com", "a.txt", "/usr/a.txt"}) {
    EXPECT_EQ(found("See " + item + ".The cat sleeps"), Texts{item});
  }
}

TEST(CopiedItems, AreFormulasOfChemistryAndUnits) {
  EXPECT_EQ(found("C\u2086H\u2081\u2082O\u2086, H\u2082O, m\u00B2, E=mc\u00B2"),
            (Texts{"C\u2086H\u2081\u2082O\u2086", "H\u2082O", "m\u00B2", "mc\u00B2"}));
  EXPECT_EQ(found("the cat\u00B2"), Texts{"\u00B2"});  // a footnote mark
}

TEST(CopiedItems, AreBreaksOfSubtitlesAndSectionsOfXml) {
  EXPECT_EQ(found("{\\i1}The cat{\\i0}\\NA dog"), (Texts{"{\\i1}", "{\\i0}", "\\N"}));
  EXPECT_EQ(found("The cat\\Nis here."), Texts{"\\N"});
  EXPECT_EQ(found("App\\Name\\New"), Texts{"App\\Name\\New"});
  EXPECT_EQ(found("<![CDATA[<b>A</b> cat]]>"), (Texts{"<![CDATA[", "<b>", "</b>", "]]>"}));
}

TEST(CopiedItems, AreNothingElse) {
  for (const char* text :
       {"", "Hello!", "It's a well-known cat, isn't it?", "at the door - here", "and/or",
        "{ not one }", "Wait... \"what\" (now)?", "C'est \u00E0 l'\u00E9cole\u00A0!", "No. A"}) {
    EXPECT_EQ(found(text), Texts{}) << text;
  }
}

// Time must grow linearly with the length of a line, which may be 256 KiB long. With quadratic
// growth, this test would take minutes.
TEST(CopiedItems, AreLookedForOnceInALongLine) {
  for (const std::string part :
       {"{a ", "a+",  "<a ",     "%(",    "{{",   "${",          "a.",   "a/",   "a@",  "[A",
        "1,",  "`",   "`` ` ",   "`a`` ", "**a ", "_a_ ",        "[a](", "![",   "a](", "$x",
        "$a^", "\\(", "<!--",    "@:(",   "~a",   "--a=",        "\"a",  "(A, ", "1:",  "XX",
        "USD", "$(",  ":::",     "'1",    "\\",   "-",           " ",    "#",    "a_",  "$a(",
        "a-1", ":a",  "\u00E9.", "@a.",   "[[",   "{a, plural, "}) {
    std::string line;
    std::string of_words;  // with spaces, so that no word looks like encoded bytes
    while (line.size() < 50'000) {
      line += part;
      of_words += part;
      if (of_words.size() % 4500 < part.size()) of_words += ' ';
    }
    for (const auto& text : {line, of_words}) {
      const size_t before = copied_items(text).size();
      EXPECT_GE(copied_items(text + " {}").size() + 1, before) << part;
    }
  }
}

TEST(CopiedItems, EndAtTheBraceThatClosesThem) {
  EXPECT_EQ(found("{a {b} {c}"), (Texts{"{b}", "{c}"}));
  EXPECT_EQ(found("{{ a }} and ${b} {c}"), (Texts{"{{ a }}", "${b}", "{c}"}));
  EXPECT_EQ(found("<a <b> %(c)s d+e@f.gh"), (Texts{"<b>", "%(c)s", "d+e@f.gh"}));
}

TEST(CopiedItems, AreWordsThatAreTooLongForALanguage) {
  const std::string bytes(5001, 'a');
  EXPECT_EQ(found("It says " + bytes + " here."), Texts{bytes});
  EXPECT_EQ(found(bytes), Texts{bytes});
  EXPECT_EQ(found(bytes.substr(1)), Texts{});
}

TEST(HasLetter, KnowsAllScripts) {
  for (const char* text : {"a", "\u00E9", "1 \u4E2D"}) EXPECT_TRUE(has_letter(text)) << text;
  for (const char* text : {"", "42", "!!!", "\U0001F642", "\u2605"}) {
    EXPECT_FALSE(has_letter(text)) << text;
  }
}

}  // namespace
}  // namespace regard::text
