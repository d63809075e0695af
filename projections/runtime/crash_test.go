package runtime_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"

	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/projections/runtime"
)

// envCrash makes the test binary a program that runs projectors until it is killed.
const envCrash = "MODYARD_RUNTIME_CRASH_URL"

// crashEvents is the total number of events that the killed programs project.
const crashEvents = 40_000

// crashWorld has the same log in every process: the memory engine, filled with the same events.
func crashWorld(t testing.TB, db *database.DB) *world {
	w := newWorldOn(t, db)
	for i := range 40 {
		w.count(string(rune('a'+i%5)), crashEvents/40)
	}
	return w
}

func TestEachEventIsAppliedOnceWhenTheProgramIsKilled(t *testing.T) {
	if url := os.Getenv(envCrash); url != "" {
		db, err := database.Connect(context.Background(), database.Logins{App: url})
		if err != nil {
			t.Fatal(err)
		}
		_ = crashWorld(t, db).runner(nil, counterProjector(1, nil)).Run(context.Background())
		return
	}
	if testing.Short() {
		t.Skip("kills programs at random moments: runs in make test-all")
	}
	w := newWorld(t)
	position := func() (at int) {
		w.scan(&at, `SELECT coalesce(max(position), 0) FROM runtime.checkpoints`)
		return at
	}
	kills := 0
	for ; kills < 20 && position() < crashEvents; kills++ {
		child := exec.Command(os.Args[0], "-test.run=^TestEachEventIsAppliedOnceWhenTheProgramIsKilled$")
		child.Env = append(os.Environ(), envCrash+"="+pgtest.Logins(t, w.db.OwnerURL).App)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		to := min(position()+1+rand.IntN(2000), crashEvents)
		eventually(t, "the program applies events", func() bool { return position() >= to })
		_ = child.Process.Kill()
		_ = child.Wait()
	}
	if kills < 5 {
		t.Fatalf("the program was killed only %d times before it was done", kills)
	}
	t.Logf("killed %d times, last at position %d", kills, position())
	b := newBoard()
	rest := crashWorld(t, w.db)
	rest.start(rest.runner(b, counterProjector(1, nil)))
	b.wait(t, "counts", crashEvents)
	for i := range 5 {
		w.expect(string(rune('a'+i)), crashEvents/5)
	}
	var applied, parked int
	w.scan(&applied, `SELECT count(*) FROM counts.applied`)
	w.scan(&parked, `SELECT count(*) FROM runtime.parked_events`)
	if applied != crashEvents || parked != 0 {
		t.Errorf("%d events were applied and %d parked, want %d and 0", applied, parked, crashEvents)
	}
}

// BenchmarkCatchUp measures a projector of counters that reads the whole log.
func BenchmarkCatchUp(b *testing.B) {
	w := newWorld(b)
	const events = 100_000
	for i := range 100 {
		w.count(string(rune('a'+i%26)), events/100)
	}
	b.ResetTimer()
	for i := range b.N {
		p := counterOnly(i + 1)
		board := newBoard()
		o := runtime.Options{DB: w.db, Log: w.log, Codec: w.codec, Board: board, Logger: slog.New(slog.DiscardHandler)}
		r, err := runtime.New(o, p)
		if err != nil {
			b.Fatal(err)
		}
		stop := w.start(r)
		board.wait(b, p.Name, events)
		stop()
	}
	b.ReportMetric(float64(events)*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}
