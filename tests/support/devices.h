#pragma once
#include <ATen/Context.h>
#include <gtest/gtest.h>
#include <torch/types.h>

#include <string>
#include <vector>

namespace regard::test {

/// Parameters of tests that run on every device.
inline std::vector<std::string> device_names() { return {"cpu", "cuda"}; }

/// The suffix of the name of a test that runs on every device.
inline std::string name_of_device(const testing::TestParamInfo<std::string>& info) {
  return info.param;
}

/// Whether this machine lacks the device. A test that runs on every device begins with
///   if (test::is_missing(device)) GTEST_SKIP() << "there is no device " << device;
inline bool is_missing(const torch::Device& device) { return device.is_cuda() && !at::hasCUDA(); }

}  // namespace regard::test
