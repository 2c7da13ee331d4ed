#include <iostream>
#include <regard/base/version.h>
#include <regard/translate/translator.h>

int main(int, char** arguments) {
  auto translator = regard::translate::Translator::load(arguments[1]);
  std::cout << "regard " << regard::kVersion << ": " << translator.translate("Hello.") << '\n';
}
