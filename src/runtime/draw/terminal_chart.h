#pragma once
#include <string>

#include "draw/line_chart.h"

namespace regard::draw {

struct TerminalSize {
  int columns = 100;  ///< of the whole, labels included
  int rows = 16;      ///< of the chart between its axes
  bool colour = false;
};

/// The chart as lines of text, drawn with braille patterns, two by four dots per character. A
/// letter ends each of several series and identifies it in the legend, so the chart is readable
/// without colours.
std::string terminal_text(const LineChart& chart, const TerminalSize& size = {});

}  // namespace regard::draw
