"""BLEU, chrF and TER, number for number as sacreBLEU 2.6.0 computes them."""

from ._regard import Score, bleu, chrf, ter

__all__ = ["Score", "bleu", "chrf", "ter"]
