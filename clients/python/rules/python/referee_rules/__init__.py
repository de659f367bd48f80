"""The rules of the referee's games, for programs that learn.

`Game` is one match, `Batch` many matches of one game that are stepped in one call. The package's
README has the tables of action indices. `referee_rules.aec` is an environment for PettingZoo,
`referee_rules.gym` one for Gymnasium.
"""

from ._native import Batch, Game, games

__all__ = ["Batch", "Game", "games"]
