package seal

import (
	"fmt"

	"golang.org/x/mod/sumdb/tlog"
)

// tileHeight makes a tile contain 256 hashes, 8 kB.
const (
	tileHeight = 8
	tileWidth  = 1 << tileHeight
	tileBytes  = tileWidth * tlog.HashSize
)

// frontier is a tree of which only the incomplete tile of each level is in memory: enough to add leaves and to compute
// the root.
type frontier struct {
	size  int64
	tiles [][]byte // by level; hashes one after the other, always fewer than a whole tile
}

// tile is a tile to store: a whole one, or the incomplete one of a level.
type tile struct {
	level  int
	n      int64
	hashes []byte
}

// add adds a leaf and passes the tiles that it completes to full.
func (f *frontier) add(leaf tlog.Hash, full func(tile)) error {
	h, n := leaf, f.size
	f.size++
	for level := 0; ; level++ {
		if level == len(f.tiles) {
			f.tiles = append(f.tiles, make([]byte, 0, tileBytes))
		}
		f.tiles[level] = append(f.tiles[level], h[:]...)
		if len(f.tiles[level]) < tileBytes {
			return nil
		}
		whole := tile{level: level, n: n >> tileHeight, hashes: f.tiles[level]}
		f.tiles[level] = make([]byte, 0, tileBytes)
		full(whole)
		n >>= tileHeight
		var err error
		if h, err = whole.hash(); err != nil {
			return fmt.Errorf("hash of a whole tile: %w", err)
		}
	}
}

// hash is the hash of a whole tile: the leaf of it in the next level.
func (t tile) hash() (tlog.Hash, error) {
	const half = tileHeight - 1
	var halves [2]tlog.Hash
	for i := range halves {
		at := tlog.StoredHashIndex(tileHeight*t.level+half, 2*t.n+int64(i))
		h, err := tlog.HashFromTile(tlog.Tile{H: tileHeight, L: t.level, N: t.n, W: tileWidth}, t.hashes, at)
		if err != nil {
			return tlog.Hash{}, err
		}
		halves[i] = h
	}
	return tlog.NodeHash(halves[0], halves[1]), nil
}

// incomplete are the tiles that the tree still extends.
func (f *frontier) incomplete() []tile {
	var out []tile
	for level, hashes := range f.tiles {
		if len(hashes) > 0 {
			out = append(out, tile{level: level, n: f.size >> (tileHeight * (level + 1)), hashes: hashes})
		}
	}
	return out
}

// root is the root hash of the tree.
func (f *frontier) root() (tlog.Hash, error) {
	return tlog.TreeHash(f.size, tlog.HashReaderFunc(f.hashes))
}

// hashes reads stored hashes on the right edge of the tree.
func (f *frontier) hashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		t := tlog.TileForIndex(tileHeight, index)
		if t.L >= len(f.tiles) || t.N != f.size>>(tileHeight*(t.L+1)) {
			return nil, fmt.Errorf("hash %d is not on the edge of a tree of %d leaves", index, f.size)
		}
		t.W = len(f.tiles[t.L]) / tlog.HashSize
		h, err := tlog.HashFromTile(t, f.tiles[t.L], index)
		if err != nil {
			return nil, err
		}
		out[i] = h
	}
	return out, nil
}
