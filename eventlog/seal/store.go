package seal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/modyard/modyard/eventlog"
)

// Tree is the state of a site's tree.
type Tree struct {
	Origin     string
	Engine     string // of the log; empty before the first leaf
	Generation string
	Size       int64             // number of leaves
	Position   eventlog.Position // of the last leaf
	Recorded   time.Time         // of the last leaf
}

const (
	readTree = `SELECT origin, engine, generation, size, position, recorded_at FROM seal.tree`

	// The row is locked until the transaction ends: of two sealers, one waits and then finds another size.
	lockTree = `SELECT size FROM seal.tree FOR UPDATE`
	moveTree = `UPDATE seal.tree SET engine = $1, generation = $2, size = $3, position = $4, recorded_at = $5`

	writeTile = `INSERT INTO seal.tiles (level, n, hashes) VALUES ($1, $2, $3)
ON CONFLICT (level, n) DO UPDATE SET hashes = excluded.hashes`
	readTile = `SELECT hashes FROM seal.tiles WHERE level = $1 AND n = $2`

	lastLeaf = `SELECT event_id FROM seal.leaves WHERE leaf = $1`
)

// ReadTree reads the state of the tree.
func ReadTree(ctx context.Context, db querier) (Tree, error) {
	var t Tree
	err := db.QueryRow(ctx, readTree).Scan(&t.Origin, &t.Engine, &t.Generation, &t.Size, &t.Position, &t.Recorded)
	if err != nil {
		return Tree{}, fmt.Errorf("read the seal's tree: %w", err)
	}
	t.Recorded = t.Recorded.UTC()
	return t, nil
}

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// readFrontier reads the right edge of a tree with a number of leaves.
func readFrontier(ctx context.Context, db querier, size int64) (*frontier, error) {
	f := &frontier{size: size}
	for level := 0; size>>(tileHeight*level) > 0; level++ {
		hashes := make([]byte, 0, tileBytes)
		n := size >> (tileHeight * (level + 1))
		if width := size >> (tileHeight * level) % tileWidth; width > 0 {
			var stored []byte
			if err := db.QueryRow(ctx, readTile, level, n).Scan(&stored); err != nil {
				return nil, fmt.Errorf("read tile %d of level %d: %w", n, level, err)
			}
			if len(stored) < int(width)*tlog.HashSize {
				return nil, fmt.Errorf("read tile %d of level %d: %w", n, level, errTile)
			}
			hashes = append(hashes, stored[:width*tlog.HashSize]...)
		}
		f.tiles = append(f.tiles, hashes)
	}
	return f, nil
}

var errTile = errors.New("it has fewer hashes than the tree")

// sealed is a part of the log to add to the tree.
type sealed struct {
	tree   Tree // before
	leaves []leafRow
	tiles  []tile
}

// leafRow is a row of seal.leaves.
type leafRow struct {
	leaf     int64
	id       eventlog.EventID
	stream   string
	revision int64
	position int64
	recorded time.Time
}

// errMoved means that another process has extended the tree.
var errMoved = errors.New("another process has extended the tree")

// write stores a part. The tree, its rows and its hashes change together; after a crash of the database the last parts
// may be missing and are sealed again, because a checkpoint is committed after them.
func (s *sealed) write(ctx context.Context, pool *pgxpool.Pool) (Tree, error) {
	after := s.tree
	last := s.leaves[len(s.leaves)-1]
	after.Size, after.Position, after.Recorded = last.leaf+1, eventlog.Position(last.position), last.recorded
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL synchronous_commit = off`); err != nil {
			return err
		}
		var size int64
		if err := tx.QueryRow(ctx, lockTree).Scan(&size); err != nil {
			return err
		}
		if size != s.tree.Size {
			return fmt.Errorf("%w: it has %d leaves, expected %d", errMoved, size, s.tree.Size)
		}
		_, err := tx.CopyFrom(ctx, pgx.Identifier{"seal", "leaves"},
			[]string{"leaf", "event_id", "stream", "revision", "position", "recorded_at"},
			pgx.CopyFromSlice(len(s.leaves), func(i int) ([]any, error) {
				l := s.leaves[i]
				return []any{l.leaf, [16]byte(l.id), l.stream, l.revision, l.position, l.recorded}, nil
			}))
		if err != nil {
			return err
		}
		q := &pgx.Batch{}
		for _, t := range s.tiles {
			q.Queue(writeTile, t.level, t.n, t.hashes)
		}
		q.Queue(moveTree, after.Engine, after.Generation, after.Size, int64(after.Position), after.Recorded)
		return tx.SendBatch(ctx, q).Close()
	})
	if err != nil {
		return s.tree, fmt.Errorf("seal %d events after %d: %w", len(s.leaves), s.tree.Position, err)
	}
	return after, nil
}

// tiles reads the stored tiles of a tree, for proofs.
type tiles struct {
	ctx context.Context //nolint:containedctx // the interface of tlog has no context
	db  querier
}

// Height is that of all tiles.
func (t tiles) Height() int { return tileHeight }

// SaveTiles does nothing: the tiles are in the database.
func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}

// ReadTiles reads tiles. A stored tile may be wider than an asked one.
func (t tiles) ReadTiles(asked []tlog.Tile) ([][]byte, error) {
	out := make([][]byte, len(asked))
	for i, want := range asked {
		var stored []byte
		if err := t.db.QueryRow(t.ctx, readTile, want.L, want.N).Scan(&stored); err != nil {
			return nil, fmt.Errorf("read tile %d of level %d: %w", want.N, want.L, err)
		}
		if len(stored) < want.W*tlog.HashSize {
			return nil, fmt.Errorf("read tile %d of level %d: %w", want.N, want.L, errTile)
		}
		out[i] = stored[:want.W*tlog.HashSize]
	}
	return out, nil
}
