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

    Forms of a letter, digit or sign, as in a circle, become the usual one.

    >>> cleaned("  Anna \u202e\n B \u2460")
    'Anna B 1'
    """
    plain, marks = [], 0
    for letter in normalize("NFKC", name[: 10 * LONGEST_NAME]).translate(_UNSEEN):
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
# Beside a to z and these with marks: letters of Europe's languages, of Azerbaijani and Hausa. The
# others are phonetic or out of use, and look like letters, digits and signs.
_LATIN = frozenset(
    "\u00c6\u00e6\u00d0\u00f0\u00d8\u00f8\u00de\u00fe\u00df\u1e9e\u0110\u0111\u0126\u0127\u0131\u0141\u0142\u014a\u014b"
    "\u0152\u0153\u0166\u0167\u018f\u0259\u0186\u0254\u0190\u025b\u0181\u0253\u018a\u0257\u0198\u0199\u01b3\u01b4"
)


def is_one_alphabet(name: str) -> bool:
    """Whether a cleaned name has letters that people write together, in alphabets of daily use.

    Digits and signs of other scripts look like letters, too; emoji do not.
    """
    words = [_alphabets(word) for word in name.split()]
    used = frozenset().union(*words)
    odd = any(
        (category(one)[0] in "NS" and not one.isascii() and one < _FIRST_EMOJI) or _is_rare(one)
        for one in name
    )
    usual = all(map(_ALPHABETS.fullmatch, used)) and (len(used) < 2 or used <= _BESIDE_LATIN)
    return usual and not odd and all(len(word) < 2 or "LATIN" not in word for word in words)


def _is_rare(letter: str) -> bool:
    """Whether a letter is one of Latin's that no language in daily use needs."""
    bare = normalize("NFD", letter)[0]
    return not bare.isascii() and bare not in _LATIN and name_of(letter, "").startswith("LATIN")


def _alphabets(word: str) -> frozenset[str]:
    """The alphabets of a word's letters, as Unicode names them."""
    letters = (letter for letter in word if letter.isalpha() and category(letter) != "Lm")
    return frozenset(name_of(letter, "").partition(" ")[0] for letter in letters)


# Letters that Unicode lists as confusable with Latin ones or digits, and a few that handwriting
# makes so: Cyrillic, Greek, Armenian.
_ALIKE = str.maketrans(
    "\u0430\u0441\u0501\u0435\u04bd\u04bb\u0456\u04cf\u0458\u043e\u0440\u051b\u0433\u0455"
    "\u0475\u0461\u051d\u0445\u0443\u04af\u0410\u0412\u0421\u0415\u050c\u041d\u0406\u04c0"
    "\u0408\u041a\u041c\u041e\u0420\u0405\u0422\u0474\u051c\u0425\u0423\u04ae\u042c\u0417"
    "\u04e0\u0431\u050d\u051a\u03b1\u03b3\u03b9\u03ba\u03bd\u03bf\u03c1\u03c3\u03c5\u03f3"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
    "\u03dc\u037f\u03fa\u03b7\u03c9\u0563\u0566\u0570\u0575\u0578\u057c\u057d\u0585\u0584"
    "\u0581\u0561\u0548\u054d\u0555\u054f\u056c",
    "acdeehiljopqrsvwwxyyABCEGHIIJKMOPSTVWXYYb336gQayikvopoujABEZHIKMNOPTYXFJMnwqqhjnnuofgwUUOSl",
)
_DIGITS = str.maketrans("01", "ol")


def sounds(name: str) -> frozenset[str]:
    """A cleaned name as one sees and hears it: as it is written, in capitals and in small letters.

    Case, blanks and look-alike letters make no difference.
    """
    return frozenset(map(_seen, (name, name.upper(), name.lower())))


def _seen(name: str) -> str:
    """The look of a name, in Latin letters where it can be read as such."""
    latin = normalize("NFC", normalize("NFD", name).translate(_ALIKE))
    folded = latin.casefold().translate(_DIGITS)
    return "".join(one for one in folded if one.isalnum() and category(one) != "Lm")
