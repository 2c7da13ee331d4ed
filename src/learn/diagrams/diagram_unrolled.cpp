#include "diagrams/parts.h"

#include <algorithm>
#include <array>
#include <vector>

#include "model/rnn_context.h"
#include "nn/linear.h"
#include "regard/base/str.h"

namespace regard::diagrams::unrolled {
namespace {

constexpr std::array kSource = {"they", "are", "watching", ".", "</s>"};
constexpr std::array kTarget = {"<s>", "ils", "regardent", ".", "</s>"};
constexpr std::array kSubscripts = {"₁", "₂", "₃", "₄"};
constexpr size_t kSteps = kTarget.size() - 1;
constexpr double kFirstStep = 372, kPitch = 98, kStepWidth = 84;
// Every step reads the memory from a line below all steps.
constexpr double kEncoderBottom = 70, kMemoryLine = 80, kStepBottom = 102;

enum class Input { reference, own_output };

struct Step {
  Placed input;
  Placed decoder;
  Placed output;
};

Placed draw_encoder(Sketch& sketch, const Subject& encoder) {
  constexpr double middle = 125, width = 236;
  const auto box = sketch.box(
      encoder.as_part(
          {.title = "encoder", .equation = "reads the whole source", .style = style::kRecurrent}),
      {middle, kEncoderBottom}, width);
  for (size_t i = 0; i < kSource.size(); ++i) {
    const double x = box.left + width * (static_cast<double>(i) + 0.5) / kSource.size();
    sketch.text({x, 12}, kSource[i], {.size = draw::kSmallText, .anchor = draw::Anchor::middle});
    sketch.arrow({{x, 28}, {x, box.bottom}});
  }
  sketch.text({middle, -6}, "source", {.anchor = draw::Anchor::middle, .style = "muted"});
  return box;
}

Step draw_step(Sketch& sketch, const Subject& decoder, size_t i, Input kind) {
  const int64_t vocab = decoder.child("dense").as<nn::OutputLayerImpl>().weight.size(0);
  const double x = kFirstStep + kPitch * static_cast<double>(i);
  const auto data = [&](const std::string& token, double bottom, bool is_given) {
    return sketch.box({.title = token, .style = is_given ? "chosen" : "box"}, {x, bottom},
                      kStepWidth);
  };
  Step step;
  const bool is_given = kind == Input::reference || i == 0;
  step.input = data(kTarget[i], 0, is_given);
  auto box =
      decoder.as_part({.title = str("step ", i + 1),
                       .equation = str("P(y", kSubscripts[i],
                                       i == 0   ? ""
                                       : i == 1 ? "|y₁"
                                                : "|y₁…",
                                       i < 2 ? "" : kSubscripts[i - 1], i == 0 ? "|x)" : ",x)"),
                       .shape = str("(batch, ", vocab, ')'),
                       .style = style::kAttention});
  box.parameters = 0;  // shared by all steps; the frame shows their number
  box.header.clear();
  step.decoder = sketch.box(box, {x, kStepBottom}, kStepWidth);
  step.output = data(kTarget[i + 1], step.decoder.top + 44, false);
  sketch.arrow({step.input.above(), step.decoder.below()});
  sketch.arrow({step.decoder.above(), step.output.below()});
  return step;
}

/// Draws the encoder's result, which every step reads, and its last states, which initialize a
/// recurrent decoder.
void draw_memory(Sketch& sketch, const Subject& model, const Placed& encoder,
                 const std::vector<Step>& steps) {
  constexpr double kBeside = 28;  // left of the step's input from below
  const auto tap = [&](const Step& step) { return step.decoder.middle() - kBeside; };
  sketch.line({{encoder.right, kMemoryLine}, {tap(steps.back()), kMemoryLine}}, "line s1");
  for (const auto& step : steps) {
    sketch.arrow({{tap(step), kMemoryLine}, {tap(step), step.decoder.bottom}}, "line s1");
  }
  const double left = steps.front().decoder.left, between = (encoder.right + left) / 2;
  const auto label = [&](double base, const std::string& text) {
    sketch.text({between, base}, text, {.size = draw::kSmallText, .anchor = draw::Anchor::middle});
  };
  label(kMemoryLine + 5, is_a<model::RnnContext>(*model.module) ? "context" : "memory");
  label(kMemoryLine - 13, "at every step");
  if (!model.has("bridge")) return;
  const double state = std::min(encoder.top - 10, steps.front().decoder.top - 10);
  sketch.arrow({{encoder.right, state}, {left, state}}, "line s2");
  label(state + 5, "first state");
}

/// The number of layers, "3 layers · "; an empty string for one layer.
std::string layers_text(const Subject& decoder) {
  const auto layers = decoder.has("rnn")
                          ? recurrent_options_of(decoder.child("rnn")).layers
                          : static_cast<int64_t>(decoder.child("blks").children().size());
  return layers == 1 ? "" : str(layers, " layers · ");
}

void draw_unrolled(Sketch& sketch, const Subject& model, Input kind) {
  const auto encoder = draw_encoder(sketch, model.child("encoder"));
  const auto decoder = model.child("decoder");
  std::vector<Step> steps;
  for (size_t i = 0; i < kSteps; ++i) {
    steps.push_back(draw_step(sketch, decoder, i, kind));
  }
  draw_memory(sketch, model, encoder, steps);
  for (size_t i = 0; i + 1 < kSteps; ++i) {
    const auto &from = steps[i], &to = steps[i + 1];
    sketch.arrow({from.decoder.at_right(), to.decoder.at_left()});  // the state
    if (kind != Input::own_output) continue;
    const double between = (from.decoder.right + to.decoder.left) / 2;
    sketch.arrow({from.output.at_right(),
                  {between, from.output.centre()},
                  {between, to.input.centre()},
                  to.input.at_left()},
                 "line s1 dashed");
  }
  const auto& last = steps.back();
  const auto whole = decoder.as_part({});
  sketch.frame({steps.front().decoder.left - 7, last.decoder.right + 7, last.decoder.bottom - 12,
                last.decoder.top + 26},
               str("decoder: ", layers_text(decoder), parameter_count(whole.parameters)));
  const double above = last.output.top + 16;
  const double middle = (steps.front().decoder.left + last.decoder.right) / 2;
  if (kind == Input::reference) {
    sketch.text({middle, above + 14}, model.has("bridge")
                                          ? "loss = −Σ log P(reference token), over all steps"
                                          : "loss = −Σ log P(reference token): all steps at once");
    for (const auto& step : steps)
      sketch.arrow({step.output.above(), {step.output.middle(), above + 8}});
    sketch.text({middle, -18}, "the reference, one place to the right, not the decoder's output",
                {.anchor = draw::Anchor::middle, .style = "muted"});
  } else {
    sketch.text({middle, above + 6}, "written: the most probable token, or what beam search keeps");
    sketch.text({middle, -18}, "the first input is <s>; each later one is the token written before",
                {.anchor = draw::Anchor::middle, .style = "muted"});
  }
}

void draw_teacher_forcing(Sketch& sketch, const Subject& model) {
  draw_unrolled(sketch, model, Input::reference);
}

void draw_feedback(Sketch& sketch, const Subject& model) {
  draw_unrolled(sketch, model, Input::own_output);
}

}  // namespace

View teacher_forcing() {
  return {"teacher_forcing", "Training: teacher forcing", kWidth, draw_teacher_forcing};
}

View feedback() {
  return {"feedback", "Translation: each token is fed back", kWidth, draw_feedback};
}

}  // namespace regard::diagrams::unrolled
