"""Elo differences with error bars, and the sequential probability ratio test of a match.

Sources. The logistic curve: Elo, *The Rating of Chessplayers, Past and Present*, 1978. Error bars: normal approximation
of the mean score (CPW *Match Statistics*). The test and its bounds: Wald, "Sequential Tests of Statistical Hypotheses",
*Annals of Mathematical Statistics* 16, 1945. The likelihood ratio of scores of several outcomes, maximised under each
hypothesis about the mean: Van den Bergh, "The Generalized Sequential Probability Ratio Test for Multinomial
Distributions", 2019; games in pairs with colours reversed (pentanomial) are his too.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from feerie.base.errors import ArgumentError

__all__ = ["PAIR_SCORES", "SINGLE_SCORES", "EloEstimate", "Sprt", "elo_difference", "estimate", "expected_score",
           "log_likelihood_ratio"]

SINGLE_SCORES = (0.0, 0.5, 1.0)
"""What a game is worth: lost, drawn, won."""
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair of games is worth, by half points."""
NORMAL_95 = 1.959963984540054
"""The 97.5 per cent quantile of the normal distribution."""
MOST_ELO = 4000
"""A greater difference cannot be tested: the expected score would be 0 or 1."""
LEAST_COUNT = 1e-3
"""Stands for an outcome that has not occurred, so that likelihoods exist under every hypothesis."""


def expected_score(elo: float) -> float:
    """The score, from 0 to 1, that a difference in Elo predicts."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_difference(score: float) -> float | None:
    """The difference in Elo that predicts a score; None for 0 and 1, for which there is no finite one.

    >>> round(elo_difference(0.76))
    200
    """
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else None


@dataclass(frozen=True)
class EloEstimate:
    """The first player's score (0 to 1) and difference in Elo, with half the width of its 95 % interval.

    `elo` is None if it is not finite, `error` if an end of the interval is not finite or all results are equal.
    """

    score: float
    elo: float | None
    error: float | None


def _mean_and_variance(counts: Sequence[float], scores: Sequence[float]) -> tuple[float, float]:
    total = sum(counts)
    mean = sum(count * score for count, score in zip(counts, scores, strict=True)) / total
    return mean, sum(count * (score - mean) ** 2 for count, score in zip(counts, scores, strict=True)) / total


def estimate(counts: Sequence[int], scores: Sequence[float] = SINGLE_SCORES) -> EloEstimate | None:
    """The difference in Elo from how often each score occurred; None before the first game."""
    total = sum(counts)
    if not total:
        return None
    mean, variance = _mean_and_variance(counts, scores)
    half = NORMAL_95 * math.sqrt(variance / total)
    low, high = elo_difference(mean - half), elo_difference(mean + half)
    error = None if low is None or high is None or not half else (high - low) / 2
    return EloEstimate(mean, elo_difference(mean), error)


def log_likelihood_ratio(counts: Sequence[float], scores: Sequence[float], score0: float, score1: float) -> float:
    """The logarithm of the likelihood ratio of the hypotheses that the mean score is `score1` and `score0`.

    Each likelihood is the greatest one of a distribution with that mean.
    """
    regular = [max(float(count), LEAST_COUNT) for count in counts]
    total = sum(regular)
    shares = [count / total for count in regular]
    found = (_most_likely(shares, scores, score) for score in (score0, score1))
    none, some = found
    return sum(count * math.log(p1 / p0) for count, p0, p1 in zip(regular, none, some, strict=True))


def _most_likely(shares: Sequence[float], scores: Sequence[float], mean: float) -> list[float]:
    """The distribution with this mean under which the shares are most likely: p / (1 + t (score - mean)), t such that
    the mean is right (Van den Bergh, proposition 1.1). The mean lies between the least and the greatest score."""
    low, high = -1 / (max(scores) - mean), 1 / (mean - min(scores))

    def excess(t: float) -> float:
        return sum(share * (score - mean) / (1 + t * (score - mean))
                   for share, score in zip(shares, scores, strict=True))

    for _ in range(200):        # the excess falls as t grows
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if excess(middle) > 0:
            low = middle
        else:
            high = middle
    return [share / (1 + (low + high) / 2 * (score - mean)) for share, score in zip(shares, scores, strict=True)]


@dataclass(frozen=True)
class Sprt:
    """A sequential test of "the first player is better by `elo1`" against "by `elo0`".

    `alpha`: the probability of accepting the first when the second is true; `beta`: the reverse.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ArgumentError("SPRT: the first Elo difference must be less than the second")
        if self.elo0 < -MOST_ELO or self.elo1 > MOST_ELO:
            raise ArgumentError("SPRT: the Elo differences lie between {} and {}", -MOST_ELO, MOST_ELO)
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ArgumentError("SPRT: alpha and beta lie between 0 and 0.5")

    @property
    def lower(self) -> float:
        """The bound at which `elo0` is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The bound at which `elo1` is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int], scores: Sequence[float] = PAIR_SCORES) -> float:
        """The log-likelihood ratio from how often each score occurred; 0 before the first."""
        if not sum(counts):
            return 0.0
        return log_likelihood_ratio(counts, scores, expected_score(self.elo0), expected_score(self.elo1))

    def verdict(self, llr: float) -> str | None:
        """ "H0", "H1", or None while the test goes on."""
        return "H1" if llr >= self.upper else "H0" if llr <= self.lower else None
