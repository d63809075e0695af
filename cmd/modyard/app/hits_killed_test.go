package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	logpostgres "github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/migrations"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/scratch"
	"github.com/modyard/modyard/platform/subprocess"
	"github.com/modyard/modyard/platform/until"
)

const (
	// envArchive makes the test binary a process that archives hits until it is killed. Its value is the configuration.
	envArchive = "MODYARD_TEST_ARCHIVE"
	// envArchiveKills is the number of kills; the default keeps the suite fast.
	envArchiveKills = "MODYARD_TEST_KILLS"

	smallHits      = 3000 // positions of a partition
	smallFileBytes = 96 << 10
)

func TestMain(m *testing.M) {
	if raw := os.Getenv(envArchive); raw != "" {
		fmt.Fprintln(os.Stderr, archiveForEver(raw))
		os.Exit(1)
	}
	leave, err := scratch.Enter() // a killed run leaves no folder
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	leave()
	os.Exit(code)
}

// smallCore is a core whose log of hits has small partitions, and its archive small files.
func smallCore(ctx context.Context, c config.Config) (*Core, error) {
	core, err := Open(ctx, c, slog.New(slog.DiscardHandler), Share)
	if err != nil {
		return nil, err
	}
	if err := core.openHits(ctx, nil, nil); err != nil {
		return nil, err
	}
	small, err := logpostgres.Open(ctx, core.DB.Pool, logpostgres.WithEngine(hitsEngine), logpostgres.WithSchema("small", smallHits))
	if err != nil {
		return nil, err
	}
	core.onClose(func() error { small.Close(); return nil })
	core.Hits.fileBytes = smallFileBytes
	return core, core.Hits.open(ctx, small)
}

// archiveForEver archives whatever is due.
func archiveForEver(raw string) error {
	ctx := context.Background()
	var c config.Config
	if err := json.Unmarshal([]byte(raw), &c); err != nil {
		return err
	}
	core, err := smallCore(ctx, c)
	if err != nil {
		return err
	}
	for {
		if _, err := core.Hits.Archive(ctx, time.Now().Add(time.Hour), ""); err != nil {
			return err
		}
		pause.For(ctx, time.Millisecond)
	}
}

// TestKillingTheArchiverLosesAndRepeatsNoHit kills processes that archive at random moments while hits are appended, and
// reads the log together with its archive during all of it.
func TestKillingTheArchiverLosesAndRepeatsNoHit(t *testing.T) {
	if testing.Short() {
		t.Skip("kills programs: runs in make test-all")
	}
	kills := 4
	if n, err := strconv.Atoi(os.Getenv(envArchiveKills)); err == nil {
		kills = n
	}
	logins := pgtest.Logins(t, pgtest.Migrated(t))
	c := config.Config{Addr: "127.0.0.1:8080", DataDir: t.TempDir(), DatabaseURL: logins.App, DatabaseOwnerURL: logins.Owner, Game: "Minecraft", Brand: "Modyard"}
	migrated, err := Open(t.Context(), c, slog.New(slog.DiscardHandler), Share)
	if err != nil {
		t.Fatal(err)
	}
	makeSmallHits(t, migrated)
	if err := migrated.Close(); err != nil {
		t.Fatal(err)
	}
	core, err := smallCore(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer core.Close() //nolint:errcheck // a test's
	raw, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	hits := &numberedHits{core: core}
	for range 4 {
		hits.append(t, smallHits/2) // an append is smaller than a partition
	}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		for ok := true; ok; ok = pause.For(ctx, 50*time.Millisecond) {
			hits.append(t, 250)
		}
	})
	running.Go(func() {
		for ok := true; ok; ok = pause.For(ctx, 100*time.Millisecond) {
			hits.check(t)
		}
	})
	left := 0
	for range kills {
		archiveAndKill(t, string(raw), c.DataDir)
		hits.check(t)
		left += len(archived(t, c.DataDir, "progress.json"))
	}
	stop()
	running.Wait()
	dropped, err := core.Hits.Archive(t.Context(), time.Now().Add(time.Hour), "")
	if err != nil {
		t.Fatal(err)
	}
	hits.check(t)
	s, err := core.Hits.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// The main log holds each range once, and they join up to the partition of the head.
	next := eventlog.Position(1)
	for _, r := range s.Ranges {
		if r.From != next {
			t.Errorf("the record of %d to %d follows %d", r.From, r.To, next-1)
		}
		next = r.To + 1
	}
	if s.First != next || s.Head-s.First >= smallHits || len(s.Ranges) < 2 {
		t.Errorf("the log keeps %d to %d, %d ranges up to %d are recorded", s.First, s.Head, len(s.Ranges), next-1)
	}
	report, err := core.Hits.Verify(t.Context())
	if err != nil || len(report.Findings) != 0 || report.Archived+report.Kept != hits.n || report.Archived != uint64(s.First-1) {
		t.Errorf("verify: %+v of %d hits, %v", report, hits.n, err)
	}
	t.Logf("%d kills, %d within a range; %d hits, %d archived in %d ranges, %d of them in the end; read %d times",
		kills, left, hits.n, report.Archived, len(s.Ranges), len(dropped), hits.reads)
}

