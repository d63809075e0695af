package seal

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/modyard/modyard/eventlog"
)

// Proof proves that an event is in the log, to somebody who has the site's public key only. Its metadata stays closed.
type Proof struct {
	Key        string   `json:"key"`        // public key of the site, as the note package writes it
	Checkpoint string   `json:"checkpoint"` // signed note
	Leaf       Leaf     `json:"leaf"`
	Index      int64    `json:"index"`  // of the leaf, from 0
	Hashes     []string `json:"hashes"` // of the path from the leaf to the root, base64, as in RFC 6962
}

const (
	findLeaf        = `SELECT leaf, position FROM seal.leaves WHERE event_id = $1`
	firstCheckpoint = `SELECT size, note FROM seal.checkpoints WHERE size > $1 ORDER BY size, number LIMIT 1`
)

// ErrUnsealed means that no checkpoint covers an event yet.
var ErrUnsealed = errors.New("no checkpoint covers the event yet")

// Prove makes the proof of an event against the first checkpoint that covers it.
func Prove(ctx context.Context, log eventlog.Log, pool *pgxpool.Pool, key Key, id eventlog.EventID) (Proof, error) {
	p, err := prove(ctx, log, pool, key, id)
	if err != nil {
		return Proof{}, fmt.Errorf("prove event %s: %w", id, err)
	}
	return p, nil
}

func prove(ctx context.Context, log eventlog.Log, pool *pgxpool.Pool, key Key, id eventlog.EventID) (Proof, error) {
	p := Proof{Key: key.Public()}
	var position, size int64
	err := pool.QueryRow(ctx, findLeaf, [16]byte(id)).Scan(&p.Index, &position)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, ErrUnsealed
	}
	if err != nil {
		return p, err
	}
	err = pool.QueryRow(ctx, firstCheckpoint, p.Index).Scan(&size, &p.Checkpoint)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, ErrUnsealed
	}
	if err != nil {
		return p, err
	}
	c, err := key.Open(p.Checkpoint)
	if err != nil {
		return p, err
	}
	e, err := log.Event(ctx, eventlog.Position(position))
	if err != nil {
		return p, err
	}
	p.Leaf = LeafOf(e)
	// The reader checks what it reads from the tiles against the root.
	path, err := tlog.ProveRecord(size, p.Index, tlog.TileHashReader(tlog.Tree{N: size, Hash: c.Root}, tiles{ctx: ctx, db: pool}))
	if err != nil {
		return p, err
	}
	for _, h := range path {
		p.Hashes = append(p.Hashes, h.String())
	}
	if err := tlog.CheckRecord(path, size, c.Root, p.Index, p.Leaf.Hash()); err != nil {
		return p, fmt.Errorf("%w: %w", ErrChanged, err)
	}
	return p, nil
}
