#include <iostream>

#include "regard/base/version.h"

int main() { std::cout << regard::kVersion << '\n'; }
