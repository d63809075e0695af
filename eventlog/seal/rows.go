package seal

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/modyard/modyard/eventlog"
)

const (
	// rowsPage is the number of leaves that an audit reads at a time: whole tiles.
	rowsPage = 16 * tileWidth

	readLeaves = `SELECT leaf, event_id, stream, revision, position, recorded_at FROM seal.leaves
WHERE leaf >= $1 AND leaf < $2 ORDER BY leaf`
	readHashes = `SELECT n, hashes FROM seal.tiles WHERE level = 0 AND n >= $1 AND n < $2 ORDER BY n`
)

// auditRow is a row of seal.leaves with its hash.
type auditRow struct {
	leafRow
	hash tlog.Hash
}

// sealedRows reads the leaves of a tree in their order.
type sealedRows struct {
	db   querier
	size int64 // of the tree
	read int64 // leaves that were read
	page []auditRow
	at   int // the next one in page
	from int // the first one before at that find has skipped
}

// find moves to the row of an event, if it is among the next ones: found is true, and skipped returns the rows before
// it. Otherwise it returns the next row, nil after the last one.
func (r *sealedRows) find(ctx context.Context, id eventlog.EventID) (row *auditRow, found bool, err error) {
	if r.at == len(r.page) {
		if err := r.fill(ctx); err != nil {
			return nil, false, err
		}
	}
	if r.at == len(r.page) {
		return nil, false, nil
	}
	r.from = r.at
	if r.page[r.at].id == id {
		return &r.page[r.at], true, nil
	}
	// Rows of the next page are needed too, so that an event that is missing at the end of this one is found.
	if err := r.fill(ctx); err != nil {
		return nil, false, err
	}
	r.from = r.at
	if n := slices.IndexFunc(r.page[r.at:], func(row auditRow) bool { return row.id == id }); n >= 0 {
		r.at += n
		return &r.page[r.at], true, nil
	}
	return &r.page[r.at], false, nil
}

// skipped are the rows that the last find has left out.
func (r *sealedRows) skipped() []auditRow { return r.page[r.from:r.at] }

func (r *sealedRows) next() { r.at++ }

// rest is the number of rows that were not found.
func (r *sealedRows) rest() int64 { return int64(len(r.page)-r.at) + r.size - r.read }

// fill reads the next page behind the rows that are left.
func (r *sealedRows) fill(ctx context.Context) error {
	if r.read == r.size || len(r.page)-r.at >= rowsPage {
		return nil
	}
	end := min(r.read+rowsPage, r.size)
	rows, err := r.db.Query(ctx, readLeaves, r.read, end)
	if err != nil {
		return fmt.Errorf("read the leaves from %d: %w", r.read, err)
	}
	more, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (l auditRow, err error) {
		err = row.Scan(&l.leaf, (*[16]byte)(&l.id), &l.stream, &l.revision, &l.position, &l.recorded)
		return l, err
	})
	if err != nil {
		return fmt.Errorf("read the leaves from %d: %w", r.read, err)
	}
	hashes, err := r.hashes(ctx, r.read/tileWidth, (end+tileWidth-1)/tileWidth)
	if err != nil {
		return err
	}
	for i := range more {
		if want := r.read + int64(i); more[i].leaf != want {
			return fmt.Errorf("read the leaves from %d: %w: leaf %d is gone", r.read, ErrChanged, want)
		}
		if len(hashes) < (i+1)*tlog.HashSize {
			return fmt.Errorf("read the leaves from %d: %w", r.read, errTile)
		}
		copy(more[i].hash[:], hashes[i*tlog.HashSize:])
	}
	if int64(len(more)) != end-r.read {
		return fmt.Errorf("read the leaves from %d: %w: leaf %d is gone", r.read, ErrChanged, r.read+int64(len(more)))
	}
	r.page, r.at, r.read = append(slices.Clone(r.page[r.at:]), more...), 0, end
	return nil
}

// hashes are the hashes of the tiles from one number up to another. Pages begin with a tile.
func (r *sealedRows) hashes(ctx context.Context, from, to int64) ([]byte, error) {
	rows, err := r.db.Query(ctx, readHashes, from, to)
	if err != nil {
		return nil, fmt.Errorf("read the tiles from %d: %w", from, err)
	}
	var out []byte
	next := from
	var n int64
	var hashes []byte
	_, err = pgx.ForEachRow(rows, []any{&n, &hashes}, func() error {
		if n != next || len(hashes) > tileBytes || len(hashes) < tileBytes && n+1 < to {
			return fmt.Errorf("tile %d: %w", next, errTile)
		}
		next++
		out = append(out, hashes...)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the tiles from %d: %w", from, err)
	}
	return out, nil
}
