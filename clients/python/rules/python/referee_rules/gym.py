"""An environment for Gymnasium: `pip install 'referee-rules[gymnasium]'`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable, Optional

import gymnasium
from gymnasium import spaces

from ._native import Game
from ._spaces import Observation, observation, observation_space

Opponent = Callable[[Game], int]
"""Chooses an action for the seat that is to move."""


class SeatEnv(gymnasium.Env[Observation, Any]):
    """One seat of a match; `opponent` plays the others, by default at random.

    The reward comes at the end, from -1 to 1 (`Game.returns`). An illegal action ends the match
    with -1 and `info["illegal"]`. A match is truncated after `max_steps` moves of all seats.
    """

    metadata = {"render_modes": ["svg"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        seat: int = 0,
        seats: int = 0,
        options: Optional[Mapping[str, Any]] = None,
        opponent: Optional[Opponent] = None,
        max_steps: Optional[int] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        self.game = Game(game, seats=seats, options=options)
        if not 0 <= seat < self.game.seats:
            raise ValueError(f"unknown seat {seat}; expected 0 to {self.game.seats - 1}")
        self.seat = seat
        self.opponent = opponent or self.any_move
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.game.actions)
        self.observation_space = observation_space(self.game)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.game.reset(int(self.np_random.integers(2**63)))
        self.play_others()
        return self.observe(), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        try:
            self.game.step(action)
        except ValueError:
            return self.observe(), -1.0, True, False, {"illegal": True}
        self.play_others()
        cut = not self.game.over and self.is_long()
        return self.observe(), self.game.returns[self.seat], self.game.over, cut, {}

    def render(self) -> Optional[str]:
        """Returns the view of the seat as SVG."""
        return self.game.svg(self.seat) if self.render_mode == "svg" else None

    def play_others(self) -> None:
        while not self.game.over and self.game.seat != self.seat and not self.is_long():
            self.game.step(self.opponent(self.game))

    def is_long(self) -> bool:
        return self.max_steps is not None and self.game.steps >= self.max_steps

    def any_move(self, game: Game) -> int:
        legal = game.legal()
        return legal[int(self.np_random.integers(len(legal)))]

    def observe(self) -> Observation:
        return observation(self.game, self.seat)
