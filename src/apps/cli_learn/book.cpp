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
#include "cli_learn/book_server.h"
#include "cli_learn/commands.h"
#include "cli_learn/explained_sentence.h"
#include "diagrams/diagram.h"
#include "model/modules.h"
#include "pages/attention_page.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/translate/bundled_models.h"
#include "regard/translate/translator.h"

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
  std::string live, architecture, attention, numbers;
};

PageNames names_in(words::Language language) {
  if (language == words::Language::zh)
    return {"动手改模型：换词、关掉一个头，看译文怎样变化", "架构", "注意力：", "每一个数值："};
  return {"Live: change a word, switch off a head, and see what follows", "Architecture",
          "Attention: ", "Every number: "};
}

std::vector<MadePage> pages_of_models(const BookArguments& arguments,
                                      const std::vector<explain::NamedModel>& models) {
  std::vector<MadePage> pages;
  const auto names = names_in(arguments.lang);
  const auto quoted = str("“", arguments.text, "”");
  for (size_t i = 0; i < models.size(); ++i) {
    const auto& model = models[i];
    const auto of = models.size() == 1 ? "" : model.name + " · ";
    const auto number = i == 0 ? "" : str('-', i + 1);
    pages.push_back(
        {{of + names.architecture, str("model", number, ".html")}, [model, lang = arguments.lang] {
           return diagrams::diagram_page(model.loaded->model, "", model.name, lang);
         }});
    pages.push_back({{str(of, names.attention, quoted), str("attention", number, ".html")},
                     [model, text = arguments.text, lang = arguments.lang] {
                       const translate::Translator translator(model.name);
                       report::AttentionPage page(model.name, lang);
                       page.add(
                           translator.translate_with_attention(text, translator.search_options()));
                       return page.html();
                     }});
    pages.push_back({{str(of, names.numbers, quoted), str("explain", number, ".html")},
                     [model, text = arguments.text, lang = arguments.lang] {
                       return explain::explain_page(explained_sentence(model, text), lang);
                     }});
  }
  return pages;
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
  BookServer server(page_of, answer, static_cast<uint16_t>(arguments.port));
  const auto first = arguments.sections.empty() ? std::string(kLive) : wanted.front();
  log_info("serving the book at ", server.address(), "; Ctrl-C ends");
  log_info("live: ", server.address(), kLive);
  // The system's opener may run until the browser exits.
  if (arguments.open) std::thread(open_page, server.address() + first).detach();
  server.run();
}

int run(BookArguments arguments) {
  model::set_threads(arguments.threads);
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
