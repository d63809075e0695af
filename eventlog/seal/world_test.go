package seal_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/eventlog/seal"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
)

// world is a log in Postgres with its seal.
type world struct {
	t     testing.TB
	db    *database.DB
	log   eventlog.Log
	key   seal.Key
	files *files
	n     int
}

func newWorld(t testing.TB) *world {
	t.Helper()
	db := pgtest.Database(t)
	log := open(t, db)
	tree, err := seal.ReadTree(t.Context(), db.Pool)
	if err != nil {
		t.Fatal(err)
	}
	key, err := seal.NewKey(tree.Origin, [32]byte{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	return &world{t: t, db: db, log: log, key: key, files: &files{content: map[string][]byte{}}}
}

// empty makes the database of a world that of a new site, because creating one takes far longer.
func (w *world) empty(t testing.TB) *world {
	t.Helper()
	w.asOwner(`TRUNCATE log.events, log.streams, seal.leaves, seal.tiles, seal.checkpoints; UPDATE log.log_head SET position = 0, recorded_at = 'epoch';
UPDATE seal.tree SET engine = '', generation = '', size = 0, position = 0, recorded_at = 'epoch'`)
	return &world{t: t, db: w.db, log: open(t, w.db), key: w.key, files: &files{content: map[string][]byte{}}}
}

func open(t testing.TB, db *database.DB) eventlog.Log {
	t.Helper()
	log, err := postgres.Open(context.Background(), db.Pool, postgres.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	return log
}

func (w *world) sealer() *seal.Sealer {
	return seal.New(seal.Options{Log: w.log, Pool: w.db.Pool, Key: w.key, Files: w.files, Logger: slog.New(slog.DiscardHandler)})
}

// catch seals the log to its end and makes a checkpoint.
func (w *world) catch() {
	w.t.Helper()
	if err := w.sealer().Catch(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// fill appends events to ten streams in turn, each with an id that is the same in every test.
func (w *world) fill(events int) {
	w.t.Helper()
	var writes []eventlog.Write
	for i := range events {
		w.n++
		e := eventlog.Event{
			ID: eventlog.DeriveEventID("fill", w.n), Type: "file.claimed.v1", Data: fmt.Appendf(nil, `{"n":%d}`, w.n),
			Meta: eventlog.Metadata{Actor: "account", Command: "command", At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Salt: eventlog.Salt{byte(w.n)}},
		}
		if w.n%7 == 0 {
			e.Meta.Unknown = `{"later":{"b":1,"a":[2.50,"é"]}}`
		}
		writes = append(writes, eventlog.Write{Stream: fmt.Sprintf("file-%d", w.n%10), Expected: eventlog.Any, Events: []eventlog.Event{e}})
		if len(writes) < 10 && i < events-1 {
			continue
		}
		if _, err := w.log.Append(w.t.Context(), writes...); err != nil {
			w.t.Fatal(err)
		}
		writes = nil
	}
}

// audit audits the log within a time in which every audit of a test ends.
func (w *world) audit() seal.Report {
	w.t.Helper()
	ctx, stop := context.WithTimeout(w.t.Context(), 30*time.Second)
	defer stop()
	a, err := seal.StartAudit(ctx, seal.AuditOptions{
		Log: w.log, Pool: w.db.Pool, Key: w.key, Files: w.files,
		Restored: func(e eventlog.Recorded) (size int64, root tlog.Hash, ok bool) {
			var told struct {
				Size int64
				Root string
			}
			if e.Type != "log.restored.v1" || json.Unmarshal(e.Data, &told) != nil {
				return 0, root, false
			}
			root, err := tlog.ParseHash(told.Root)
			return told.Size, root, err == nil
		},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	report, err := a.Run(ctx, func(int64) {})
	if err != nil {
		w.t.Fatal(err)
	}
	return report
}

// asOwner runs SQL as the owner, who can disable the triggers.
func (w *world) asOwner(sql string) {
	w.t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, w.db.OwnerURL)
	if err != nil {
		w.t.Fatal(err)
	}
	defer conn.Close(ctx) //nolint:errcheck // no request is in progress
	if _, err := conn.PgConn().Exec(ctx, `SET session_replication_role = replica; `+sql).ReadAll(); err != nil {
		w.t.Fatalf("as owner: %v", err)
	}
}

// files keeps checkpoints in memory.
type files struct {
	mu      sync.Mutex
	content map[string][]byte
	fail    error
}

func (f *files) Names(context.Context) ([]string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Collect(maps.Keys(f.content)), f.fail
}

func (f *files) Read(_ context.Context, name string) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.content[name]), f.fail
}

func (f *files) Write(_ context.Context, name string, data []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail == nil {
		f.content[name] = slices.Clone(data)
	}
	return f.fail
}
