package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/eventlogtest"
	"github.com/modyard/modyard/platform/pgtest"
)

func TestALostNotificationOnlyDelaysAFollower(t *testing.T) {
	db := pgtest.Database(t)
	reader, writer := open(t, db), open(t, db)
	seen := make(chan eventlog.Recorded)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	go func() {
		defer close(seen)
		for batch, err := range reader.Follow(ctx, 0, eventlog.Filter{}) {
			if err != nil {
				t.Errorf("follow: %v", err)
				return
			}
			for _, e := range batch.Events {
				select {
				case seen <- e:
				case <-ctx.Done():
				}
			}
		}
	}()
	expect := func(position eventlog.Position) {
		t.Helper()
		if e, ok := <-seen; !ok || e.Position != position {
			t.Fatalf("the follower saw event %d, want %d", e.Position, position)
		}
	}
	for i := range eventlog.Position(3) {
		// Every listening connection is terminated just before an append.
		asOwner(t, db, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE application_name = 'modyard log listen' AND datname = current_database()`)
		if _, err := writer.Append(ctx, happening("thing-1", eventlog.Any)); err != nil {
			t.Fatal(err)
		}
		expect(i + 1)
	}
	// An append without a notification.
	asOwner(t, db, `BEGIN; UPDATE log.log_head SET position = 4;
		INSERT INTO log.events SELECT 4, stream_id, 3, now(), gen_random_uuid(), type, stream, data, meta FROM log.events WHERE position = 3;
		UPDATE log.streams SET revision = 3; COMMIT`)
	expect(4)
	// Notifications with wrong content.
	asOwner(t, db, `NOTIFY log, '99'; NOTIFY log, 'nonsense'; NOTIFY log`)
	if receipt, err := writer.Append(ctx, happening("thing-1", eventlog.At(3))); err != nil || receipt.Position != 5 {
		t.Fatalf("append: %+v, %v", receipt, err)
	}
	expect(5)
	eventlogtest.Verify(t, reader, 5)
}

func TestAFollowerStopsAtAGap(t *testing.T) {
	db := pgtest.Database(t)
	log := open(t, db)
	for range 5 {
		if _, err := log.Append(t.Context(), happening("thing-1", eventlog.Any)); err != nil {
			t.Fatal(err)
		}
	}
	asOwner(t, db, `SET session_replication_role = replica; DELETE FROM log.events WHERE position = 3`)
	for _, err := range log.Follow(t.Context(), 0, eventlog.Filter{}) {
		if err == nil {
			t.Error("a damaged log was followed")
		}
		break
	}
}

func TestAProcessThatStopsInsideAnAppendLosesTheLock(t *testing.T) {
	if testing.Short() {
		t.Skip("waits until the server ends an idle transaction: runs in make test-all")
	}
	t.Parallel()
	db := pgtest.Database(t)
	log := open(t, db)
	stuck, err := pgx.Connect(t.Context(), db.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer stuck.Close(context.Background()) //nolint:errcheck // the server has ended it
	// The settings of an appender, with a shorter timeout.
	if _, err := stuck.PgConn().Exec(t.Context(), `SET idle_in_transaction_session_timeout = '500ms';
		BEGIN; SELECT position FROM log.log_head FOR UPDATE`).ReadAll(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if _, err := log.Append(ctx, happening("thing-1", eventlog.NoStream)); err != nil {
		t.Errorf("append: %v", err)
	}
}
