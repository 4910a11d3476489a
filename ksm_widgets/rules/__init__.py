"""The rules of the game, R1-R33: standard library only, no input or output, imported by all.

Every public name of this package can be imported from here.
"""

from ksm_widgets._loading import loading
from ksm_widgets.rules.dealing import CARDS_EACH as CARDS_EACH
from ksm_widgets.rules.dealing import COINS_EACH as COINS_EACH
from ksm_widgets.rules.dealing import COINS_IN_BOX as COINS_IN_BOX
from ksm_widgets.rules.dealing import deal_out as deal_out
from ksm_widgets.rules.deck import CARD_COUNT as CARD_COUNT
from ksm_widgets.rules.deck import MAX_SIZE as MAX_SIZE
from ksm_widgets.rules.deck import Card as Card
from ksm_widgets.rules.deck import CardLike as CardLike
from ksm_widgets.rules.deck import Placement as Placement
from ksm_widgets.rules.deck import Shape as Shape
from ksm_widgets.rules.deck import around as around
from ksm_widgets.rules.deck import card as card
from ksm_widgets.rules.deck import cards as cards
from ksm_widgets.rules.deck import cards_text as cards_text
from ksm_widgets.rules.deck import connected_sets as connected_sets
from ksm_widgets.rules.deck import covering as covering
from ksm_widgets.rules.deck import deck_with as deck_with
from ksm_widgets.rules.deck import load_cards as load_cards
from ksm_widgets.rules.deck import own_cards as own_cards
from ksm_widgets.rules.deck import own_cards_from as own_cards_from
from ksm_widgets.rules.deck import own_cards_text as own_cards_text
from ksm_widgets.rules.deck import parse_cards as parse_cards
from ksm_widgets.rules.deck import placements as placements
from ksm_widgets.rules.deck import shape_of as shape_of
from ksm_widgets.rules.edition_rules import Edition as Edition
from ksm_widgets.rules.edition_rules import Sharing as Sharing
from ksm_widgets.rules.edition_rules import edition as edition
from ksm_widgets.rules.edition_rules import editions as editions
from ksm_widgets.rules.errors import ArgumentError as ArgumentError
from ksm_widgets.rules.errors import BoardTextError as BoardTextError
from ksm_widgets.rules.errors import CardError as CardError
from ksm_widgets.rules.errors import CardFileError as CardFileError
from ksm_widgets.rules.errors import DigError as DigError
from ksm_widgets.rules.errors import EditionError as EditionError
from ksm_widgets.rules.errors import EmptyQuarry as EmptyQuarry
from ksm_widgets.rules.errors import FaultyPosition as FaultyPosition
from ksm_widgets.rules.errors import GameError as GameError
from ksm_widgets.rules.errors import KsmError as KsmError
from ksm_widgets.rules.errors import MoveError as MoveError
from ksm_widgets.rules.errors import MoveTextError as MoveTextError
from ksm_widgets.rules.errors import NothingToMove as NothingToMove
from ksm_widgets.rules.errors import NotNeighbours as NotNeighbours
from ksm_widgets.rules.errors import NotOneLevel as NotOneLevel
from ksm_widgets.rules.errors import PlaythroughTextError as PlaythroughTextError
from ksm_widgets.rules.errors import PositionFault as PositionFault
from ksm_widgets.rules.errors import PowerError as PowerError
from ksm_widgets.rules.errors import QuarryTextError as QuarryTextError
from ksm_widgets.rules.errors import RuleError as RuleError
from ksm_widgets.rules.errors import ShapeTextError as ShapeTextError
from ksm_widgets.rules.errors import StackTooHigh as StackTooHigh
from ksm_widgets.rules.errors import StakesError as StakesError
from ksm_widgets.rules.errors import TextError as TextError
from ksm_widgets.rules.errors import TileCountsError as TileCountsError
from ksm_widgets.rules.errors import TurnTextError as TurnTextError
from ksm_widgets.rules.errors import Unaffordable as Unaffordable
from ksm_widgets.rules.errors import UnseenTile as UnseenTile
from ksm_widgets.rules.errors import Uphill as Uphill
from ksm_widgets.rules.errors import ValuesError as ValuesError
from ksm_widgets.rules.errors import WrongShape as WrongShape
from ksm_widgets.rules.given import Covering as Covering
from ksm_widgets.rules.given import Given as Given
from ksm_widgets.rules.given import covered as covered
from ksm_widgets.rules.given import only_tops_seen as only_tops_seen
from ksm_widgets.rules.given import uncovered_by as uncovered_by
from ksm_widgets.rules.payment import Bank as Bank
from ksm_widgets.rules.payment import Holding as Holding
from ksm_widgets.rules.payment import Settlement as Settlement
from ksm_widgets.rules.payment import as_shared as as_shared
from ksm_widgets.rules.payment import paid as paid
from ksm_widgets.rules.payment import settled as settled
from ksm_widgets.rules.payment import tiles_to_add as tiles_to_add
from ksm_widgets.rules.position import Position as Position
from ksm_widgets.rules.position import Stage as Stage
from ksm_widgets.rules.position import dig_fault as dig_fault
from ksm_widgets.rules.position import dug as dug
from ksm_widgets.rules.position import legal_digs as legal_digs
from ksm_widgets.rules.position import legal_moves as legal_moves
from ksm_widgets.rules.position import move_fault as move_fault
from ksm_widgets.rules.position import moved as moved
from ksm_widgets.rules.position import takings as takings
from ksm_widgets.rules.position import targets as targets
from ksm_widgets.rules.quarries import COLUMNS as COLUMNS
from ksm_widgets.rules.quarries import FULL_HEIGHT as FULL_HEIGHT
from ksm_widgets.rules.quarries import QUARRIES as QUARRIES
from ksm_widgets.rules.quarries import ROWS as ROWS
from ksm_widgets.rules.quarries import SIDE as SIDE
from ksm_widgets.rules.quarries import Move as Move
from ksm_widgets.rules.quarries import Quarry as Quarry
from ksm_widgets.rules.quarries import Stack as Stack
from ksm_widgets.rules.quarries import Variant as Variant
from ksm_widgets.rules.scoring import CURSE_BONUS as CURSE_BONUS
from ksm_widgets.rules.scoring import MAGIC_BONUS as MAGIC_BONUS
from ksm_widgets.rules.scoring import PARCHMENT_SET as PARCHMENT_SET
from ksm_widgets.rules.scoring import Bonus as Bonus
from ksm_widgets.rules.scoring import Place as Place
from ksm_widgets.rules.scoring import Score as Score
from ksm_widgets.rules.scoring import bonuses as bonuses
from ksm_widgets.rules.scoring import curse_points as curse_points
from ksm_widgets.rules.scoring import final_scores as final_scores
from ksm_widgets.rules.scoring import magic_objects as magic_objects
from ksm_widgets.rules.scoring import parchment_sets as parchment_sets
from ksm_widgets.rules.scoring import place as place
from ksm_widgets.rules.scoring import winners as winners
from ksm_widgets.rules.stakes import Collected as Collected
from ksm_widgets.rules.stakes import Stakes as Stakes
from ksm_widgets.rules.stakes import Worth as Worth
from ksm_widgets.rules.tiles import ALL_POWER_SETS as ALL_POWER_SETS
from ksm_widgets.rules.tiles import GROUP_COUNTS as GROUP_COUNTS
from ksm_widgets.rules.tiles import Group as Group
from ksm_widgets.rules.tiles import Power as Power
from ksm_widgets.rules.tiles import Tile as Tile
from ksm_widgets.rules.tiles import load_tile_counts as load_tile_counts
from ksm_widgets.rules.tiles import power_sets as power_sets
from ksm_widgets.rules.tiles import powers_of as powers_of
from ksm_widgets.rules.tiles import tile_counts as tile_counts
from ksm_widgets.rules.turns import Account as Account
from ksm_widgets.rules.turns import Balance as Balance
from ksm_widgets.rules.turns import Played as Played
from ksm_widgets.rules.turns import Turn as Turn
from ksm_widgets.rules.turns import account as account
from ksm_widgets.rules.turns import carried_out as carried_out
from ksm_widgets.rules.turns import cost_fault as cost_fault
from ksm_widgets.rules.turns import play as play
from ksm_widgets.rules.turns import turn_fault as turn_fault
from ksm_widgets.rules.values import USUAL_VALUES as USUAL_VALUES
from ksm_widgets.rules.values import Values as Values
from ksm_widgets.rules.values import in_coins as in_coins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ksm_widgets.rules.game import Begun as Begun
    from ksm_widgets.rules.game import Game as Game
    from ksm_widgets.rules.game import Player as Player
    from ksm_widgets.rules.game import Setting as Setting
    from ksm_widgets.rules.game import TurnRecord as TurnRecord
    from ksm_widgets.rules.game import new_game as new_game
    from ksm_widgets.rules.playthrough import playthrough_text as playthrough_text
    from ksm_widgets.rules.playthrough import replayed as replayed
    from ksm_widgets.rules.playthrough import turn_written as turn_written
    from ksm_widgets.rules.views import View as View
    from ksm_widgets.rules.views import onlooker_records as onlooker_records
    from ksm_widgets.rules.views import view as view

# Whole games are loaded when they are first asked for: most pages are about a single turn.
if not TYPE_CHECKING:
    __getattr__ = loading(
        __name__,
        {
            "rules.game": "Begun Game Player Setting TurnRecord new_game",
            "rules.playthrough": "playthrough_text replayed turn_written",
            "rules.views": "View onlooker_records view",
        },
    )
