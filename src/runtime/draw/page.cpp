#include "draw/page.h"

#include "draw/picture.h"
#include "regard/base/str.h"

namespace regard::draw {

std::string_view page_style() {
  return R"(
:root{color-scheme:light dark;--paper:#fff;--ink:#1b1b1b;--muted:#5a5a5a;--edge:#d0d0d0;--link:#00588a}
@media screen and (prefers-color-scheme:dark){
:root{--paper:#16181c;--ink:#e8e8e8;--muted:#b0b0b0;--edge:#40454c;--link:#7cc4f0}
}
body{margin:0 auto;padding:1rem;max-width:46rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 Arial,"Liberation Sans",Helvetica,sans-serif}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin:2.5rem 0 .3rem}
p{margin:.3rem 0 .8rem}a{color:var(--link)}
section{break-inside:avoid}
svg{display:block;max-width:100%;height:auto}
)";
}

std::string page_head(const std::string& title, std::string_view style, std::string_view language) {
  return str("<!DOCTYPE html>\n<html lang=\"", language,
             "\">\n<head>\n<meta charset=\"utf-8\"/>\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>",
             escape(title), "</title>\n<style>", page_style(), style,
             "</style>\n</head>\n<body>\n");
}

std::string page(const std::string& title, const std::string& introduction,
                 const std::vector<PageSection>& sections, std::string_view language) {
  std::string contents, body;
  for (const auto& section : sections) {
    const auto name = escape(section.name), heading = escape(section.title);
    contents += str("<li><a href=\"#", name, "\">", heading, "</a></li>\n");
    body += str("<section id=\"", name, "\">\n<h2>", heading, "</h2>\n<p>",
                escape(section.sentence), "</p>\n", section.svg, "</section>\n");
  }
  return str(page_head(title, {}, language), "<h1>", escape(title), "</h1>\n<p>",
             escape(introduction), "</p>\n<nav><ul>\n", contents, "</ul></nav>\n", body,
             "</body>\n</html>\n");
}

}  // namespace regard::draw
