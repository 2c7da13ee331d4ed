#include <regard/base/version.h>
#include <regard/translate/translator.h>
#include <iostream>

int main(int, char** arguments) {
  auto translator = regard::translate::Translator::load(arguments[1]);
  std::cout << "regard " << regard::kVersion << ": " << translator.translate("Hello.") << '\n';
}
