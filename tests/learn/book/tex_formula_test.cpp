// Formulas of docs/book.md as MathML.
#include "book/tex_formula.h"

#include <gtest/gtest.h>

#include "regard/base/error.h"

namespace regard::book {
namespace {

TEST(TexFormula, IsMathMl) {
  EXPECT_EQ(mathml_of_tex("h_t"), "<msub><mi>h</mi><mi>t</mi></msub>");
  EXPECT_EQ(mathml_of_tex("x_{t-1}^2 = 10.5"),
            "<msubsup><mi>x</mi><mrow><mi>t</mi><mo>−</mo><mn>1</mn></mrow><mn>2</mn></msubsup>"
            "<mo>=</mo><mn>10.5</mn>");
  EXPECT_EQ(mathml_of_tex("\\frac{1}{\\sqrt{d}}"),
            "<mfrac><mrow><mn>1</mn></mrow><mrow><msqrt><mrow><mi>d</mi></mrow></msqrt></mrow>"
            "</mfrac>");
  EXPECT_EQ(mathml_of_tex("\\sum_{i=1}^n"),
            "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi>"
            "</munderover>");
  EXPECT_EQ(mathml_of_tex("\\mathbf{W} \\mathrm{relu} \\mathcal{O}"),
            "<mi>𝐖</mi><mi>relu</mi><mi>𝒪</mi>");
  EXPECT_EQ(mathml_of_tex("\\left(a < b\\right)"),
            "<mrow><mo>(</mo><mi>a</mi><mo>&lt;</mo><mi>b</mi><mo>)</mo></mrow>");
  EXPECT_EQ(mathml_of_tex("\\begin{bmatrix} a & b \\\\ c & d \\end{bmatrix}"),
            "<mrow><mo>[</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr>"
            "<mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable><mo>]</mo></mrow>");
  EXPECT_EQ(mathml_of_tex("|Y|"),
            "<mo stretchy=\"false\" lspace=\"0\" rspace=\"0\">|</mo><mi>Y</mi>"
            "<mo stretchy=\"false\" lspace=\"0\" rspace=\"0\">|</mo>");
  EXPECT_EQ(
      mathml_of_tex("\\tilde{h}'"),
      "<msup><mover accent=\"true\"><mrow><mi>h</mi></mrow><mo>~</mo></mover><mo>′</mo></msup>");
}

TEST(TexFormula, RefusesWhatItDoesNotKnow) {
  for (const char* tex : {"\\unknown", "{a", "a}", "\\frac{a}", "a_", "\\left(a", "\\begin{array}",
                          "\\text{a", "\\sqrt", "x^"}) {
    EXPECT_THROW(mathml_of_tex(tex), Error) << tex;
  }
}

}  // namespace
}  // namespace regard::book
