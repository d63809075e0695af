package download

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// TestRowsAreTheSameHoweverABatchIsWritten compares batches that write each row by a statement with batches that copy new rows, write
// between events, and have more cells than they may keep, over hits of which some come hours late.
func TestRowsAreTheSameHoweverABatchIsWritten(t *testing.T) {
	const huge = 1 << 30
	var want string
	for _, l := range []limits{
		{copied: huge, spilled: huge, most: huge},
		{copied: 1, spilled: huge, most: huge},
		{copied: 1, spilled: 1, most: huge},
		{copied: 1, spilled: 20, most: 60},
		{copied: huge, spilled: 1, most: 1},
		usualLimits(),
	} {
		got := rowsOf(t, l)
		if want == "" {
			if want = got; strings.Count(want, "\n") < 500 {
				t.Fatalf("only %d rows", strings.Count(want, "\n"))
			}
		}
		if got != want {
			t.Errorf("with %+v:\n%s", l, firstDifference(got, want))
		}
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("row %d is %s, want %s", i, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d rows, want %d", len(g), len(w))
}

// rowsOf applies the same hits in the same batches, and returns all rows.
func rowsOf(t *testing.T, l limits) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), pgtest.Logins(t, pgtest.Empty(t)).Owner)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context()) //nolint:errcheck // nothing is in flight
	if _, err := conn.Exec(t.Context(), schema); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(11, 12))
	remembers := newMemory(download.DefaultRules())
	at, position := time.Date(2026, 11, 25, 22, 50, 0, 0, time.UTC), eventlog.Position(0)
	for range 12 {
		err := pgx.BeginFunc(t.Context(), conn, func(tx pgx.Tx) (err error) {
			set := rows.New()
			b := newBatch(set, l)
			b.Remember(remembers)
			defer func() {
				if failed := b.Settle(); err == nil {
					err = failed
				}
			}()
			for range 1 + random.IntN(12) {
				position++
				kind := download.Kind(random.IntN(3))
				hits := make([]download.Hit, 1+random.IntN(50))
				for i := range hits {
					at = at.Add(time.Duration(random.IntN(20_000)) * time.Millisecond)
					hits[i] = anyHit(random, kind, at)
				}
				if err := apply(t, b, kind, hits, position); err != nil {
					return err
				}
				if err := b.Spill(t.Context(), tx); err != nil {
					return err
				}
			}
			if err := b.Flush(t.Context(), tx); err != nil {
				return err
			}
			return set.Write(t.Context(), tx)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	var all strings.Builder
	for _, table := range []string{"projects", "versions", "hours", "site_hours", "days", "weeks", "verdicts", "day_begins"} {
		found, err := conn.Query(t.Context(), fmt.Sprintf("select '%[1]s ' || r::text from %[1]s r order by 1", table))
		if err != nil {
			t.Fatal(err)
		}
		lines, err := pgx.CollectRows(found, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(strings.Join(lines, "\n") + "\n")
	}
	return all.String()
}

func apply(t *testing.T, b *batch, kind download.Kind, hits []download.Hit, position eventlog.Position) error {
	t.Helper()
	packed, err := download.Pack(hits)
	if err != nil {
		t.Fatal(err)
	}
	e := runtime.Event{Recorded: eventlog.Recorded{Position: position}}
	switch payload := kind.Event(packed).(type) {
	case download.Viewed:
		return recorded(b, e, payload)
	case download.Played:
		return recorded(b, e, payload)
	default:
		return recorded(b, e, payload.(download.Recorded))
	}
}

func anyHit(random *rand.Rand, kind download.Kind, at time.Time) download.Hit {
	if random.IntN(20) == 0 {
		at = at.Add(-time.Duration(random.IntN(5)) * time.Hour)
	}
	p := random.IntN(40)
	h := download.Hit{
		At: at, Project: fmt.Sprintf("P%02d", p), Version: fmt.Sprintf("V%02d%d", p, random.IntN(2)), Client: download.Client(random.IntN(5)),
		Family: []string{"", "hmcl", "pcl"}[random.IntN(3)], Loader: []string{"", "fabric"}[p%2], Game: []string{"1.20.1", "\x001.21"}[p%2],
		Country: []string{"CN", "", "TW"}[random.IntN(3)], SignedIn: random.IntN(2) == 0, Unpaid: random.IntN(3) == 0,
	}
	h.Visitor[0], h.Visitor[1] = byte(at.Day()), byte(random.IntN(200))
	switch kind {
	case download.View:
		h.Version = ""
	case download.Playtime:
		h.Seconds = uint16(1 + random.IntN(300))
	}
	return h
}
