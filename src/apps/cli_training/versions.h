#pragma once
#include <string>

namespace regard::cli {

/// LibTorch's version, what it uses of the CPU, and the GPUs: lines for `regard --version`.
std::string library_versions();

}  // namespace regard::cli
