"""An environment for PettingZoo: `pip install 'referee-rules[pettingzoo]'`.

`env("dvonn")` ends with -1 for an agent that plays an illegal move; `raw_env` raises `ValueError`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._native import Game
from ._spaces import Observation, observation, observation_space


def env(game: str, **settings: Any) -> AECEnv[str, Observation, Optional[int]]:
    """Returns the environment with the usual wrappers of PettingZoo."""
    raw = wrappers.TerminateIllegalWrapper(raw_env(game, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))


class raw_env(AECEnv[str, Observation, Optional[int]]):
    """A match. Its agents are `seat_0` and so on.

    An agent observes `observation`, the planes of its seat, and `action_mask`, which is empty
    unless it is to move. The reward comes at the end, from -1 to 1 (`Game.returns`), or with
    `reward="points"` after every round. A match is truncated after `max_steps` moves.
    """

    metadata: dict[str, Any] = {"render_modes": ["svg"], "render_fps": 1, "name": "referee_v0"}

    def __init__(
        self,
        game: str,
        *,
        seats: int = 0,
        options: Optional[Mapping[str, Any]] = None,
        reward: str = "place",
        max_steps: Optional[int] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__()
        if reward not in ("place", "points"):
            raise ValueError(f"invalid reward {reward!r}; expected 'place' or 'points'")
        self.game = Game(game, seats=seats, options=options)
        self.metadata = {**self.metadata, "name": f"referee_{game}_v0"}
        self.reward = reward
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.observation_spaces = {agent: observation_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        self.game.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.to_move()

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        return observation(self.game, seat)

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("expected an action of the agent that is to move")
        before = self.game.points
        self.game.step(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self.gains(before)))
        over = self.game.over
        cut = not over and self.max_steps is not None and self.game.steps >= self.max_steps
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        if not over:
            self.agent_selection = self.to_move()
        self._accumulate_rewards()

    def render(self) -> Optional[str]:
        """Returns the public view as SVG."""
        return self.game.svg() if self.render_mode == "svg" else None

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def to_move(self) -> str:
        return self.possible_agents[self.game.seat or 0]

    def gains(self, before: list[float]) -> list[float]:
        if self.reward == "place":
            return self.game.returns
        return [after - had for after, had in zip(self.game.points, before)]
