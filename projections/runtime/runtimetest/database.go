// Package runtimetest gives tests databases whose read models are there and empty: creating their tables takes longer than most tests.
package runtimetest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/projections/runtime"
)

// Database gives the owner's address of a fresh database with every migration and the empty read models of the projectors, as a
// runner over a new log of the engine leaves them. types has the events of their handlers. It is dropped when the test ends.
func Database(t testing.TB, engine string, types *codec.Codec, projectors ...runtime.Projector) string {
	t.Helper()
	var key strings.Builder
	key.WriteString(engine)
	for _, p := range projectors {
		fmt.Fprintf(&key, "\x00%s %d %q %q\n%s", p.Name, p.Version, p.Categories, p.Views, p.DDL)
	}
	return pgtest.Prepared(t, fmt.Sprintf("%x", sha256.Sum256([]byte(key.String()))), func(ctx context.Context, db *database.DB) error {
		return prepare(ctx, t, db, engine, types, projectors)
	})
}

// named is an empty log with the name of another engine: read models belong to an engine.
type named struct {
	eventlog.Log
	engine string
}

func (l named) Engine() string { return l.engine }

const serving = `SELECT count(*) FROM runtime.checkpoints WHERE serving`

// prepare runs the projectors until the read models serve.
func prepare(ctx context.Context, t testing.TB, db *database.DB, engine string, types *codec.Codec, projectors []runtime.Projector) error {
	runner, err := runtime.New(runtime.Options{
		DB: db, Log: named{memory.New(), engine}, Codec: types, Logger: slog.New(slog.DiscardHandler),
	}, projectors...)
	if err != nil {
		return fmt.Errorf("prepare read models: %w", err)
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan error, 1)
	go func() { done <- runner.Run(running) }()
	until.Until(t, "every read model serves", func() error {
		var there int
		if err := db.Pool.QueryRow(ctx, serving).Scan(&there); err != nil {
			return err
		}
		if there < len(projectors) {
			return fmt.Errorf("%d of %d", there, len(projectors))
		}
		return nil
	})
	stop()
	return <-done
}
