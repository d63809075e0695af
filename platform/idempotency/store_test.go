package idempotency_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/pgtest"
)

func refused(err error) bool {
	var f httpkit.Faulty
	return errors.As(err, &f) && f.FaultKind() == httpkit.KindMismatch && f.FaultCode() == "idempotency_key_reused"
}

func TestAKeyIsKeptForSevenDays(t *testing.T) {
	db := pgtest.Database(t)
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	s := idempotency.NewStore(db.Pool, func() time.Time { return now })
	ctx, id := t.Context(), uuid.NewString()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.Check(ctx, id, "one"))
	must(s.Check(ctx, id, "two")) // Check records nothing
	must(s.Record(ctx, id, "one"))
	for range 2 {
		must(s.Check(ctx, id, "one"))
		must(s.Record(ctx, id, "one"))
		if err := s.Check(ctx, id, "two"); !refused(err) {
			t.Fatal(err)
		}
		if err := s.Record(ctx, id, "two"); !refused(err) {
			t.Fatal(err)
		}
		must(s.Sweep(ctx))
		now = now.Add(6*24*time.Hour + 23*time.Hour)
	}
	must(s.Check(ctx, id, "two"))
	must(s.Record(ctx, id, "two"))
	if err := s.Record(ctx, id, "one"); !refused(err) {
		t.Fatal("the expired request was returned:", err)
	}
	now = now.Add(8 * 24 * time.Hour)
	must(s.Sweep(ctx))
	var left int
	must(db.Pool.QueryRow(ctx, "SELECT count(*) FROM commands.idempotency").Scan(&left))
	if left != 0 {
		t.Error(left)
	}
}

func TestOnlyOneOfConcurrentRequestsWithAKeyRuns(t *testing.T) {
	db := pgtest.Database(t)
	s := idempotency.NewStore(db.Pool, nil)
	id := uuid.NewString()
	var all sync.WaitGroup
	var mu sync.Mutex
	made := map[string]int{}
	for range 8 {
		all.Go(func() {
			err := pgx.BeginFunc(context.Background(), db.Pool, func(tx pgx.Tx) error {
				before, err := s.RecordIn(t.Context(), tx, id, "h")
				if err == nil && before == "" {
					before = uuid.NewString()
					err = s.Note(t.Context(), tx, id, before)
				}
				mu.Lock()
				made[before]++
				mu.Unlock()
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if len(made) != 1 {
		t.Error(made)
	}
}
