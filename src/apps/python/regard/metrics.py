"""Metrics of translations, number for number as sacreBLEU computes them; help() of each shows its options."""

from ._regard import Score
from ._regard import metrics as _metrics

__all__ = ["Score", *(name for name in vars(_metrics) if not name.startswith("_"))]
globals().update({name: vars(_metrics)[name] for name in __all__[1:]})
