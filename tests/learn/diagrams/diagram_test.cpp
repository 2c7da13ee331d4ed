#include "diagrams/diagram.h"

#include <gtest/gtest.h>
#include <torch/nn/modules/linear.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <regex>
#include <set>

#include "diagrams/models.h"
#include "regard/base/str.h"
#include "support/base/thrown_error.h"
#include "support/base/xml.h"
#include "support/golden.h"
#include "words/language.h"

namespace regard::diagrams {
namespace {

using test::XmlElement;
using Module = std::shared_ptr<torch::nn::Module>;

std::vector<XmlElement> texts_of(const draw::Picture& picture) {
  return test::elements_of(picture.svg("a diagram"), "text");
}

std::string all_text(const Module& root, const std::string& part = "") {
  return join(texts_of(diagram(root, part).picture), "\n", &XmlElement::text);
}

bool shows(const Module& root, const std::string& part, const std::string& text) {
  auto all = all_text(root, part);
  std::ranges::replace(all, '\n', ' ');  // an equation may span lines
  return all.find(text) != std::string::npos;
}

/// The numbers of parameters in boxes: "65,536 parameters". The first one is in the subtitle.
std::vector<int64_t> counts_in(const std::string& text) {
  std::vector<int64_t> counts;
  static const std::regex pattern("([0-9,]+) parameter");
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
    std::string digits = (*match)[1];
    std::erase(digits, ',');
    counts.push_back(std::stoll(digits));
  }
  return counts;
}

// Checks every diagram, including those of parts.
template <class Check>
void for_each_diagram(const Check& check) {
  auto models = every_kind_of_model();
  for (const auto& idea : ideas()) models.push_back(idea.module());
  for (const auto& model : models) {
    for (const auto& part : part_names(model)) check(model, diagram(model, part));
  }
}

TEST(Diagram, KeepsItsTextWithinThePicture) {
  for_each_diagram([](const Module& model, const Diagram& drawn) {
    for (const auto& text : texts_of(drawn.picture)) {
      const double width = draw::text_width(text.text, text.number("font-size"));
      const auto anchor = text.attributes.find("text-anchor");
      const std::string where = anchor == text.attributes.end() ? "start" : anchor->second;
      const double left = text.number("x") - (where == "middle" ? width / 2
                                              : where == "end"  ? width
                                                                : 0);
      EXPECT_GE(left, -1) << model->name() << ' ' << drawn.part << ": " << text.text;
      EXPECT_LE(left + width, drawn.picture.width() + 1)
          << model->name() << ' ' << drawn.part << ": " << text.text;
      EXPECT_LE(text.number("y"), drawn.picture.height()) << drawn.part << ": " << text.text;
      EXPECT_GE(text.number("y"), 10) << drawn.part << ": " << text.text;
    }
  });
}

/// The maximum area of a text, whose letters extend upwards from the baseline.
struct Area {
  double left, top, right, bottom;
};

Area area_of(const XmlElement& text) {
  const double size = text.number("font-size"), width = draw::text_width(text.text, size);
  const auto anchor = text.attributes.find("text-anchor");
  const std::string where = anchor == text.attributes.end() ? "start" : anchor->second;
  const double left = text.number("x") - (where == "middle" ? width / 2
                                          : where == "end"  ? width
                                                            : 0);
  return {left, text.number("y") - 0.7 * size, left + width, text.number("y")};
}

/// Texts with the left or right edge of a box or frame through them.
std::vector<std::string> struck_texts(const draw::Picture& picture) {
  constexpr double kTolerance = 1;
  const auto svg = picture.svg("a diagram");
  std::vector<std::string> struck;
  for (const auto& text : test::elements_of(svg, "text")) {
    const auto area = area_of(text);
    for (const auto& box : test::elements_of(svg, "rect")) {
      if (!box.attributes.contains("x")) continue;  // the background
      const double top = box.number("y"), bottom = top + box.number("height");
      if (area.bottom < top || area.top > bottom) continue;
      for (const double edge : {box.number("x"), box.number("x") + box.number("width")}) {
        if (area.left + kTolerance < edge && edge < area.right - kTolerance) {
          struck.push_back(text.text);
        }
      }
    }
  }
  return struck;
}

TEST(Diagram, HasNoEdgeThroughAText) {
  for (const auto language : {words::Language::en, words::Language::zh}) {
    const draw::DrawnIn drawn_in(words::phrases_of(language));
    for_each_diagram([](const Module& model, const Diagram& drawn) {
      EXPECT_EQ(struck_texts(drawn.picture), std::vector<std::string>())
          << model->name() << ' ' << drawn.part;
    });
  }
}

TEST(Diagram, NamesHeadersThatExist) {
  std::set<std::string> headers;
  static const std::regex pattern("[a-z]+/[a-z0-9_]+\\.h");
  for_each_diagram([&](const Module&, const Diagram& drawn) {
    for (const auto& text : texts_of(drawn.picture)) {
      std::smatch match;
      if (std::regex_search(text.text, match, pattern)) headers.insert(match.str());
    }
  });
  EXPECT_GT(headers.size(), 10);
  for (const auto& header : headers) {
    const auto is_below = [&](const char* side) {
      return std::filesystem::exists(test::source_folder() / "src" / side / header);
    };
    EXPECT_TRUE(is_below("training") || is_below("learn")) << header;
  }
}

// A diagram covers the model exactly: no module is missing, none appears twice.
TEST(Diagram, SharesTheParametersAmongItsBoxes) {
  for (const auto& model : every_kind_of_model()) {
    const auto text = all_text(model);
    auto counts = counts_in(text);
    ASSERT_GT(counts.size(), 2) << text;
    const int64_t whole = counts.front();
    EXPECT_EQ(std::accumulate(counts.begin() + 1, counts.end(), int64_t{0}), whole)
        << model->name() << '\n'
        << text;
  }
}

TEST(Diagram, CountsTheWeightsOfItsPart) {
  const auto model = translator("{type: transformer, d_model: 8, heads: 2, ffn_size: 16}");
  const auto ffn = diagram(model, "encoder.blks.block0.ffn");
  ASSERT_EQ(ffn.weights.size(), 4);
  EXPECT_EQ(ffn.weights.front().name, "dense1.weight");
  EXPECT_EQ(ffn.weights.front().shape, "16 × 8");
  EXPECT_EQ(ffn.weights.front().count, 128);
}

TEST(Diagram, ShowsTheNumbersOfTheRun) {
  const auto model = translator(
      "{type: transformer, d_model: 24, heads: 3, ffn_size: 40, encoder_layers: 5, decoder_layers: "
      "2}");
  EXPECT_TRUE(shows(model, "", "(batch, source, 24)"));
  EXPECT_TRUE(shows(model, "", "× 5"));
  EXPECT_TRUE(shows(model, "decoder", "× 2"));
  EXPECT_TRUE(shows(model, "encoder.blks.block3.ffn", "(batch, source, 40)"));
  EXPECT_TRUE(shows(model, "decoder.blks.block0.attention2", "3 heads: dₖ = 8, dᵥ = 8"));
  EXPECT_TRUE(shows(model, "decoder.blks.block0.attention2.scaled_dot_product",
                    "(batch, 3, target, source)"));
  EXPECT_TRUE(shows(model, "decoder.blks.block0.attention1.scaled_dot_product",
                    "(batch, 3, target, target)"));
}

TEST(Diagram, ShowsWhatTheOptionsChange) {
  const std::string transformer =
      "{type: transformer, d_model: 8, heads: 2, ffn_size: 16, encoder_layers: 1, decoder_layers: "
      "1";
  const auto post = translator(transformer + "}"), pre = translator(transformer + ", norm: pre}");
  EXPECT_TRUE(shows(post, "", "LN(x + f(x))"));
  EXPECT_FALSE(shows(pre, "", "LN(x + f(x))"));
  EXPECT_TRUE(shows(translator(transformer + ", positions: learned}"), "", "learned"));
  EXPECT_TRUE(shows(translator(transformer + ", attention: additive}"), "", "tanh(q + k)"));
  EXPECT_TRUE(shows(translator(transformer + ", autoregression: ssru}"), "decoder.blks.block0.ssru",
                    "Fₜ ⊙ Cₜ₋₁ + (1 − Fₜ) ⊙ C̃ₜ"));

  const std::string rnn = "{type: rnn_attention, embedding_size: 8, hidden_size: 8, layers: 1";
  EXPECT_TRUE(shows(translator(rnn + "}"), "encoder.rnn.cell",
                    "tanh(Xₜ W_xh + b_h + Rₜ ⊙ (Hₜ₋₁ W_hh + b′_h))"));
  EXPECT_TRUE(shows(translator(rnn + ", reset: before}"), "encoder.rnn.cell",
                    "tanh(Xₜ W_xh + (Rₜ ⊙ Hₜ₋₁) W_hh + b_h)"));
  EXPECT_TRUE(
      shows(translator(rnn + ", cell: lstm}"), "encoder.rnn.cell", "Cₜ = Fₜ ⊙ Cₜ₋₁ + Iₜ ⊙ C̃ₜ"));
  EXPECT_TRUE(shows(translator(rnn + ", readout: paper}"), "", "maxout"));
  EXPECT_TRUE(
      shows(translator(rnn + ", bidirectional: true}"), "encoder.rnn", "layer 1, backward"));
}

// The gates of a cell contain all weights of the layer.
TEST(Diagram, SharesTheParametersOfALayerAmongItsGates) {
  for (const char* cell : {"rnn", "gru", "lstm"}) {
    const auto model = language_model(
        std::string("{type: rnn_lm, embedding_size: 6, hidden_size: 8, cell: ") + cell + "}");
    const auto counts = counts_in(all_text(model, "rnn.cell"));
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), int64_t{0}),
              diagram(model, "rnn").weights[0].count + diagram(model, "rnn").weights[1].count +
                  diagram(model, "rnn").weights[2].count + diagram(model, "rnn").weights[3].count)
        << cell;
  }
}

