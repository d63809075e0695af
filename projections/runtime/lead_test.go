package runtime_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/runtime"
)

func leads(r *runtime.Runner) bool {
	p := r.Progress()
	return len(p) == 1 && p[0].Leads
}

func TestOneRunnerLeadsAndTheOtherTakesOverWhenItStops(t *testing.T) {
	w, b1, b2 := newWorld(t), newBoard(), newBoard()
	db, asked := w.counting(asksForTheLead)
	first, second := w.runner(b1, counterProjector(1, nil)), w.runnerOn(db, b2, counterProjector(1, nil))
	stop := w.start(first)
	eventually(t, "the first leads", func() bool { return leads(first) })
	w.start(second)
	last := w.count("x", 100)
	b1.wait(t, "counts", last)
	b2.wait(t, "counts", last) // the follower sees the leader's positions without a notification
	asked.more(w, 5)
	if leads(second) {
		t.Fatal("both lead")
	}
	stop()
	eventually(t, "the second leads", func() bool { return leads(second) })
	b2.wait(t, "counts", w.count("x", 100))
	w.expect("x", 200)
}

func TestAFollowerTakesOverWhenTheLeadersLeaseConnectionIsCut(t *testing.T) {
	w, b := newWorld(t), newBoard()
	first, second := w.runner(b, counterProjector(1, nil)), w.runner(b, counterProjector(1, nil))
	w.start(first)
	eventually(t, "the first leads", func() bool { return leads(first) })
	w.start(second)
	admin, err := pgx.Connect(context.Background(), w.db.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(context.Background())
	// Both runners continue while the lease connection is cut repeatedly.
	for range 20 {
		b.wait(t, "counts", w.count("x", 300)-299) // some of them are applied
		if _, err := admin.Exec(context.Background(), `
			SELECT pg_terminate_backend(pid) FROM pg_locks
			WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`); err != nil {
			t.Fatal(err)
		}
	}
	b.wait(t, "counts", w.count("x", 1))
	w.expect("x", 20*300+1)
	eventually(t, "one of them leads", func() bool { return leads(first) != leads(second) })
}
