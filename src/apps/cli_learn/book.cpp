// regard book: the book's sections as a site, on disk or served.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/terminal.h"
#include "base/utf8.h"
#include "book/book_site.h"
#include "cli/options.h"
#include "cli_learn/book_server.h"
#include "cli_learn/commands.h"
#include "cli_learn/explained_sentence.h"
#include "cli_learn/model_pages.h"
#include "cli_learn/small_models.h"
#include "model/modules.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/translate/bundled_models.h"

namespace regard::cli {
namespace {

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

const char* live_title(words::Language language) {
  return language == words::Language::zh
             ? "动手改模型：换词、关掉一个头，看译文怎样变化"
             : "Live: change a word, switch off a head, and see what follows";
}

/// The entries of the pages in the table of contents, for a text.
std::vector<book::ModelPage> listed(const std::vector<ModelPage>& pages, const std::string& text,
                                    const BookArguments& arguments) {
  const auto* colon = arguments.lang == words::Language::zh ? "：" : ": ";
  std::vector<book::ModelPage> entries;
  if (arguments.serve) entries.push_back({live_title(arguments.lang), kLivePage});
  for (const auto& page : pages) {
    const auto about = page.is_of_text ? str(colon, "“", text, "”") : "";
    entries.push_back({page.title + about, page.file});
  }
  return entries;
}

book::Site site_of(const BookArguments& arguments, const std::vector<ModelPage>& pages) {
  return {{.language = arguments.lang, .model_pages = listed(pages, arguments.text, arguments)},
          [](const std::string& figure) { log_info("draws ", figure); }};
}

void write_book(const BookArguments& arguments, const std::vector<ModelPage>& pages) {
  const std::filesystem::path folder = arguments.output;
  auto site = site_of(arguments, pages);
  const auto files = site.files(arguments.sections);  // refuses unknown sections
  make_folder(folder);
  auto listed = files;
  for (const auto& file : site.files()) {
    if (is_there(folder / file)) listed.push_back(file);  // written by an earlier call
  }
  site.list_only(listed);
  ProgressBar bar(static_cast<int64_t>(pages.size() + files.size()), "book");
  int64_t done = 0;
  for (const auto& page : pages) {
    bar.update(done++, page.file);
    write_file_atomically(folder / page.file,
                          linked_page(page, pages, arguments.text, false, arguments.lang));
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

/// Links of the live page to the other pages about its models.
std::vector<explain::PageLink> live_links(const std::vector<ModelPage>& pages) {
  std::vector<explain::PageLink> links;
  for (const auto& page : pages) {
    std::optional<size_t> model;
    if (page.model != ModelPage::kNoModel) model = page.model;
    links.push_back({page.name, page.file, model});
  }
  return links;
}

/// Makes each page only once if it is about no text or about `text`. A page that could not be made
/// is made again.
void make_once(std::vector<ModelPage>& pages, const std::string& text) {
  for (auto& page : pages) {
    page.make = [make = page.make, is_of_text = page.is_of_text, text,
                 made = std::make_shared<std::optional<std::string>>()](const std::string& wanted) {
      if (is_of_text && wanted != text) return make(wanted);
      if (!*made) *made = make(wanted);
      return **made;
    };
  }
}

void serve_book(const BookArguments& arguments, std::vector<ModelPage> pages,
                const explain::Live& live) {
  make_once(pages, arguments.text);
  auto site = site_of(arguments, pages);
  const auto wanted = site.files(arguments.sections);
  const auto page_of = [&](const std::string& file,
                           const std::string& asked) -> std::optional<std::string> {
    model::set_threads(arguments.threads);  // LibTorch has a separate number for each thread
    const auto& text = asked.empty() ? arguments.text : asked;
    if (file == kLivePage) return live.page(text, BookServer::kAnswers, live_links(pages));
    if (const auto page = std::ranges::find(pages, file, &ModelPage::file); page != pages.end())
      return linked_page(*page, pages, text, true, arguments.lang);
    site.link_to(listed(pages, text, arguments), asked.empty() ? "" : query_of(asked));
    return site.html(file);
  };
  const auto answer = [&](const std::string& request) {
    model::set_threads(arguments.threads);
    return live.answer(request);
  };
  BookServer server(page_of, answer, static_cast<uint16_t>(arguments.port), arguments.lang);
  const auto first = arguments.sections.empty() ? std::string(kLivePage) : wanted.front();
  log_info("serving the book at ", server.address(), "; Ctrl-C ends");
  log_info("live: ", server.address(), kLivePage);
  // Uses a thread, because the system's opener may run until the browser exits.
  if (arguments.open) std::thread(open_page, server.address() + first).detach();
  server.run();
}

int run(BookArguments arguments) {
  if (trimmed(arguments.text).empty())
    throw Error("--text is empty", {}, "give a sentence, such as \"Where is the cat?\"");
  set_threads_for_small_models(arguments.threads);
  if (arguments.serve && arguments.models.empty()) arguments.models = {translate::bundled_model()};
  std::vector<explain::NamedModel> models;
  for (const auto& model : arguments.models) models.push_back(named_model(model));
  const auto pages = model_pages(models, arguments.lang);
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
                  "every number behind the translation. May be given several times; the site then "
                  "compares the models.")
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
