#include <torch/utils.h>

#include <cmath>

#include "claims/claim_table.h"
#include "lessons/kernel_regression.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

constexpr int64_t kFew = 50, kMany = 5000;

/// Mean squared error against the true function, away from the ends of the data.
double error_with(int64_t points, double width) {
  const auto keys = 5 * torch::rand({points});
  const auto values = nn::smooth_function(keys) + 0.5 * torch::randn({points});
  const auto queries = torch::arange(0.5, 4.5, 0.05);
  const auto w = torch::tensor(1 / width);
  const auto estimate = nn::gaussian_pooling(queries, keys, values, w).context;
  return (estimate - nn::smooth_function(queries)).square().mean().item<double>();
}

Measurements measure_kernels(const Attempt& attempt) {
  Measurements measured;
  const torch::NoGradGuard no_grad;
  const int64_t repeats = attempt.share_of(20);
  for (const int64_t points : {kFew, int64_t{500}, kMany}) {
    double fixed = 0, narrowing = 0;
    for (int64_t i = 0; i < repeats; ++i) {
      fixed += error_with(points, 1);
      narrowing += error_with(points, std::pow(points, -0.2));
    }
    measured.add(str("width 1, n = ", points), fixed / static_cast<double>(repeats));
    measured.add(str("narrowing, n = ", points), narrowing / static_cast<double>(repeats));
  }
  return measured;
}

}  // namespace

Claim kernel_consistency() {
  return {.name = "kernel-consistency",
          .title = "Kernel regression finds the truth as data grow",
          .statement =
              "Attention with a Gaussian kernel is consistent: with enough noisy points it "
              "converges to the function that generated them.",
          .source = "d2l 11.2; Nadaraya (1964); Watson (1964)",
          .experiment =
              "The book's function with noise of standard deviation 0.5, 50 to 5,000 points in [0, "
              "5]. The kernel width is fixed at 1, or n^(−1/5), as theory requires. Error: mean "
              "squared distance from the function in [0.5, 4.5].",
          .depends_on = "the kernel's width, which has to fall as data grow",
          .remark =
              "More data average out the noise, but not the bias of a wide kernel. A model that "
              "learns the width from the data narrows the kernel.",
          .seeds = 10,
          .seconds = 1,
          .measure = measure_kernels,
          .checks = {{"width n^(−1/5): with 100 times the data, the error falls to less than a "
                      "tenth",
                      "error at n = 5,000 / error at n = 50",
                      ratio("narrowing, n = 5000", "narrowing, n = 50"), 0, 0.1},
                     {"fixed width: likewise", "error at n = 5,000 / error at n = 50",
                      ratio("width 1, n = 5000", "width 1, n = 50"), 0, 0.1}},
          .charts = {{.title = "Squared distance from the truth",
                      .axis = {.title = "mean squared error", .scale = draw::Scale::log},
                      .rows = {{"n^(−1/5), n = 50", "narrowing, n = 50", 0},
                               {"n^(−1/5), n = 500", "narrowing, n = 500", 0},
                               {"n^(−1/5), n = 5,000", "narrowing, n = 5000", 0},
                               {"width 1, n = 50", "width 1, n = 50", 1},
                               {"width 1, n = 500", "width 1, n = 500", 1},
                               {"width 1, n = 5,000", "width 1, n = 5000", 1}}}}};
}

}  // namespace regard::claims
