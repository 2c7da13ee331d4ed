#pragma once
#include <gtest/gtest.h>

#include "regard/base/error.h"

namespace regard::test {

/// The Error that `action` throws; the test fails if there is none.
template <class Action>
Error thrown_error(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no Error was thrown";
  return Error("");
}

}  // namespace regard::test
