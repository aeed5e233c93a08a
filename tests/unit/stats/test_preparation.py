from __future__ import annotations

import itertools

import numpy as np
import pytest

from rolloutdiff.stats.preparation import LINE, SLACK, _median, excess_noise, prepare, remove_spikes


def test_the_network_finds_every_median() -> None:
    # A network of compare-and-swap is right for all values when it is for all zeros and ones.
    bits = np.array(list(itertools.product([0.0, 1.0], repeat=9))).T
    assert np.array_equal(_median(list(bits)), np.median(bits, axis=0))


class TestSpikes:
    @pytest.mark.parametrize("length", [1, 2, 3, 4])
    @pytest.mark.parametrize("at", [0, 20, 36])
    def test_short_excursions_go(self, length: int, at: int) -> None:
        x = np.zeros((1, 40))
        x[0, at : at + length] = -8.0
        cleaned, spike = remove_spikes(x)
        assert np.array_equal(cleaned, np.zeros((1, 40)))
        assert np.flatnonzero(spike[0]).tolist() == list(range(at, at + length))

    @pytest.mark.parametrize("length", [5, 6, 20])
    def test_longer_ones_stay(self, length: int) -> None:
        x = np.zeros((1, 40))
        x[0, 10 : 10 + length] = 8.0
        cleaned, spike = remove_spikes(x)
        assert np.array_equal(cleaned, x)
        assert not spike.any()

    def test_the_line_is_strict(self) -> None:
        x = np.zeros((1, 30))
        x[0, 9] = LINE
        assert np.array_equal(remove_spikes(x)[0], x)

    def test_ramps_stay(self) -> None:
        x = np.clip(np.arange(40.0) - 15, 0, 6)[None] * 5
        assert np.array_equal(remove_spikes(x)[0], x)

    def test_too_short_to_judge(self) -> None:
        x = np.array([[0.0, 0, 0, 50, 0, 0, 0, 0]])
        assert np.array_equal(remove_spikes(x)[0], x)


class TestExcessNoise:
    def test_sampling_noise_is_left_alone(self) -> None:
        x = np.random.default_rng(1).standard_normal((2000, 80))
        assert np.median(excess_noise(x)) == 1.0
        assert np.mean(excess_noise(x)) < 1.1

    def test_a_noisier_half(self) -> None:
        x = np.random.default_rng(2).standard_normal((2000, 80))
        x[:, 40:] *= 3
        scale = excess_noise(x)
        assert np.median(scale[:, :40]) == 1.0
        assert np.median(scale[:, 40:]) == pytest.approx(3 / SLACK, rel=0.05)

    def test_steps_and_drift_are_not_noise(self) -> None:
        x = np.zeros((2, 80))
        x[0, 30:] = 20.0
        x[1] = np.linspace(0, 40, 80)
        assert np.array_equal(excess_noise(x), np.ones((2, 80)))

    def test_prepare_does_both(self) -> None:
        x = np.random.default_rng(3).standard_normal((50, 60))
        scaled = x / excess_noise(x)
        cleaned, away = prepare(x)
        assert np.array_equal(cleaned, remove_spikes(scaled)[0])
        assert np.array_equal(away, scaled - cleaned)
