"""The observations of both environments."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from ._native import Game

Observation = dict[str, Any]


def observation_space(game: Game) -> spaces.Dict:
    """Returns the space of what a seat observes."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, game.shape, np.float32),
            "action_mask": spaces.Box(0, 1, (game.actions,), np.int8),
        }
    )


def observation(game: Game, seat: int) -> Observation:
    """Returns what a seat observes now. The mask is empty unless the seat is to move."""
    mask = game.mask() if game.seat == seat else np.zeros(game.actions, np.int8)
    return {"observation": game.observe(seat), "action_mask": mask}
