// regard book: the book's sections as a site, on disk or served.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/terminal.h"
#include "book/book_site.h"
#include "cli/options.h"
#include "cli/sentences_given.h"
#include "cli_learn/book_server.h"
#include "cli_learn/commands.h"
#include "cli_learn/explained_sentence.h"
#include "cli_learn/small_models.h"
#include "diagrams/diagram.h"
#include "model/modules.h"
#include "pages/attention_page.h"
#include "pages/film_page.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/translate/bundled_models.h"
#include "regard/translate/translator.h"
#include "runs/film.h"

namespace regard::cli {
namespace {

constexpr const char* kLive = "live.html";

struct BookArguments {
  std::vector<std::string> sections;
  std::vector<std::string> models;
  std::string text = "Where is the cat?";
  std::string output = "book";
  int64_t threads = 1;
  int64_t port = 5080;
  bool serve = false;
  bool open = false;
  words::Language lang = words::Language::en;

  template <class Visitor>
  static void describe(Visitor& v) {
    v.field("lang", &BookArguments::lang, "Language of the site: English or Chinese.");
    v.field("port", &BookArguments::port, config::count_of(0, 65'535),
            "With --serve: the port. 0: any free port.");
  }
};

/// A page about the reader's models, made on request.
struct MadePage {
  book::ModelPage page;
  std::function<std::string()> make;
};

struct PageNames {
  std::string live, contents, architecture, attention, numbers, film, colon;
};

PageNames names_in(words::Language language) {
  if (language == words::Language::zh)
    return {"动手改模型：换词、关掉一个头，看译文怎样变化",
            "目录",
            "架构",
            "注意力",
            "每一个数值",
            "训练过程",
            "："};
  return {"Live: change a word, switch off a head, and see what follows",
          "Contents",
          "Architecture",
          "Attention",
          "Every number",
          "Film of the training",
          ": "};
}

/// A page of a model, before it has the links to the model's other pages.
struct PageOfModel {
  std::string name, file;
  bool is_of_text = false;
  std::function<std::string()> make;
};

/// Links to the contents and to a model's other pages, at the top of one of them.
std::string with_links(const std::string& html, const std::vector<PageOfModel>& pages,
                       const std::string& file, const std::string& contents) {
  auto links = str("<nav class=\"ways\" aria-label=\"", contents, "\"><a href=\"",
                   book::Site::kContents, "\">", contents, "</a>");
  for (const auto& page : pages) {
    links += page.file == file ? str("<b aria-current=\"page\">", page.name, "</b>")
                               : str("<a href=\"", page.file, "\">", page.name, "</a>");
  }
  constexpr std::string_view kBody = "<body>\n";
  auto linked = html;
  return linked.insert(linked.find(kBody) + kBody.size(), links + "</nav>\n");
}

/// The pages of one model; `number` follows their names. A run that kept a film has it too.
std::vector<PageOfModel> pages_of(const explain::NamedModel& model, const std::string& text,
                                  const std::string& number, words::Language lang) {
  const auto names = names_in(lang);
  const auto file = [&](const char* name) { return str(name, number, ".html"); };
  std::vector<PageOfModel> pages = {
      {names.architecture, file("model"), false,
       [=] { return diagrams::diagram_page(model.loaded->model, "", model.name, lang); }},
      {names.attention, file("attention"), true,
       [=] {
         const translate::Translator translator(model.name);
         report::AttentionPage page(model.name, lang);
         const auto& search = translator.search_options();
         for (const auto& sentence : sentences_given(text, search)) {
           page.add(translator.translate_with_attention(sentence, search));
         }
         return page.html();
       }},
      {names.numbers, file("explain"), true,
       [=] { return explain::explain_page(explained_sentence(model, text), lang); }}};
  if (train::has_film(model.name)) {
    pages.push_back({names.film, file("film"), false,
                     [=] { return report::film_page({report::filmed_run(model.name)}, lang); }});
  }
  return pages;
}

std::vector<MadePage> pages_of_models(const BookArguments& arguments,
                                      const std::vector<explain::NamedModel>& models) {
  std::vector<MadePage> made;
  const auto names = names_in(arguments.lang);
  for (size_t i = 0; i < models.size(); ++i) {
    const auto of = models.size() == 1 ? "" : models[i].name + " · ";
    const auto number = i == 0 ? "" : str('-', i + 1);
    const auto pages = pages_of(models[i], arguments.text, number, arguments.lang);
    for (const auto& page : pages) {
      const auto about = page.is_of_text ? str(names.colon, "“", arguments.text, "”") : "";
      made.push_back({{str(of, page.name, about), page.file}, [=, contents = names.contents] {
                        return with_links(page.make(), pages, page.file, contents);
                      }});
    }
  }
  return made;
}

book::Site site_of(const BookArguments& arguments, const std::vector<MadePage>& pages) {
  std::vector<book::ModelPage> links;
  for (const auto& page : pages) links.push_back(page.page);
  return {{.language = arguments.lang, .model_pages = links},
          [](const std::string& figure) { log_info("draws ", figure); }};
}

void write_book(const BookArguments& arguments, const std::vector<MadePage>& pages) {
  const std::filesystem::path folder = arguments.output;
  auto site = site_of(arguments, pages);
  const auto files = site.files(arguments.sections);
  make_folder(folder);
  auto listed = files;
  for (const auto& file : site.files()) {
    if (is_there(folder / file)) listed.push_back(file);  // of an earlier call
  }
  site.list_only(listed);
  ProgressBar bar(static_cast<int64_t>(pages.size() + files.size()), "book");
  int64_t done = 0;
  for (const auto& page : pages) {
    bar.update(done++, page.page.file);
    write_file_atomically(folder / page.page.file, page.make());
  }
  for (const auto& file : files) {
    bar.update(done++, file);
    write_file_atomically(folder / file, site.html(file).value());
  }
  bar.finish();
  const auto contents = arguments.output + '/' + book::Site::kContents;
  write_file_atomically(contents, site.html(book::Site::kContents).value());
  log_info("wrote ", contents);
  if (arguments.open) open_page(contents);
}

void serve_book(const BookArguments& arguments, std::vector<MadePage> pages,
                const explain::Live& live) {
  pages.insert(pages.begin(), {{names_in(arguments.lang).live, kLive},
                               [&] { return live.page(arguments.text, BookServer::kAnswers); }});
  auto site = site_of(arguments, pages);
  const auto wanted = site.files(arguments.sections);
  std::map<std::string, std::string> made;
  const auto page_of = [&](const std::string& file) -> std::optional<std::string> {
    model::set_threads(arguments.threads);  // LibTorch keeps the number for each thread
    if (const auto found = made.find(file); found != made.end()) return found->second;
    for (const auto& page : pages) {
      if (page.page.file == file) return made[file] = page.make();
    }
    auto html = site.html(file);
    if (html) made[file] = *html;
    return html;
  };
  const auto answer = [&](const std::string& request) {
    model::set_threads(arguments.threads);
    return live.answer(request);
  };
  BookServer server(page_of, answer, static_cast<uint16_t>(arguments.port),
                    words::phrases_of(arguments.lang));
  const auto first = arguments.sections.empty() ? std::string(kLive) : wanted.front();
  log_info("serving the book at ", server.address(), "; Ctrl-C ends");
  log_info("live: ", server.address(), kLive);
  // The system's opener may run until the browser exits.
  if (arguments.open) std::thread(open_page, server.address() + first).detach();
  server.run();
}

int run(BookArguments arguments) {
  set_threads_for_small_models(arguments.threads);
  if (arguments.serve && arguments.models.empty()) arguments.models = {translate::bundled_model()};
  std::vector<explain::NamedModel> models;
  for (const auto& model : arguments.models) models.push_back(named_model(model));
  const auto pages = pages_of_models(arguments, models);
  if (arguments.serve) {
    serve_book(arguments, pages, explain::Live(models, arguments.lang));
  } else {
    write_book(arguments, pages);
  }
  return 0;
}

}  // namespace

std::function<int()> add_book(CLI::App& command) {
  auto arguments = std::make_shared<BookArguments>();
  command
      .add_option("SECTION", arguments->sections,
                  "Sections to write, by their number in the edition of --lang, such as 11.3, or "
                  "by the start of their title. Default: all, which takes two minutes.")
      ->type_name("SECTION");
  command
      .add_option("-o,--output", arguments->output,
                  "Folder for index.html and a page for each section.")
      ->type_name("DIR")
      ->capture_default_str();
  command
      .add_option("--model", arguments->models,
                  "Model to add to the site: its architecture and, for --text, its attention and "
                  "every number of the translation. May be given several times.")
      ->type_name("MODEL")
      ->allow_extra_args(false);
  command.add_option("--text", arguments->text, "A sentence for --model.")
      ->type_name("TEXT")
      ->capture_default_str();
  command.add_flag(
      "--serve", arguments->serve,
      "Serve the site at 127.0.0.1 instead of writing it, with a live page on which you can change "
      "words or switch off parts of the model. Default model: the one that comes with regard.");
  add_threads_for_small_models(command, arguments->threads);
  add_options(command, *arguments, {"lang", "port"});
  add_open(command, arguments->open);
  return [=] { return run(*arguments); };
}

}  // namespace regard::cli
