package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/reactors"
)

// envReactors gives a process of the chaos test the reactors of the test.
const envReactors = "MODYARD_TEST_REACTORS"

// auditReactors is the receiver of the reactors: it notes each delivery.
const auditReactors = `
CREATE TABLE chaos.reacted (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, reactor text, message text);
CREATE INDEX reacted_message ON chaos.reacted (reactor, message, n);
GRANT USAGE ON SCHEMA chaos TO modyard_app;
GRANT INSERT ON chaos.reacted TO modyard_app;`

// chaosReactors are a reactor of the log and one of the feed, whose answers are sometimes lost.
func chaosReactors() func(*app.Core) []reactors.Reactor {
	if os.Getenv(envReactors) == "" {
		return nil
	}
	return func(core *app.Core) []reactors.Reactor {
		deliver := func(ctx context.Context, reactor, message string) error {
			_, err := core.DB.Pool.Exec(ctx, `INSERT INTO chaos.reacted (reactor, message) VALUES ($1, $2)`, reactor, message)
			if err == nil && rand.IntN(50) == 0 {
				err = errors.New("the answer of the receiver was lost")
			}
			return err
		}
		return []reactors.Reactor{
			{Name: "chaos.log", Insists: true, Timeout: 5 * time.Second, Event: func(ctx context.Context, e eventlog.Recorded) error {
				return deliver(ctx, "chaos.log", e.ID.String())
			}},
			{Name: "chaos.feed", Insists: true, Timeout: 5 * time.Second, Change: func(ctx context.Context, c contract.Change) error {
				return deliver(ctx, "chaos.feed", c.ID)
			}},
		}
	}
}

// beginReactors waits until the reactors have their places.
func (w *chaosWorld) beginReactors(ctx context.Context) {
	w.t.Helper()
	log, done := w.openLog(ctx)
	defer done()
	for {
		var n int
		if err := w.look(ctx, `SELECT count(*) FROM reactors.consumers WHERE name LIKE 'chaos.%' OR name IN ('forward', 'webhooks')`, &n); err == nil && n == 4 {
			break
		}
		if !pause.For(ctx, 50*time.Millisecond) {
			w.t.Fatal("the reactors do not begin")
		}
	}
	var err error
	if w.begun, err = log.Head(ctx); err != nil {
		w.t.Fatal(err)
	}
}

func (w *chaosWorld) look(ctx context.Context, sql string, to any, args ...any) error {
	conn, err := pgx.Connect(ctx, w.server.URL())
	if err != nil {
		return err
	}
	defer conn.Close(ctx) //nolint:errcheck // a test's
	return conn.QueryRow(ctx, sql, args...).Scan(to)
}

// delivered says how often each message that a reactor must get was delivered, and when for the first time.
const (
	logDelivered = `SELECT l.position, 0 AS n, l.event_id::text AS message, min(r.n) AS first, count(r.n) AS times
FROM seal.leaves l LEFT JOIN chaos.reacted r ON r.reactor = 'chaos.log' AND r.message = l.event_id::text WHERE l.position > $1 GROUP BY 1, 2, 3`
	feedDelivered = `SELECT c.position, c.n, c.event, min(r.n) AS first, count(r.n) AS times
FROM changes.changes c LEFT JOIN chaos.reacted r ON r.reactor = 'chaos.feed' AND r.message = c.event || CASE WHEN c.n > 0 THEN '.' || c.n ELSE '' END
WHERE c.public AND c.position > $1 GROUP BY 1, 2, 3`
)

// compareReactors checks that each event and each public change was delivered at least once, for the first time in
// order, and that nothing was poisoned.
func (w *chaosWorld) compareReactors(ctx context.Context) string {
	w.t.Helper()
	log, done := w.openLog(ctx)
	defer done()
	head, err := log.Head(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	var report string
	for name, sql := range map[string]string{"chaos.log": logDelivered, "chaos.feed": feedDelivered} {
		var sealed int64
		var missing, disorder, all, repeats int
		for deadline := time.Now().Add(2 * time.Minute); ; {
			if err := w.look(ctx, `SELECT position FROM seal.tree`, &sealed); err != nil {
				w.t.Fatal(err)
			}
			if err := w.look(ctx, `SELECT count(*) FROM (`+sql+`) d WHERE times = 0`, &missing, int64(w.begun)); err != nil {
				w.t.Fatal(err)
			}
			if missing == 0 && sealed >= int64(head) || time.Now().After(deadline) || !pause.For(ctx, 200*time.Millisecond) {
				break
			}
		}
		for sql, to := range map[string]*int{
			`SELECT count(*) FROM (` + sql + `) d`:                                                                                              &all,
			`SELECT coalesce(sum(times - 1), 0) FROM (` + sql + `) d WHERE times > 0`:                                                           &repeats,
			`SELECT count(*) FROM (SELECT first, lag(first) OVER (ORDER BY position, n) AS before FROM (` + sql + `) d) o WHERE first < before`: &disorder,
		} {
			if err := w.look(ctx, sql, to, int64(w.begun)); err != nil {
				w.t.Fatal(err)
			}
		}
		if missing > 0 || disorder > 0 || all == 0 {
			w.t.Errorf("%s: of %d messages %d were not delivered, and %d for the first time before an earlier one", name, all, missing, disorder)
		}
		report += fmt.Sprintf("%s %d messages, %d repeated; ", name, all, repeats)
	}
	var poisoned int
	if err := w.look(ctx, `SELECT count(*) FROM reactors.poisoned`, &poisoned); err != nil || poisoned > 0 {
		w.t.Errorf("%d poisoned messages, %v", poisoned, err)
	}
	return report
}
