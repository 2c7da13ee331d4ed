#pragma once
#include "draw/language.h"

namespace regard::cli {

/// The language option of commands that write pages and pictures.
struct PageLanguage {
  draw::Language lang = draw::Language::en;

  template <class Visitor>
  static void describe(Visitor& v) {
    v.field("lang", &PageLanguage::lang,
            "Language of the page and its pictures: English or Chinese.");
  }
};

}  // namespace regard::cli
