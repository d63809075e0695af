package jobs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/riverqueue/river"

	"github.com/modyard/modyard/platform/correlation"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/jobs"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/until"
)

type errand struct {
	N int `json:"n"`
}

func (errand) Kind() string { return "test.errand" }

func (errand) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: "errands"} }

// world runs jobs in a database of its own.
type world struct {
	*testing.T
	db   *database.DB
	logs buffer
	did  chan int
	work jobs.Work
	fail func(n int) error
	of   chan string // the request of each run
}

type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) contains(text string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return bytes.Contains(b.b.Bytes(), []byte(text))
}

type errands struct {
	river.WorkerDefaults[errand]
	w *world
}

func (e errands) NextRetry(*river.Job[errand]) time.Time { return time.Now() }

func (e errands) Work(ctx context.Context, job *river.Job[errand]) error {
	if e.w.of != nil {
		e.w.of <- correlation.Of(ctx)
	}
	if e.w.fail != nil {
		if err := e.w.fail(job.Args.N); err != nil {
			return err
		}
	}
	e.w.did <- job.Args.N
	return nil
}

func newWorld(t *testing.T) *world {
	t.Parallel() // most of its time a test waits for the queue
	w := &world{T: t, db: pgtest.Database(t), did: make(chan int, 1000)}
	w.work = jobs.Work{Queues: map[string]int{"errands": 4}, Workers: func(all *river.Workers) { river.AddWorker(all, errands{w: w}) }}
	return w
}

// start runs jobs until the returned function is called.
func (w *world) start(registry prometheus.Registerer) (stop func()) {
	w.Helper()
	cancel, end := w.begin(registry)
	return func() {
		cancel()
		end()
	}
}

// begin runs jobs until they are cancelled; end waits for the end.
func (w *world) begin(registry prometheus.Registerer) (cancel, end func()) {
	w.Helper()
	r, err := jobs.New(jobs.Options{Pool: w.db.Pool, Logger: slog.New(slog.NewTextHandler(&w.logs, nil)), Registry: registry}, w.work)
	if err != nil {
		w.Fatal(err)
	}
	ctx, cancel := context.WithCancel(w.Context())
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	return cancel, func() {
		if err := <-done; err != nil {
			w.Error(err)
		}
	}
}

// insert queues jobs in one transaction, which then fails if it is told to.
func (w *world) insert(fails error, numbers ...int) {
	w.Helper()
	client, err := jobs.NewClient(w.db.Pool, nil)
	if err != nil {
		w.Fatal(err)
	}
	err = pgx.BeginFunc(w.Context(), w.db.Pool, func(tx pgx.Tx) error {
		for _, n := range numbers {
			if _, err := client.InsertTx(w.Context(), tx, errand{n}, nil); err != nil {
				return err
			}
		}
		return fails
	})
	if !errors.Is(err, fails) {
		w.Fatal(err)
	}
}

func (w *world) next() int {
	w.Helper()
	n, _ := until.Receive(w, "a job", w.did)
	return n
}

func TestAJobIsRunIfItsTransactionIsCommitted(t *testing.T) {
	w := newWorld(t)
	w.insert(errors.New("rolled back"), 1)
	defer w.start(nil)()
	w.insert(nil, 2)
	if n := w.next(); n != 2 {
		t.Errorf("job %d was run", n)
	}
}

func TestEachJobIsRunByOneOfManyProcesses(t *testing.T) {
	w := newWorld(t)
	for range 3 {
		defer w.start(nil)()
	}
	all := make([]int, 200)
	for i := range all {
		all[i] = i
	}
	w.insert(nil, all...)
	seen := map[int]int{}
	for range all {
		seen[w.next()]++
	}
	if len(seen) != len(all) {
		t.Errorf("%d different jobs of %d were run", len(seen), len(all))
	}
}

func TestAFailedJobIsLoggedCountedAndRetriedAlsoAfterAPanic(t *testing.T) {
	w := newWorld(t)
	var tries atomic.Int32
	w.fail = func(int) error {
		switch tries.Add(1) {
		case 1:
			return errors.New("no answer")
		case 2:
			panic("out of order")
		}
		return nil
	}
	registry := prometheus.NewRegistry()
	defer w.start(registry)()
	w.insert(nil, 1)
	w.next()
	if !w.logs.contains("no answer") || !w.logs.contains("out of order") {
		t.Error("a failure is not in the log")
	}
	until.Until(t, "both outcomes, failed and done, are counted", func() error {
		n, err := testutil.GatherAndCount(registry, "modyard_job_runs_total")
		if err == nil && n != 2 {
			err = fmt.Errorf("%d counted outcomes", n)
		}
		return err
	})
}

func TestAStopLetsARunningJobFinish(t *testing.T) {
	w := newWorld(t)
	begun, stopping := make(chan struct{}), make(chan struct{})
	w.fail = func(int) error {
		close(begun)
		<-stopping
		return nil
	}
	stop, end := w.begin(nil)
	w.insert(nil, 7)
	<-begun
	stop()
	close(stopping)
	end()
	select {
	case <-w.did:
	default:
		t.Error("the job was abandoned")
	}
	var state string
	if err := w.db.Pool.QueryRow(t.Context(), "SELECT state FROM jobs.river_job").Scan(&state); err != nil || state != "completed" {
		t.Errorf("its state is %s, %v", state, err)
	}
}

func TestASweepIsRunAtTheStartAndByOneProcess(t *testing.T) {
	w := newWorld(t)
	var runs atomic.Int32
	ran := make(chan struct{}, 10)
	w.work.Sweeps = []jobs.Sweep{{Name: "test.sweep", Every: time.Hour, Run: func(context.Context) error {
		if runs.Add(1) == 1 {
			defer func() { ran <- struct{}{} }()
			return fmt.Errorf("try %d", 1)
		}
		ran <- struct{}{}
		return nil
	}}}
	var stops []func()
	for range 3 {
		stops = append(stops, w.start(nil))
	}
	for range 2 { // the first run fails, and is repeated
		until.Receive(t, "a sweep", ran)
	}
	for _, stop := range stops {
		stop()
	}
	var queued int
	if err := w.db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM jobs.river_job").Scan(&queued); err != nil || queued != 1 || runs.Load() != 2 {
		t.Errorf("%d jobs and %d runs, %v", queued, runs.Load(), err)
	}
}

func TestASweepOfAnotherReleaseIsCancelled(t *testing.T) {
	w := newWorld(t)
	if _, err := w.db.Pool.Exec(t.Context(), `INSERT INTO jobs.river_job (kind, args) VALUES ('sweep', '{"name": "gone"}')`); err != nil {
		t.Fatal(err)
	}
	defer w.start(nil)()
	until.Until(t, "the sweep is cancelled", func() error {
		var state string
		err := w.db.Pool.QueryRow(t.Context(), "SELECT state FROM jobs.river_job").Scan(&state)
		if err == nil && state != "cancelled" {
			err = fmt.Errorf("it is %s", state)
		}
		return err
	})
}
