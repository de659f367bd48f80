"""Every message and value of `referee.v1`, whichever .proto file it stands in."""

from referee.scene.v1.scene_pb2 import *  # noqa: F401,F403
from referee.v1.accepts_pb2 import *  # noqa: F401,F403
from referee.v1.challenges_pb2 import *  # noqa: F401,F403
from referee.v1.admin_pb2 import *  # noqa: F401,F403
from referee.v1.announcements_pb2 import *  # noqa: F401,F403
from referee.v1.clock_pb2 import *  # noqa: F401,F403
from referee.v1.commands_pb2 import *  # noqa: F401,F403
from referee.v1.consents_pb2 import *  # noqa: F401,F403
from referee.v1.errors_pb2 import *  # noqa: F401,F403
from referee.v1.events_pb2 import *  # noqa: F401,F403
from referee.v1.frames_pb2 import *  # noqa: F401,F403
from referee.v1.games_pb2 import *  # noqa: F401,F403
from referee.v1.match_rules_pb2 import *  # noqa: F401,F403
from referee.v1.match_summary_pb2 import *  # noqa: F401,F403
from referee.v1.matches_pb2 import *  # noqa: F401,F403
from referee.v1.play_pb2 import *  # noqa: F401,F403
from referee.v1.players_pb2 import *  # noqa: F401,F403
from referee.v1.rematches_pb2 import *  # noqa: F401,F403
from referee.v1.results_pb2 import *  # noqa: F401,F403
from referee.v1.server_pb2 import *  # noqa: F401,F403
from referee.v1.tokens_pb2 import *  # noqa: F401,F403
from referee.v1.tournaments_pb2 import *  # noqa: F401,F403
from referee.v1.ladders_pb2 import *  # noqa: F401,F403
from referee.v1.webhooks_pb2 import *  # noqa: F401,F403
from referee.log.v1.tournament_event_pb2 import *  # noqa: F401,F403
from referee.log.v1.ladder_event_pb2 import *  # noqa: F401,F403
