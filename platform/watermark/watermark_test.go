package watermark_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/watermark"
)

func TestWaitReturnsAtThePositionAndNotBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := watermark.New()
		done := make(chan error, 1)
		go func() { done <- b.Wait(t.Context(), "catalog", 10) }()
		b.Publish("catalog", 9)
		b.Publish("other", 99)
		synctest.Wait()
		select {
		case err := <-done:
			t.Errorf("Wait ended at 9: %v", err)
			return
		default:
		}
		b.Publish("catalog", 12)
		if err := <-done; err != nil {
			t.Error(err)
		}
		b.Publish("catalog", 3)
		if at := b.At("catalog"); at != 12 {
			t.Errorf("a late position lowered the mark to %d", at)
		}
	})
}

func TestWaitEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := watermark.New().Wait(ctx, "catalog", 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("Wait = %v", err)
	}
}

func TestManyWaitersAreNotifiedOfEveryRise(t *testing.T) {
	b := watermark.New()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			if err := b.Wait(ctx, "catalog", uint64(i*10)); err != nil {
				t.Error(err)
			}
		})
	}
	for i := range 1000 {
		b.Publish("catalog", uint64(i))
	}
	wg.Wait()
}

func TestMarksReachOtherProcessesAlsoAfterALostConnection(t *testing.T) {
	db := pgtest.Database(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := db.Pool.Exec(ctx, "CREATE SCHEMA marks CREATE TABLE marks (name text, position bigint)"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Pool.Exec(ctx, "INSERT INTO marks.marks VALUES ('catalog', 5)"); err != nil {
		t.Fatal(err)
	}
	b := watermark.New()
	var listening sync.WaitGroup
	stop, end := context.WithCancel(ctx)
	listening.Go(func() {
		b.Listen(stop, db.Pool, watermark.ListenOptions{Query: "SELECT name, position FROM marks.marks", Interval: 300 * time.Millisecond,
			Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	})
	if err := b.Wait(ctx, "catalog", 5); err != nil {
		t.Fatalf("the earlier positions: %v", err)
	}
	notify := func(payload string) {
		t.Helper()
		if _, err := db.Pool.Exec(ctx, "SELECT pg_notify($1, $2)", watermark.Channel, payload); err != nil {
			t.Fatal(err)
		}
	}
	for _, bad := range []string{"", ":", "catalog:", "catalog:-1", "catalog:99999999999999999999999", ":7"} {
		notify(bad)
	}
	notify(watermark.Payload("catalog", 7))
	if err := b.Wait(ctx, "catalog", 7); err != nil {
		t.Fatalf("by notification: %v", err)
	}
	owner, err := pgx.Connect(ctx, db.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(ctx) //nolint:errcheck // test
	tag, err := owner.Exec(ctx, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'LISTEN%'`)
	if err != nil || tag.RowsAffected() != 1 {
		t.Fatalf("terminate the listening session: %v, %v", tag, err)
	}
	if _, err := db.Pool.Exec(ctx, "UPDATE marks.marks SET position = 8"); err != nil {
		t.Fatal(err)
	}
	if err := b.Wait(ctx, "catalog", 8); err != nil {
		t.Fatalf("after the connection was lost: %v", err)
	}
	end()
	listening.Wait()
}
