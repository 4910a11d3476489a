"""Bots that play whole games, a view in and a choice out, and the arena in which they meet.

No bot sees more than a person at the table would (R33).
"""

from ksm_widgets.analysis.planning import Planner as Planner
from ksm_widgets.analysis.planning import Worths as Worths
from ksm_widgets.analysis.playing import Bot as Bot
from ksm_widgets.analysis.playing import play_on as play_on
from ksm_widgets.players.bots import BOTS as BOTS
from ksm_widgets.players.bots import get_bot as get_bot
from ksm_widgets.players.bots import played as played
