"""Players who play whole games: a view in, a choice out; and the arena in which they meet.

None of them sees more than a person at the table would (R33).
"""

from ksm_widgets.players.ladder import MINDS, mind
from ksm_widgets.players.minds import Mind
from ksm_widgets.players.planner import Planner, Worths
from ksm_widgets.players.table import play_on, played

__all__ = ["MINDS", "Mind", "Planner", "Worths", "mind", "play_on", "played"]
