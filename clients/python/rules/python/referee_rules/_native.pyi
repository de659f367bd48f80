from collections.abc import Mapping
from typing import Any, Literal, Optional, Union, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Batch", "Game", "games"]

_Option = Union[str, int, bool]
_Viewer = Union[int, Literal["arbiter"], None]
"""A seat, `None` for a spectator, or `"arbiter"`, which sees everything."""

def games() -> list[str]:
    """The ids of all games."""

@final
class Game:
    """One match. Deals and forced steps are played at once, unless `auto` is false.

    `seats` of 0 is the game's usual number. The same `seed` gives the same deals. With `position`,
    a text of the game, matches begin there, and without points.
    """

    def __new__(
        cls,
        game: str,
        *,
        seats: int = 0,
        options: Optional[Mapping[str, _Option]] = None,
        seed: int = 0,
        position: Optional[str] = None,
        auto: bool = True,
    ) -> Game: ...
    def reset(self, seed: Optional[int] = None) -> None:
        """Starts a new match. Without a seed, its deals continue the sequence of the previous match."""

    def step(self, action: Union[int, np.integer[Any], str]) -> None:
        """Plays a legal move by its index or notation. Raises `ValueError` if it is not legal.

        A notation may also be a forced step or a deal, if `auto` is false.
        """

    def undo(self) -> None:
        """Takes back the last step, and the outcomes of chance that followed it. Raises `IndexError` at the start."""

    def deal(self) -> None:
        """Deals, if `auto` is false and a deal is due."""

    def clone(self) -> Game:
        """A copy that can undo all steps of this match."""

    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any) -> Game: ...
    def resample(self, viewer: _Viewer, seed: int) -> Optional[Game]:
        """A copy in which all that `viewer` cannot know is drawn again; it has no past to undo.

        It agrees with all public knowledge. `None` if no such position is found.
        """

    def legal(self) -> list[int]:
        """The indices of the legal moves, in the order of `legal_notation`."""

    def legal_notation(self) -> list[str]:
        """The legal moves as text, in the game's order."""

    def mask(self) -> NDArray[np.int8]:
        """1 for each index whose move is legal, else 0."""

    def index_of(self, notation: str) -> int:
        """The index of a legal move."""

    def notation_of(self, index: int) -> str:
        """The notation of a legal move."""

    def observe(self, viewer: _Viewer = None) -> NDArray[np.float32]:
        """What a viewer may know, as planes of numbers from -1 to 1; see `planes` and `shape`."""

    def view(self, viewer: _Viewer = None) -> str:
        """The position as text, as a viewer may know it."""

    def svg(self, viewer: _Viewer = None) -> str:
        """A picture of what a viewer may see."""

    def _repr_svg_(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def options(self) -> dict[str, str]: ...
    @property
    def actions(self) -> int:
        """The number of action indices."""

    @property
    def planes(self) -> list[str]:
        """What each plane of `observe` holds."""

    @property
    def shape(self) -> tuple[int, int, int]:
        """Planes, rows and columns of `observe`."""

    @property
    def turn(self) -> Literal["seat", "forced", "chance", "over"]: ...
    @property
    def seat(self) -> Optional[int]:
        """The seat that chooses a move; `None` if `turn` is not `"seat"`."""

    @property
    def over(self) -> bool:
        """Whether the match is over, with all its rounds."""

    @property
    def steps(self) -> int:
        """The number of steps so far, without those that were played by themselves."""

    @property
    def round(self) -> int: ...
    @property
    def cause(self) -> Optional[str]:
        """What ended the last finished round."""

    @property
    def points(self) -> list[float]:
        """The points of each seat over all finished rounds."""

    @property
    def returns(self) -> list[float]:
        """The result of each seat from -1 to 1; all 0 until the match is over.

        It is the share of the other seats with fewer points, less the share of those with more.
        """

    @property
    def position(self) -> str:
        """The position as text, complete."""

@final
class Batch:
    """Many matches of one game. A match that ends begins again by itself."""

    def __new__(
        cls,
        game: str,
        count: int,
        *,
        seats: int = 0,
        options: Optional[Mapping[str, _Option]] = None,
        seed: int = 0,
        max_steps: Optional[int] = None,
    ) -> Batch: ...
    def __len__(self) -> int: ...
    def reset(self, seed: int) -> None:
        """Begins all matches again."""

    def step(self, actions: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
        """Plays a move in each match: whether it ended, and the result of each seat.

        A match that `max_steps` cuts short has the result 0. If an action is illegal, all legal ones
        are played, and `ValueError` is raised.
        """

    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The legal actions of all matches one after another, and where those of each begin.

        Those of match `i` are `actions[starts[i]:starts[i + 1]]`.
        """

    def mask(self) -> NDArray[np.int8]:
        """A row a match: 1 for each legal action."""

    def observe(self) -> NDArray[np.float32]:
        """The planes of each match, as the seat to move sees it."""

    @property
    def seat(self) -> NDArray[np.int8]:
        """The seat to move in each match."""

    @property
    def points(self) -> NDArray[np.float64]:
        """The points of each seat over all finished rounds, a row a match."""

    @property
    def positions(self) -> list[str]: ...
    @property
    def game(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def actions(self) -> int: ...
    @property
    def planes(self) -> list[str]: ...
    @property
    def shape(self) -> tuple[int, int, int]: ...
