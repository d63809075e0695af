package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/kurrent"
	logpostgres "github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pause"
)

// verify compares the read models with the log, and the log with its seal and with its last checkpoint outside, which
// the processes made when they ended.
func (w *chaosWorld) verify(b *books) {
	w.t.Helper()
	if out, code := w.tool("", "verify"); code != 0 {
		w.t.Errorf("the read models differ from the log: %s", out)
	}
	out, code := w.tool("", "verify", "--log")
	for _, want := range []string{
		fmt.Sprintf("the log has %d events; %d are sealed", b.events, b.events),
		fmt.Sprintf("the last checkpoint outside the database covers %d events", b.events),
	} {
		if code != 0 || !strings.Contains(out, want) {
			w.t.Errorf("verify --log does not say %q: exit code %d\n%s", want, code, out)
		}
	}
}

// settle waits until every read model in use has reached the end of the log.
func (w *chaosWorld) settle(ctx context.Context) {
	w.t.Helper()
	for _, h := range w.hosts {
		h.wait(ctx)
	}
	log, done := w.openLog(ctx)
	defer done()
	head, err := log.Head(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	for {
		conn, err := pgx.Connect(ctx, w.server.URL())
		var behind, parked int
		if err == nil {
			// The read models of hits follow another log.
			err = conn.QueryRow(ctx, `SELECT (SELECT count(*) FROM runtime.checkpoints WHERE slot = '' AND serving AND position < $1 AND engine = $2),
				(SELECT count(*) FROM runtime.parked_events)`, int64(head), log.Engine()).Scan(&behind, &parked)
			_ = conn.Close(ctx)
		}
		if err == nil && behind == 0 {
			if parked > 0 {
				w.t.Errorf("%d events are parked", parked)
			}
			return
		}
		if !pause.For(ctx, 100*time.Millisecond) {
			w.t.Fatalf("the read models do not reach the end of the log: %d behind, %v", behind, err)
		}
	}
}

// openLog opens the log directly, without a wire.
func (w *chaosWorld) openLog(ctx context.Context) (eventlog.Log, func()) {
	w.t.Helper()
	if w.node != nil {
		log, err := kurrent.Open(ctx, w.node.URL())
		if err != nil {
			w.t.Fatal(err)
		}
		return log, log.Close
	}
	db, err := database.Open(ctx, w.server.Logins())
	// Connections of killed processes may fill the server until it notices that they are closed.
	for deadline := time.Now().Add(30 * time.Second); err != nil && strings.Contains(err.Error(), "SQLSTATE 53300") && time.Now().Before(deadline); {
		pause.For(ctx, time.Second)
		db, err = database.Open(ctx, w.server.Logins())
	}
	if err != nil {
		w.t.Fatal(err)
	}
	log, err := logpostgres.Open(ctx, db.Pool)
	if err != nil {
		w.t.Fatal(err)
	}
	return log, func() { log.Close(); db.Close() }
}

// compareStates compares the site's data with its answers.
func (w *chaosWorld) compareStates(ctx context.Context, staff *person) {
	w.t.Helper()
	c := &client{t: w.t, base: &w.hosts[0].base, session: staff.session, seen: &staff.seen}
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, k := range w.kept {
		c.base = &w.hosts[i%2].base // both have all data
		c.finds(ctx, k)
	}
	if len(w.kept) == 0 {
		w.t.Error("no author finished a project")
	}
}

// stop stops every process gracefully.
func (w *chaosWorld) stop() {
	w.t.Helper()
	var stopping sync.WaitGroup
	for _, h := range w.hosts {
		stopping.Go(h.stop)
	}
	stopping.Wait()
}
