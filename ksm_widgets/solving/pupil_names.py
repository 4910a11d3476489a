"""Names of pupils: one line in letters that people write, and none that passes for another."""

from __future__ import annotations

import re
from unicodedata import category, combining, normalize
from unicodedata import name as name_of

LONGEST_NAME = 30
_MOST_MARKS = 2
"""Marks on one letter: more of them would cover the lines above and below."""
# Letters of Korean that only fill a place, and are seen as blanks.
_UNSEEN = dict.fromkeys((0x115F, 0x1160, 0x3164, 0xFFA0), " ")


def cleaned(name: str) -> str:
    r"""A name as it is shown: in one line, without what steers a text or piles up on a letter.

    >>> cleaned("  Anna \u202e\n B ")
    'Anna B'
    """
    plain, marks = [], 0
    for letter in normalize("NFC", name[: 10 * LONGEST_NAME]).translate(_UNSEEN):
        marks = marks + 1 if combining(letter) or category(letter) in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS:
            # C: controls, directions, halves of characters, and what no font has.
            plain.append(" " if category(letter)[0] in "CZ" else letter)
    return " ".join("".join(plain).split())


def alphabetical(name: str) -> tuple[str, str]:
    """The place of a name in a list: an umlaut is with its vowel, as people sort them."""
    folded = name.casefold()
    return "".join(one for one in normalize("NFKD", folded) if not combining(one)), folded


_ALPHABETS = re.compile(
    "LATIN|GREEK|CYRILLIC|ARMENIAN|GEORGIAN|HEBREW|ARABIC|SYRIAC|THAANA|NKO|ETHIOPIC|DEVANAGARI|"
    "BENGALI|GURMUKHI|GUJARATI|ORIYA|TAMIL|TELUGU|KANNADA|MALAYALAM|SINHALA|THAI|LAO|TIBETAN|"
    "MYANMAR|KHMER|MONGOLIAN|TIFINAGH|CHEROKEE|HANGUL|HIRAGANA|KATAKANA|BOPOMOFO|CJK"
)
"""Alphabets in daily use, as Unicode names them."""
_BESIDE_LATIN = frozenset({"LATIN", "HANGUL", "HIRAGANA", "KATAKANA", "BOPOMOFO", "CJK"})
"""Alphabets that stand together in one name; within a word, some of their letters look alike."""


_FIRST_EMOJI = "\U0001f000"
_CLICKS = "\u01c0\u01c1\u01c2\u01c3"
"""Letters for clicks, which look like strokes and marks."""


def is_one_alphabet(name: str) -> bool:
    """Whether a name has letters that people write together, of alphabets in daily use.

    Digits and signs of other scripts look like letters, too; emoji do not.
    """
    seen = normalize("NFKC", name)
    words = [_alphabets(word) for word in seen.split()]
    used = frozenset().union(*words)
    odd = any(
        one in _CLICKS or (category(one)[0] in "NS" and not one.isascii() and one < _FIRST_EMOJI)
        for one in seen
    )
    usual = all(map(_ALPHABETS.fullmatch, used)) and (len(used) < 2 or used <= _BESIDE_LATIN)
    return usual and not odd and all(len(word) < 2 or "LATIN" not in word for word in words)


def _alphabets(word: str) -> frozenset[str]:
    """The alphabets of a word's letters, as Unicode names them."""
    letters = (letter for letter in word if letter.isalpha() and category(letter) != "Lm")
    return frozenset(name_of(letter, "").partition(" ")[0] for letter in letters)


# Digits and Cyrillic, Greek, Armenian, Cherokee and phonetic letters that look like Latin ones in
# one of their cases, and those.
_ALIKE = str.maketrans(
    "01\u0269\ua781\uab3d\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7"
    "\u0501\u051b\u051d\u04bb\u04cf\u04af\u0578\u0585\u057d\u0570\u0581\u0566\u0575\u056c\u057f"
    "\u13a0\u13a1\u13a2\u13a9\u13aa\u13ab\u13ac\u13b3\u13b7\u13bb\u13c0\u13c3\u13cf"
    "\u13d2\u13d9\u13da\u13de\u13df\u13e2\u13e6\u13f4\u0251\u0261\u0131\u212e"
    "\u1d00\u0299\u1d04\u1d05\u1d07\ua730\u0262\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d"
    "\u0274\u1d0f\u1d18\u0280\ua731\u1d1b\u1d1c\u1d20\u1d21\u028f\u1d22",
    "olilo"
    "abekmhopctyxijsabezhikmnoptyxdqwhlynouhgqjlsdrtyajewmhgzbrvslcpkbagieabcdefghijklmnoprs"
    "tuvwyz",
)


# Letters of which the small form looks like another one than the capital, and forms of c and j that
# NFKC would change.
_SMALL_ALIKE = str.maketrans("\u03bd\u03b3\u03c5\u03b7", "vyun")
_FORMS = str.maketrans("\u03f2\u03f9\u037f\u03f3\u13a5\u050c\u050d", "ccjjigg")


def sounds(name: str) -> frozenset[str]:
    """A name as one sees and hears it, in capitals or small letters.

    Case, blanks and look-alike letters make no difference.
    """
    folded = normalize("NFKC", name.translate(_FORMS)).casefold()
    both = (folded.translate(_ALIKE), folded.translate(_SMALL_ALIKE).translate(_ALIKE))
    return frozenset(
        "".join(one for one in seen if one.isalnum() and category(one) != "Lm") for seen in both
    )