TEST(Diagram, FeedsBackWhatWasWrittenAndForcesTheReference) {
  const auto model = translator("{type: rnn_context, embedding_size: 6, hidden_size: 8}");
  const auto dashed = [&](const std::string& part) {
    const auto lines = test::elements_of(diagram(model, part).picture.svg(""), "line");
    return std::count_if(lines.begin(), lines.end(), [](const auto& line) {
      return line.attributes.at("class") == "line s1 dashed";
    });
  };
  EXPECT_EQ(dashed("teacher_forcing"), 0);
  EXPECT_GT(dashed("feedback"), 0);
}

// An encoder predicts nothing, unlike the autoregressive network of d2l 9.1.
TEST(Diagram, PredictsOnlyWhereTheModelDoes) {
  const std::string rnn = "{type: rnn_attention, embedding_size: 6, hidden_size: 8, layers: 1";
  for (const char* both : {"false", "true"}) {
    const auto model = translator(rnn + ", bidirectional: " + both + "}");
    EXPECT_FALSE(shows(model, "encoder.rnn.unrolled", "P(x")) << both;
    EXPECT_FALSE(shows(model, "encoder.rnn.unrolled", "autoregressive")) << both;
    EXPECT_EQ(shows(model, "encoder.rnn.unrolled", "[forward;"), both == std::string("true"));
  }
  EXPECT_TRUE(shows(find_idea("latent-autoregression").module(), "unrolled", "P(xₜ₊₁ | hₜ)"));
  EXPECT_TRUE(shows(find_idea("autoregression").module(), "", "relu"));
}

