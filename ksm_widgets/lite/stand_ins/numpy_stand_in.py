"""The part of NumPy that ipycanvas needs to take polygons and send them: flat arrays.

This is not NumPy. It stands in for it in a page that may load nothing from elsewhere.
"""

from __future__ import annotations

from array import array as _array

__version__ = "0"

_CODES = {"int8": "b", "uint8": "B", "int32": "i", "int64": "q", "float32": "f", "float64": "d"}
_NAMES = {**{code: name for name, code in _CODES.items()}, "l": "int32", "L": "uint32"}
float16, float32, float64 = "float16", "float32", "float64"  # IPython asks for the last
int32, int64, uint8 = "int32", "int64", "uint8"


class ndarray:  # noqa: N801
    """Numbers of one kind in a row, with the shape they are said to have."""

    def __init__(self, values, shape=None):
        self._values = values
        self.shape = (len(values),) if shape is None else shape
        self.dtype = _NAMES[values.typecode]
        self.flags = {"C_CONTIGUOUS": True}

    def __buffer__(self, flags):
        return memoryview(self._values)

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        return iter(self._values)

    def __getitem__(self, place):
        return self if place == slice(None) else self._values[place]

    def __iadd__(self, pair):
        for axis, offset in enumerate(pair):
            moved = [at + offset for at in self._values[axis :: len(pair)]]
            self._values[axis :: len(pair)] = _array(self._values.typecode, moved)
        return self

    def __setitem__(self, place, value):
        """`points[:] += pair` has been done in place by now."""
        if value is not self:
            self._values[place] = value

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return len(self._values)

    def ravel(self):
        return ndarray(self._values)

    def tolist(self):
        return list(self._values)

    def astype(self, dtype):
        return ndarray(_array(_CODES[dtype], self._values), self.shape)

    def reshape(self, *shape):
        return ndarray(self._values, shape)


def asarray(values, dtype=None):
    if isinstance(values, ndarray):
        return values if dtype in (None, values.dtype) else values.astype(dtype)
    if not isinstance(values, _array):
        whole = all(isinstance(value, int) for value in values)
        values = _array(_CODES[dtype] if dtype else "i" if whole else "d", values)
    return ndarray(values)


array = ascontiguousarray = asarray


def require(values, dtype=None, requirements=None):
    return asarray(values, dtype)


def frombuffer(buffer, dtype=float32):
    if isinstance(buffer, _array):
        return ndarray(buffer)
    return ndarray(_array(_CODES[dtype], bytes(buffer)))


def concatenate(arrays):
    arrays = [asarray(each) for each in arrays]
    joined = _array(arrays[0]._values.typecode)
    for each in arrays:
        joined.extend(each._values)
    return ndarray(joined)


def zeros(shape, dtype="float64"):
    size = 1
    for length in shape if isinstance(shape, tuple) else (shape,):
        size *= length
    return ndarray(_array(_CODES[dtype], bytes(size * _array(_CODES[dtype]).itemsize)))
