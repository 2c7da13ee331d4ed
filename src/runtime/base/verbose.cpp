#include "base/verbose.h"

#include <atomic>

namespace regard {
namespace {

std::atomic<bool> verbose = false;

}  // namespace

void set_verbose(bool wanted) { verbose = wanted; }
bool is_verbose() { return verbose; }

}  // namespace regard
