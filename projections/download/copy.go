package download

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/rows"
)

// limits say when a batch writes, in cells.
type limits struct {
	copied  int // from this number on, new rows are copied: for fewer, it costs more to ask which are new
	spilled int // so many of past hours are written while further hits are judged
	most    int // in memory: in all about 100 bytes each, and as many again that are being written
}

func usualLimits() limits { return limits{copied: 1000, spilled: 16 << 10, most: 128 << 10} }

// newestHour is the newest hour of which there are rows: each row of the hours is in one of the site.
const newestHour = `select max(hour) from site_hours where part = 0`

// spilling is what a batch has written before its end.
type spilling struct {
	asked   bool
	written int64      // newest hour of which the tables may have rows
	done    chan error // gets the result of what is being written; nil: nothing is
}

// Spill writes the cells of past hours while the next hits are judged: each row of the hours is then written once in a batch that
// reads history, and a batch takes the memory of a few hours. A late hit of a past hour waits for Flush.
func (b *batch) Spill(ctx context.Context, tx pgx.Tx) error {
	full := len(b.sums.cells) >= b.limits.most
	if !full && b.sums.over < b.limits.spilled {
		return nil
	}
	if b.spilled.done != nil && !full {
		select {
		case err := <-b.spilled.done:
			if b.spilled.done = nil; err != nil {
				return err
			}
		default: // more will be written at once
			return nil
		}
	}
	if err := b.Settle(); err != nil {
		return err
	}
	if err := b.ask(ctx, tx); err != nil {
		return err
	}
	fresh := b.sums.take(b.spilled.written, b.sums.newest)
	var known []cell
	if len(b.sums.cells) >= b.limits.most { // the newest hour has more cells than fit, or many hits come late
		fresh = append(fresh, b.sums.take(b.spilled.written, math.MaxInt64)...)
		known = b.sums.take(math.MinInt64, math.MaxInt64)
	}
	names, done := b.sums.names(), make(chan error, 1)
	for _, c := range fresh {
		b.spilled.written = max(b.spilled.written, c.hour)
	}
	b.spilled.done = done
	go func() {
		err := copyHours(ctx, tx, names, fresh)
		if err == nil && len(known) > 0 {
			set := rows.New()
			for _, c := range known {
				hourTotals.Add(set, names.row(c))
			}
			err = set.Write(ctx, tx)
		}
		done <- err
	}()
	return nil
}

// Settle waits until nothing is being written.
func (b *batch) Settle() error {
	if b.spilled.done == nil {
		return nil
	}
	err := <-b.spilled.done
	b.spilled.done = nil
	return err
}

// ask reads which hours have rows, once a batch.
func (b *batch) ask(ctx context.Context, tx pgx.Tx) error {
	if b.spilled.asked {
		return nil
	}
	var newest *time.Time
	if err := tx.QueryRow(ctx, newestHour).Scan(&newest); err != nil {
		return fmt.Errorf("read the newest hour: %w", err)
	}
	b.spilled.asked, b.spilled.written = true, math.MinInt64
	if newest != nil {
		b.spilled.written = hourOf(*newest)
	}
	return nil
}

// copyHours writes rows that the table does not have.
func copyHours(ctx context.Context, tx pgx.Tx, names names, cells []cell) error {
	if len(cells) == 0 {
		return nil
	}
	slices.SortFunc(cells, names.compare)
	_, err := tx.Conn().PgConn().CopyFrom(ctx, &copying{names: names, cells: cells, buf: copyHeader()},
		`copy hours (project, version, hour, client, family, loader, game, country, downloads, views, seconds) from stdin (format binary)`)
	if err != nil {
		return fmt.Errorf("copy rows into hours: %w", err)
	}
	return nil
}

// compare is the order of the index: neighbours are on one page of it.
func (n names) compare(a, b cell) int {
	if of, with := n.of[a.place].project, n.of[b.place].project; of != with {
		return cmp.Compare(n.places[a.place].project, n.places[b.place].project)
	}
	if a.hour != b.hour {
		return cmp.Compare(a.hour, b.hour)
	}
	if a.place != b.place {
		return cmp.Compare(n.places[a.place].version, n.places[b.place].version)
	}
	c, d := &n.circumstances[a.circumstances], &n.circumstances[b.circumstances]
	return cmp.Or(cmp.Compare(c.Client, d.Client), cmp.Compare(c.Family, d.Family), cmp.Compare(c.Loader, d.Loader),
		cmp.Compare(c.Game, d.Game), cmp.Compare(c.Country, d.Country))
}

// copying are rows in the binary form of COPY, made as they are read.
// https://www.postgresql.org/docs/15/sql-copy.html#id-1.9.3.55.9.4
type copying struct {
	names names
	cells []cell // not made yet
	buf   []byte
	read  int // of buf
	ended bool
}

const (
	copyColumns = 11
	copyChunk   = 64 << 10
)

// copyHeader is the signature, no flags and no extension.
func copyHeader() []byte { return append([]byte("PGCOPY\n\xff\r\n\x00"), make([]byte, 8)...) }

// Read implements io.Reader.
func (c *copying) Read(p []byte) (int, error) {
	if c.read == len(c.buf) {
		c.buf, c.read = c.buf[:0], 0
		for len(c.cells) > 0 && len(c.buf) < copyChunk {
			c.add(&c.cells[0])
			c.cells = c.cells[1:]
		}
		if len(c.buf) == 0 {
			if c.ended {
				return 0, io.EOF
			}
			c.ended, c.buf = true, append(c.buf, 0xff, 0xff)
		}
	}
	n := copy(p, c.buf[c.read:])
	c.read += n
	return n, nil
}

// add adds a row.
func (c *copying) add(of *cell) {
	at, what := &c.names.places[of.place], &c.names.circumstances[of.circumstances]
	c.buf = binary.BigEndian.AppendUint16(c.buf, copyColumns)
	c.text(at.project)
	c.text(at.version)
	c.number(microseconds(of.hour))
	c.buf = binary.BigEndian.AppendUint32(c.buf, 2)
	c.buf = binary.BigEndian.AppendUint16(c.buf, uint16(what.Client)) //nolint:gosec // it is a download.Client
	c.text(what.Family)
	c.text(what.Loader)
	c.text(what.Game)
	c.text(what.Country)
	c.number(of.Downloads)
	c.number(of.measures.Views)
	c.number(of.Seconds)
}

func (c *copying) text(s string) {
	s = rows.Clean(s)
	c.buf = binary.BigEndian.AppendUint32(c.buf, uint32(len(s))) //nolint:gosec // at most 255 bytes
	c.buf = append(c.buf, s...)
}

func (c *copying) number(n int64) {
	c.buf = binary.BigEndian.AppendUint32(c.buf, 8)
	c.buf = binary.BigEndian.AppendUint64(c.buf, uint64(n)) //nolint:gosec // the same bits
}

// epochHours is the beginning of 2000, from which Postgres counts, in hours since 1970.
const epochHours = 10957 * hoursOfDay

// microseconds is an hour as Postgres stores it.
func microseconds(hour int64) int64 { return (hour - epochHours) * hourSeconds * 1_000_000 }
