#pragma once
#include <string_view>

namespace regard::metrics {

/// BLEU of one sentence as the book defines it (d2l 10.7.6), between 0 and 1:
///     exp(min(0, 1 - length of reference / length of hypothesis)) * product of p_n^(1/2^n),
/// n from 1 to `longest`, or to the length of the hypothesis if that is less. p_n is the share of
/// the hypothesis's n-grams that also occur in the reference, each at most as often. Tokens are
/// separated by single spaces; two spaces have an empty token between them. For scores comparable
/// with others' use bleu.h.
double book_bleu(std::string_view hypothesis, std::string_view reference, int longest);

}  // namespace regard::metrics
