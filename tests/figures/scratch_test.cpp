#include <gtest/gtest.h>
#include <fstream>
#include <torch/utils.h>
#include "figures/figures.h"
using namespace regard;
#define FIG(name) TEST(Scratch, name) { torch::manual_seed(1); auto s=figures::name().svg("x"); std::ofstream("/tmp/d2w/" #name ".svg")<<s; }
FIG(kernel_regression) FIG(kernel_width) FIG(prediction_ahead) FIG(vanishing_gradients) FIG(layers_compared) FIG(layer_times)
#ifdef REST
FIG(truncation_strategies) FIG(truncated_training) FIG(sentence_length)
#endif
