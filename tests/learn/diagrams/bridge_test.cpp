#include <gtest/gtest.h>

#include <map>

#include "diagrams/diagram.h"
#include "diagrams/drawn_graph.h"
#include "diagrams/models.h"

namespace regard::diagrams {
namespace {

// The bridge of an LSTM has a layer for the hidden state and one for the cell.
TEST(Bridge, IsDrawnWithItsLayersApart) {
  const auto module = translator(
      "{type: rnn_attention, embedding_size: 6, hidden_size: 8, cell: lstm, bidirectional: true}");
  const DrawnGraph graph(diagram(module, "bridge").picture);
  std::map<std::string, int> edges;  // from or to each box
  for (const auto& [from, to] : graph.edges()) {
    EXPECT_NE(graph.nodes()[from].is_box, graph.nodes()[to].is_box);
    for (const size_t end : {from, to}) ++edges[graph.nodes()[end].title];
  }
  EXPECT_EQ(edges["hidden_l0"], 2);
  EXPECT_EQ(edges["cell_l0"], 2);
}

}  // namespace
}  // namespace regard::diagrams
