package positions_test

import (
	"context"
	"sync"
	"testing"

	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/positions"
)

func TestAPositionIsRememberedForThirtySeconds(t *testing.T) {
	db := pgtest.Database(t)
	s, ctx := positions.NewStore(db.Pool), t.Context()
	of := func() (position int64) {
		t.Helper()
		if err := db.Pool.QueryRow(ctx, "SELECT "+positions.Of("$1::text"), "account1").Scan(&position); err != nil {
			t.Fatal(err)
		}
		return position
	}
	remember := func(ctx context.Context, position uint64) {
		t.Helper()
		if err := s.Remember(ctx, "account1", position); err != nil {
			t.Error(err)
		}
	}
	age := func(age string) {
		t.Helper()
		if _, err := db.Pool.Exec(ctx, "UPDATE commands.positions SET at = clock_timestamp() - $1::text::interval", age); err != nil {
			t.Fatal(err)
		}
	}
	if of() != 0 {
		t.Error("there is a position before any command")
	}
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() { remember(ctx, uint64(i+1)) })
	}
	all.Wait()
	if of() != 20 {
		t.Errorf("after commands at 1 to 20 in any order, the position is %d", of())
	}
	age("25 seconds")
	if err := s.Sweep(ctx); err != nil || of() != 20 {
		t.Errorf("after 25 seconds, the position is %d (%v)", of(), err)
	}
	age("31 seconds")
	if of() != 0 {
		t.Errorf("after 31 seconds, the position is %d", of())
	}
	remember(ctx, 3) // of another log
	if of() != 3 {
		t.Errorf("a lower position after an expired one is %d", of())
	}
	age("31 seconds")
	var rows int
	if err := s.Sweep(ctx); err != nil {
		t.Error(err)
	}
	if err := db.Pool.QueryRow(ctx, "SELECT count(*) FROM commands.positions").Scan(&rows); err != nil || rows != 0 {
		t.Errorf("%d rows remain (%v)", rows, err)
	}
}
