// What a translator can do: app MODEL. A test builds and runs this program (tests/package).
#include <regard/base/error.h>
#include <regard/translate/translator.h>

#include <chrono>
#include <iostream>
#include <stop_token>
#include <string>
#include <vector>

void show(const regard::Translator& translator) {
  // One line, then several.
  std::cout << translator.translate("Hello.") << '\n';
  const std::vector<std::string> lines = {"Good morning.", "Where is my key?", "It is cold today."};
  for (const auto& text : translator.translate(lines)) std::cout << text << '\n';

  // A page, with its tags on the words that belong to theirs; translate_markup() for XML and
  // Markdown.
  std::cout << translator.translate_html("<p>Where is <b>my key</b>?</p>") << '\n';

  // Other search options than the model's own, and full results: the two best of each line.
  auto options = translator.search_options();
  options.beam_size = 4;
  for (const auto& translation : translator.translate(lines, options, 2)) {
    for (const auto& candidate : translation.n_best) {
      std::cout << candidate.log_prob << ' ' << candidate.text << '\n';
    }
  }

  // Each translation as soon as it is ready, in the order of the lines; for a minute at most.
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::minutes(1);
  options.batch_size = 1;
  translator.translate_each(lines,
                            [](size_t line, const regard::Translation& translation) {
                              std::cout << line << ": " << translation.text << std::endl;
                            },
                            options, 1, {}, {.check = [&] {
                              if (Clock::now() > end) throw regard::Cancelled();
                            }});

  // Cancellation by a stop token.
  std::stop_source stop;
  stop.request_stop();  // usually from another thread
  try {
    translator.translate(lines, {.stop = stop.get_token()});
  } catch (const regard::Cancelled&) {
    std::cout << "cancelled\n";
  }
}

int main(int, char** arguments) {
  try {
    show(regard::Translator{arguments[1]});
  } catch (const regard::Error& error) {
    std::cerr << error.what() << '\n' << error.remedy() << '\n';
    return 1;
  }
}
