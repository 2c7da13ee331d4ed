#include "module_search/one_thread.h"

#include <ATen/Parallel.h>

#include <mutex>

namespace regard::translate {
namespace {

/// LibTorch has one number for all threads that have not computed yet: those that live at once
/// return to the number that the first of them found.
struct Living {
  std::mutex mutex;
  int count = 0;
  int before = 1;
};

Living& living() {
  static Living all;
  return all;
}

}  // namespace

OneThread::OneThread() {
  const std::lock_guard lock(living().mutex);
  if (living().count++ == 0) living().before = at::get_num_threads();
  before_ = living().before;
  at::set_num_threads(1);
}

OneThread::~OneThread() {
  const std::lock_guard lock(living().mutex);
  --living().count;
  at::set_num_threads(before_);
}

}  // namespace regard::translate