// makeSmallHits creates the schema small: the one of 00102_hits.sql with another name and smaller partitions.
func makeSmallHits(t *testing.T, core *Core) {
	t.Helper()
	file, err := fs.ReadFile(migrations.FS, "00102_hits.sql")
	if err != nil {
		t.Fatal(err)
	}
	up, _, found := strings.Cut(string(file), "-- +goose Down")
	if !found || strings.Count(up, "100000;") != 2 {
		t.Fatal("00102_hits.sql has another form")
	}
	asOwner(t, core, strings.ReplaceAll(strings.ReplaceAll(up, "100000;", fmt.Sprint(smallHits)+";"), "hits", "small"))
}

// archived are the files of the archive with a name.
func archived(t *testing.T, dir, name string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "blobs", "private", "hits", "*", "*", name))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// archiveAndKill runs a process that archives, and kills it at a random moment after it has written a file.
func archiveAndKill(t *testing.T, raw, dir string) {
	t.Helper()
	before := len(archived(t, dir, "*.zst"))
	child := exec.Command(os.Args[0], "-test.run=^$")
	child.Env = append(os.Environ(), envArchive+"="+raw)
	var stderr strings.Builder
	child.Stderr = &stderr
	if err := subprocess.Start(child); err != nil {
		t.Fatal(err)
	}
	until.True(t, "a process archives a file", func() bool { return len(archived(t, dir, "*.zst")) != before })
	pause.For(t.Context(), time.Duration(rand.IntN(300))*time.Millisecond) // a kill comes at any moment
	if err := child.Process.Kill(); err != nil {
		t.Errorf("a process that archives ended by itself: %v, %s", err, stderr.String())
	}
	_ = child.Wait() // it was killed
	if stderr.Len() > 0 {
		t.Errorf("a process that archives says %s", stderr.String())
	}
}

// numberedHits are hits whose data is their number.
type numberedHits struct {
	core  *Core
	mu    sync.Mutex
	n     uint64
	reads int
}

func numbered(n uint64) string {
	return fmt.Sprintf(`{"n":%d,"text":"%s"}`, n, strings.Repeat(strconv.FormatUint(n*0x9e3779b97f4a7c15, 16), 4))
}

func (h *numberedHits) append(t *testing.T, n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	w := eventlog.Write{Stream: "hits-1", Expected: eventlog.Any}
	for i := range uint64(n) {
		w.Events = append(w.Events, eventlog.Event{ID: eventlog.NewEventID(), Type: "test.hit.v1", Data: []byte(numbered(h.n + i + 1))})
	}
	if _, err := h.core.Hits.log.Append(context.WithoutCancel(t.Context()), w); err != nil {
		t.Errorf("append hits: %v", err)
		return
	}
	h.n += uint64(n)
}

// check reads the log together with its archive: each hit that was appended is there, once, and in its order.
func (h *numberedHits) check(t *testing.T) {
	h.mu.Lock()
	want := h.n
	h.reads++
	h.mu.Unlock()
	next := uint64(1)
	for batch, err := range h.core.Hits.whole.Read(context.WithoutCancel(t.Context()), 0, eventlog.Position(want), eventlog.Filter{}) {
		if err != nil {
			t.Errorf("read up to %d, at %d: %v", want, next, err)
			return
		}
		for _, e := range batch.Events {
			if uint64(e.Position) != next || string(e.Data) != numbered(next) {
				t.Errorf("hit %d is %s at %d", next, e.Data, e.Position)
				return
			}
			next++
		}
	}
	if next != want+1 {
		t.Errorf("%d of %d hits are there", next-1, want)
	}
}