// A new architecture gets a drawing before anybody declares one.
TEST(Diagram, ListsThePartsOfAnUnknownClass) {
  class Unknown : public torch::nn::Module {
   public:
    Unknown() { register_module("first", torch::nn::Linear(3, 4)); }
  };
  EXPECT_EQ(part_names(std::make_shared<Unknown>()), std::vector<std::string>{""});
  EXPECT_TRUE(shows(std::make_shared<Unknown>(), "", "first"));
  EXPECT_TRUE(shows(std::make_shared<Unknown>(), "", "16 parameters"));
}

TEST(FindPart, TakesTheNamesThatReadersWrite) {
  const auto model =
      translator("{type: transformer, d_model: 8, heads: 2, ffn_size: 16, decoder_layers: 11}");
  EXPECT_EQ(find_part(model, "decoder.block.0.attention"), "decoder.blks.block0.attention1");
  EXPECT_EQ(find_part(model, "decoder.block0.attention2"), "decoder.blks.block0.attention2");
  EXPECT_EQ(find_part(model, "decoder.blks.block10"), "decoder.blks.block10");
  EXPECT_EQ(find_part(model, "decoder.block.1"), "decoder.blks.block1");
  EXPECT_EQ(find_part(model, "enc"), "encoder");
}

TEST(FindPart, NamesTheOneThatWasMeant) {
  const auto model = translator("{type: rnn_context, embedding_size: 6, hidden_size: 8}");
  const auto error = test::thrown_error([&] { find_part(model, "encoder.rmn"); });
  EXPECT_EQ(error.problem(), "the model has no part encoder.rmn");
  EXPECT_EQ(error.remedy(), "did you mean 'encoder.rnn'?");
}

