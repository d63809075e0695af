#!/usr/bin/env python3
"""Makes card.otf: the characters of GB 2312, kana and Latin from Noto Sans CJK SC Bold.

    apt-get install fonts-noto-cjk && pip install fonttools
    python3 make.py /usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc
"""
import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTCollection


def characters():
    wanted = set(range(0x20, 0x7F)) | set(range(0xA0, 0x180)) | set(range(0x3040, 0x3100))
    wanted |= set(range(0x2010, 0x2028)) | {0x2030, 0x2032, 0x2033, 0x203B, 0x20AC, 0x2122, 0x2190, 0x2191, 0x2192, 0x2193, 0x3013}
    for high in range(0xA1, 0xF8):
        for low in range(0xA1, 0xFF):
            try:
                wanted.add(ord(bytes((high, low)).decode("gb2312")))
            except UnicodeDecodeError:
                pass
    return wanted


def main(source):
    font = next(f for f in TTCollection(source) if f["name"].getDebugName(4).startswith("Noto Sans CJK SC"))
    options = subset.Options(hinting=False, desubroutinize=False, notdef_outline=True, name_IDs=[0, 1, 2, 4, 13, 14], layout_features=[])
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "BASE", "VORG", "vhea", "vmtx"]
    maker = subset.Subsetter(options)
    maker.populate(unicodes=characters())
    maker.subset(font)
    out = pathlib.Path(__file__).parent / "card.otf"
    font.save(out)
    print(len(font.getGlyphOrder()), "glyphs,", out.stat().st_size, "bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
