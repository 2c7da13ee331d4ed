// Files in every translatable format (documents/formats.h). A reader accepts a file or reports an
// error; an accepted file without translations keeps its bytes, and one with any translations can
// be written.
#include <algorithm>
#include <string>

#include "documents/formats.h"
#include "documents/pdf_text.h"
#include "fuzz/target.h"
#include "regard/base/error.h"

namespace regard::fuzz {
namespace {

using namespace std::string_literals;

void try_format(const documents::Format& format, std::string_view input) {
  const auto name = "a" + std::string(format.suffixes.substr(0, format.suffixes.find(' ')));
  const documents::DocumentOptions options{.entries = documents::Entries::all};
  const auto document = documents::open_document({name, std::string(input)}, options);
  if (document->write({}).bytes != input) throw "a document without translations changes";
  std::vector<documents::TranslatedText> translations;
  for (const auto& unit : document->units()) {
    const auto size = translations.size() % 4;
    translations.push_back({.text = size == 0 ? std::string() : "\"<&'\\ " + unit.text + "\n{%"});
  }
  document->write(translations);
  translations.resize(translations.size() / 2);
  document->write(translations);
}

}  // namespace

std::vector<std::string> seeds() {
  return {
      "# A\n\nSome text\nwraps.\n\n- item\n```\ncode\n```\n",
      "# A **b *c***\n\n> a [b](c \"d\") `e` ![f](g)\\\n> <b>h</b> &nbsp;[i][] \\* _j_\n\n| a | "
      "~~b~~ |\n|--|\n"
      "\n  -v, --verbose   say\n\n[i]: <j> 'k'\n[^1]: l\n",
      "<p title=\"a &amp; b\">c <b>d</b></p><img alt='e'>",
      "1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>the old\r\nman</i>\r\n\r\n2\r\n00:00:02,100 --> "
      "00:00:03,000\r\nhas {\\an8}a dog.\r\n\r\n3\r\n00:00:04,000 --> 00:00:05,000\r\n- A\r\n- B",
      "WEBVTT\n\nNOTE a\n\nid\n00:01.000 --> 00:02.000 align:start\n<v Bob>a &amp; <00:01.500>b\n",
      "[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
      "Dialogue: 0,0:00:01.00,0:00:02.50,Default,Bob,0,0,0,,{\\i1}the\\Nold\\h{\\i0}man\n"
      "Dialogue: 0,0:00:02.60,0:00:03.50,Default,Bob,0,0,0,,sleeps.\n",
      "msgid \"\"\nmsgstr \"charset=UTF-8\\n\"\n\n#, fuzzy, c-format\nmsgctxt \"x\"\nmsgid \"a "
      "%s\"\n"
      "msgid_plural \"b\\n\"\n\"c\"\nmsgstr[0] \"d\"\nmsgstr[1] \"\"\n",
      "<xliff><trans-unit><source>a<x/> <g id=\"1\">b</g></source></trans-unit><segment><source>"
      "<bpt id=\"1\">x</bpt>c<ept id=\"1\">y</ept></source><target/></segment></xliff>",
      "<xliff><trans-unit maxwidth=\"1\" size-unit=\"char\"><source>a</source><seg-source><mrk "
      "mtype=\"seg\" mid=\"1\">a <mrk mtype=\"protected\">b</mrk></mrk> <mrk mtype=\"seg\" "
      "mid=\"2\">c"
      "</mrk></seg-source><target><mrk mtype=\"seg\" mid=\"2\"/></target></trans-unit></xliff>",
      "# c\nkey = a\\u00e9 \\\n  b\nk:{0} ''c''\n",
      "<tmx><header srclang=\"en\"/><tu><tuv xml:lang=\"en\"><seg>a <ph/>&amp;b</seg></tuv><tuv "
      "xml:lang=\"fr\"><seg/></tuv></tu><tu><tuv lang=\"en\"><seg>c</seg></tuv></tu></tmx>",
      "<resources><string name=\"a\">Don\\'t\\n<b>a</b></string><string><![CDATA[a]]></string>"
      "</resources>",
      "<a><b>c <d>e</d></b><b>f</b></a>",
      "<!DOCTYPE a [<!ENTITY b 'c'>]><a d='&b;'>e &b; f</a>",
      "{\"a\": [\"b\\u00e9\", 1, {\"c\": \"d\\ne\"}]}",
      "a: b\nc:\n  - 'd''e'\n  - \"f\\\"\"\ng: |\n  h\n\n  i\nj: k\n  l\n",
      "a,b\n1,\"c \"\"d\"\"\nx\"\n",
      "a b\tc\n",
      "caf\xE9 charset=iso-8859-15",
      "\xFF\xFEh\0i\0"s};
}

void try_input(std::string_view input) {
  documents::paragraphs_of_pdf(input);
  for (const auto& format : documents::formats()) {
    if (!format.becomes.empty()) continue;  // another program reads it
    try {
      try_format(format, input);
    } catch (const Error&) {
    }
  }
}

}  // namespace regard::fuzz
