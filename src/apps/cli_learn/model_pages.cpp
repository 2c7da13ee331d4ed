#include "cli_learn/model_pages.h"

#include "architecture/registry.h"
#include "base/log.h"
#include "book/book_site.h"
#include "cli/sentences_given.h"
#include "cli_learn/explained_sentence.h"
#include "diagrams/diagram.h"
#include "draw/page.h"
#include "draw/phrases.h"
#include "draw/picture.h"
#include "explain/sentence_comparison.h"
#include "pages/attention_page.h"
#include "pages/film_page.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/translate/translator.h"
#include "runs/film.h"
#include "serve/request_body.h"

namespace regard::cli {
namespace {

using draw::escape;

struct PageNames {
  const char *contents, *architecture, *attention, *numbers, *film, *comparison, *sentence, *show,
      *live;
};

const PageNames& names_in(words::Language language) {
  static constexpr PageNames kEnglish = {
      "Contents",   "Architecture", "Attention", "Every number", "Film of the training",
      "Comparison", "Sentence",     "Show",      "Live"};
  static constexpr PageNames kChinese = {"目录", "架构", "注意力", "每一个数值", "训练过程",
                                         "比较", "句子", "显示",   "动手改"};
  return language == words::Language::zh ? kChinese : kEnglish;
}

std::string attention_of(const std::string& model, const std::string& text,
                         words::Language language) {
  const translate::Translator translator(model);
  report::AttentionPage page(model, language);
  const auto& search = translator.search_options();
  for (const auto& sentence : sentences_given(text, search)) {
    page.add(translator.translate_with_attention(sentence, search));
  }
  return page.html();
}

/// The pages of one model; `suffix` follows the names of their files.
std::vector<ModelPage> pages_of(const explain::NamedModel& model, const std::string& suffix,
                                words::Language language) {
  const auto& names = names_in(language);
  const auto file = [&](const char* name) { return str(name, suffix, ".html"); };
  std::vector<ModelPage> pages;
  pages.push_back(
      {.name = names.architecture, .file = file("model"), .make = [=](const std::string&) {
         return diagrams::diagram_page(model.loaded->model, "", model.name, language);
       }});
  if (model::find_architecture(model.loaded->experiment.model).attends) {
    pages.push_back({.name = names.attention,
                     .file = file("attention"),
                     .is_of_text = true,
                     .make = [=](const std::string& text) {
                       return attention_of(model.name, text, language);
                     }});
  }
  pages.push_back({.name = names.numbers,
                   .file = file("explain"),
                   .is_of_text = true,
                   .make = [=](const std::string& text) {
                     return explain::explain_page(explained_sentence(model, text), language);
                   }});
  if (train::has_film(model.name)) {
    pages.push_back({.name = names.film, .file = file("film"), .make = [=](const std::string&) {
                       return report::film_page({report::filmed_run(model.name)}, language);
                     }});
  }
  return pages;
}

/// The form shows the page's own text, also after the browser's Back button.
std::string form_for(const std::string& text, const PageNames& names) {
  return str("<form class=\"text\" role=\"search\" method=\"get\" autocomplete=\"off\"><label>",
             names.sentence, " <input name=\"text\" required maxlength=\"500\" value=\"",
             escape(text), "\"/></label> <button>", names.show,
             "</button></form>\n<script>addEventListener('pageshow', () => "
             "document.querySelector('form.text').reset())</script>\n");
}

std::string page_with_message(const std::string& title, const std::string& navigation,
                              const std::string& message, words::Language language) {
  return str(draw::page_head(title, {}, words::name_of(language)), navigation, "<main>\n<h1>",
             escape(title), "</h1>\n<p role=\"alert\">", escape(message),
             "</p>\n</main>\n</body>\n</html>\n");
}

/// The page, or the message of the Error if there is none for this text.
std::string made_or_refused(const ModelPage& page, const std::string& text, bool is_served,
                            words::Language language) {
  try {
    return page.make(text);
  } catch (const Error& error) {
    if (!is_served) log_warning(page.file, " shows only this message: ", error.what());
    const draw::DrawnIn drawn_in(words::phrases_of(language));
    const auto refused = Error(draw::drawn_text(error.problem()), error.where());
    return page_with_message(page.name, {}, refused.what(), language);
  }
}

std::string link(const std::string& file, const std::string& query, const std::string& name) {
  return str("<a href=\"", file, query, "\">", escape(name), "</a>");
}
std::string navigation_of(const std::string& links, const PageNames& names) {
  return str("<nav class=\"ways of-models\" aria-label=\"", names.contents, "\">", links,
             "</nav>\n");
}

}  // namespace

std::vector<ModelPage> model_pages(const std::vector<explain::NamedModel>& models,
                                   words::Language language) {
  std::vector<ModelPage> all;
  for (size_t i = 0; i < models.size(); ++i) {
    for (auto& page : pages_of(models[i], i == 0 ? "" : str('-', i + 1), language)) {
      page.title = models.size() == 1 ? page.name : str(models[i].name, " · ", page.name);
      page.model = i;
      all.push_back(std::move(page));
    }
  }
  if (models.size() > 1) {
    const auto* name = names_in(language).comparison;
    all.push_back({.name = name,
                   .title = name,
                   .file = "comparison.html",
                   .is_of_text = true,
                   .make = [=](const std::string& text) {
                     return explain::comparison_page(
                         explain::compared_walks(models, compared_sentences(models, text)),
                         language);
                   }});
  }
  return all;
}

std::string linked_page(const ModelPage& page, const std::vector<ModelPage>& pages,
                        const std::string& text, bool is_served, words::Language language) {
  const auto& names = names_in(language);
  const auto query = is_served ? query_of(text) : "";
  const bool is_of_all = page.model == ModelPage::kNoModel;
  auto links = link(book::Site::kContents, query, names.contents);
  if (is_served) links += link(kLivePage, query, names.live);
  for (const auto& other : pages) {
    if (!is_of_all && other.model != page.model && other.model != ModelPage::kNoModel) continue;
    const auto& name = is_of_all ? other.title : other.name;
    links += other.file == page.file ? str("<b aria-current=\"page\">", escape(name), "</b>")
                                     : link(other.file, query, name);
  }
  auto above = navigation_of(links, names);
  if (is_served && page.is_of_text) above += form_for(text, names);
  constexpr std::string_view kBody = "<body>\n";
  auto html = made_or_refused(page, text, is_served, language);
  return html.insert(html.find(kBody) + kBody.size(), above);
}

std::string query_of(const std::string& text) {
  return str("?text=", serve::percent_escaped(text));
}

std::string message_page(const std::string& message, words::Language language) {
  const auto& names = names_in(language);
  const auto links =
      link(book::Site::kContents, {}, names.contents) + link(kLivePage, {}, names.live);
  return page_with_message("regard", navigation_of(links, names), message, language);
}

}  // namespace regard::cli