TEST(Ideas, AreDrawnWithoutAModel) {
  for (const auto& idea : ideas()) {
    const auto drawn = diagram(idea.module(), std::string(idea.part));
    EXPECT_GT(texts_of(drawn.picture).size(), 3) << idea.name;
  }
  const auto error = test::thrown_error([] { find_idea("gru-cel"); });
  EXPECT_EQ(error.remedy(), "did you mean 'gru-cell'?");
}

TEST(Diagram, SaysThatTheOutputLayerSharesTheEmbedding) {
  const std::string sizes = "embedding_size: 8, hidden_size: 8, ";
  const auto lm = language_model("{type: rnn_lm, " + sizes + "tied: true}");
  EXPECT_TRUE(shows(lm, "", "its W the embedding"));
  EXPECT_TRUE(shows(lm, "characters", "(batch, 11)"));
  const auto tied = "{type: rnn_attention, " + sizes + "tied_embeddings: all}";
  EXPECT_TRUE(shows(translator(tied), "", "its W the embedding"));
  EXPECT_FALSE(shows(language_model("{type: rnn_lm, " + sizes + "}"), "", "its W"));
}

TEST(Diagram, MasksWhatTheModelMasks) {
  const auto lm = language_model("{type: transformer_lm, d_model: 8, heads: 2, layers: 1}");
  EXPECT_TRUE(shows(lm, "blks.block0.attention.scaled_dot_product", "scores of later positions"));
  const auto model = translator("{type: transformer, d_model: 8, heads: 2, bias: true}");
  const std::string encoder = "encoder.blks.block0.attention";
  EXPECT_TRUE(shows(model, encoder + ".scaled_dot_product", "scores of padding"));
  EXPECT_TRUE(shows(model, encoder, "Q = x W_q + b_q"));
  const auto plain = translator("{type: transformer, d_model: 8, heads: 2}");
  EXPECT_FALSE(shows(plain, encoder, "b_q"));
}

TEST(Diagram, NamesTheScoreAndTheSublayer) {
  const auto additive =
      translator("{type: transformer, d_model: 8, heads: 2, attention: additive}");
  EXPECT_EQ(diagram(additive, "encoder.blks.block0.attention.scaled_dot_product").title,
            "Additive attention of each head");
  const auto ssru = translator("{type: transformer, d_model: 8, heads: 2, autoregression: ssru}");
  EXPECT_TRUE(shows(ssru, "decoder.blks.block0.addnorm1", "simpler simple recurrent unit"));
  EXPECT_FALSE(shows(ssru, "decoder.blks.block0.addnorm2", "simpler simple recurrent unit"));
}

TEST(Diagram, SaysWhichOfSeveralLayersItUnrolls) {
  const std::string rnn = "{type: rnn_attention, embedding_size: 6, hidden_size: 8, layers: ";
  for (const char* both : {"false", "true"}) {
    const auto three = translator(rnn + "3, bidirectional: " + both + "}");
    EXPECT_TRUE(shows(three, "encoder.rnn.unrolled", "Layer 1 of 3; each layer above")) << both;
    EXPECT_TRUE(shows(three, "teacher_forcing", "3 layers")) << both;
  }
  EXPECT_FALSE(shows(translator(rnn + "1}"), "encoder.rnn.unrolled", "Layer 1"));
  EXPECT_FALSE(shows(translator(rnn + "1}"), "teacher_forcing", "all steps at once"));
}

TEST(Diagram, BeginsAsTheEncoderOfTheModelEnds) {
  const std::string rnn = "{type: rnn_attention, embedding_size: 6, hidden_size: 8";
  const auto convolutional = translator(rnn + ", encoder: convolutional, kernel: 3}");
  EXPECT_TRUE(shows(convolutional, "bridge", "tanh(W mean(h) + b)"));
  EXPECT_FALSE(shows(convolutional, "bridge", "h_T"));
  EXPECT_TRUE(shows(translator(rnn + "}"), "bridge", "h_T"));
}

TEST(Diagram, NamesTheListsOfADecoderWithTwoCellsInWords) {
  const auto model = translator("{type: conditional_gru, embedding_size: 6, hidden_size: 8}");
  EXPECT_TRUE(shows(model, "decoder.cells", "GRU cells of a step"));
  EXPECT_TRUE(shows(model, "decoder.cells", "GRU cell 2"));
  EXPECT_TRUE(shows(model, "encoder.from_left", "layers that begin from the left"));
}

}  // namespace
}  // namespace regard::diagrams
