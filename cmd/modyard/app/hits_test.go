package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	commandlog "github.com/modyard/modyard/commands/log"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// testHit is an event of the log of hits.
type testHit struct {
	Version string `json:"version"`
}

type hitTotal struct {
	Version string `db:"version,key"`
	Total   int    `db:"total"`
}

var hitTotals = rows.Of[hitTotal]("totals")

type hitCounter struct{ rows *rows.Set }

func (c hitCounter) hit(_ runtime.Event, p testHit) {
	hitTotals.Upsert(c.rows, hitTotal{Version: p.Version}, func(t *hitTotal) { t.Total++ })
}

func hitProjector(name string) runtime.Projector {
	return runtime.Projector{
		Name: name, Version: 1, Categories: []string{"hits"}, DDL: `CREATE TABLE totals (version text PRIMARY KEY, total bigint NOT NULL);`, Views: []string{"totals"},
		Handlers: runtime.Handle(func(s *rows.Set) hitCounter { return hitCounter{s} }, runtime.On(hitCounter.hit)),
	}
}

func hitTypes() []map[string]any { return []map[string]any{{"test.hit.v1": testHit{}}} }

func testCore(t *testing.T, c config.Config) *Core {
	t.Helper()
	logins := pgtest.Logins(t, pgtest.Migrated(t))
	c.Addr, c.DataDir, c.DatabaseURL, c.DatabaseOwnerURL, c.Game, c.Brand = "127.0.0.1:8080", t.TempDir(), logins.App, logins.Owner, "Minecraft", "Modyard"
	core, err := Open(t.Context(), c, slog.New(slog.NewTextHandler(io.Discard, nil)), Share)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := core.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return core
}

// runs keeps the read models of both logs up to date until the test ends. It returns when they are prepared.
func runs(t *testing.T, core *Core) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- together(ctx, core.Runner.Run, core.Hits.Run, core.followWatermarks) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	<-core.Runner.Prepared()
}

func TestASiteWithoutHitsHasNoConnectionForThem(t *testing.T) {
	core := testCore(t, config.Config{})
	connections := func() (n int) {
		if err := core.DB.Pool.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'modyard hits%'`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	core.Hits.log.Close() // the site has types for it, and so its connections
	until.True(t, "the connections of the first log to end", func() bool { return connections() == 0 })
	if err := core.openHits(t.Context(), nil, nil); err != nil {
		t.Fatal(err)
	}
	if n := connections(); n != 0 {
		t.Errorf("%d connections", n)
	}
	if core.Hits.Used() || core.Hits.log != nil || len(core.Hits.jobs().Sweeps) != 0 {
		t.Error("the log of hits is in use")
	}
	for _, check := range core.Checks() {
		if check.Name == "hits" {
			t.Error("it is checked")
		}
	}
	if s, err := core.Hits.Status(t.Context()); err != nil || s.First != 1 || s.Head != 0 || len(s.Ranges) != 0 {
		t.Errorf("its status is %+v, %v", s, err)
	}
}

func TestAReadModelOfHitsHasItsOwnName(t *testing.T) {
	core := testCore(t, config.Config{})
	if err := core.openHits(t.Context(), hitTypes(), []runtime.Projector{hitProjector("catalog")}); err == nil || !strings.Contains(err.Error(), "catalog") {
		t.Errorf("it gives %v", err)
	}
}

func TestTheLogOfHitsMayBeInAnotherPostgres(t *testing.T) {
	other := pgtest.Logins(t, pgtest.Empty(t))
	core := testCore(t, config.Config{HitsLogURL: other.App, HitsLogOwnerURL: other.Owner})
	log, err := core.Hits.Log(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	addHits(t, log, 3)
	var here int
	if err := core.DB.Pool.QueryRow(t.Context(), `SELECT position FROM hits.log_head`).Scan(&here); err != nil || here != 0 {
		t.Errorf("%d events are in the site's database, %v", here, err)
	}
	if head, err := log.Head(t.Context()); err != nil || head != 3 || !strings.Contains(log.Engine(), "hits") {
		t.Errorf("%s has %d events, %v", log.Engine(), head, err)
	}
}

func addHits(t *testing.T, log eventlog.Log, n int) {
	t.Helper()
	for n > 0 {
		w := eventlog.Write{Stream: "hits-1", Expected: eventlog.Any}
		for ; n > 0 && len(w.Events) < 10_000; n-- {
			w.Events = append(w.Events, eventlog.Event{ID: eventlog.NewEventID(), Type: "test.hit.v1", Data: fmt.Appendf(nil, `{"version":"v%d"}`, n%3)})
		}
		if _, err := log.Append(t.Context(), w); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOldHitsAreArchivedAndStillCounted(t *testing.T) {
	core := testCore(t, config.Config{})
	if err := core.openHits(t.Context(), hitTypes(), []runtime.Projector{hitProjector("hit_totals")}); err != nil {
		t.Fatal(err)
	}
	runs(t, core)
	log, err := core.Hits.Log(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const hits = 100_050
	addHits(t, log, hits)
	until.Until(t, "the read model has all hits", func() error {
		at, err := core.Hits.Runner.ReadUpTo(t.Context())
		if err == nil && at != hits {
			err = fmt.Errorf("it stands at %d", at)
		}
		return err
	})
	if dropped, err := core.Hits.Archive(t.Context(), time.Now().Add(-time.Hour), ""); err != nil || len(dropped) != 0 {
		t.Errorf("recent hits were archived: %+v, %v", dropped, err)
	}
	sweep(t, core)
	if first, err := log.First(t.Context()); err != nil || first != 1 {
		t.Errorf("the sweep has archived recent hits: the log begins at %d, %v", first, err)
	}
	asOwner(t, core, `SET session_replication_role = replica; UPDATE hits.events SET recorded_at = recorded_at - interval '31 days' WHERE position < 100000`)
	sweep(t, core)
	s, err := core.Hits.Status(t.Context())
	if err != nil || s.First != 100_000 || s.Head != hits || s.Read != hits || len(s.Ranges) != 1 || s.Ranges[0].From != 1 || s.Ranges[0].To != 99_999 {
		t.Fatalf("the status is %+v, %v", s, err)
	}
	generation, err := log.Generation(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := commandlog.Truncate(t.Context(), core.Handler, "hits", generation, "", s.Ranges[0]); err != nil { // as after a crash
		t.Errorf("the record is repeated: %v", err)
	}
	told := 0
	for e, err := range core.Log.Stream(t.Context(), "log-hits", 0) {
		if told++; told > 1 {
			t.Error("it is recorded twice")
		}
		if err != nil || e.Type != "log.truncated.v1" || !strings.Contains(string(e.Data), s.Ranges[0].Manifest) || e.Meta.Role != "system" {
			t.Errorf("the main log says %s %s, %v", e.Type, e.Data, err)
		}
	}
	wantHits(t, core, hits)
	var says strings.Builder
	if err := core.Hits.Rebuild(t.Context(), &says, []string{"hit_totals"}); err != nil || !strings.Contains(says.String(), "1 to 99999 from the archive") {
		t.Errorf("rebuild: %v, it says %q", err, says.String())
	}
	wantHits(t, core, hits)
	if found, err := core.VerifyModels(t.Context(), []string{"hit_totals"}); err != nil || len(found["hit_totals"]) != 0 {
		t.Errorf("verify: %v, %v", found, err)
	}
	report, err := core.Hits.Verify(t.Context())
	if err != nil || len(report.Findings) != 0 || report.Archived != 99_999 || report.Kept != 51 {
		t.Errorf("verify of the log: %+v, %v", report, err)
	}
	files, err := filepath.Glob(filepath.Join(core.Config.DataDir, "blobs", "private", "hits", "*", "*", "manifest.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("manifests: %v, %v", files, err)
	}
	if err := os.WriteFile(files[0], []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if report, err := core.Hits.Verify(t.Context()); err != nil || len(report.Findings) == 0 || !strings.Contains(report.Findings[0], "manifest.json was changed") {
		t.Errorf("with another manifest: %+v, %v", report, err)
	}
	if err := core.Hits.Rebuild(t.Context(), io.Discard, []string{"hit_totals"}); err == nil {
		t.Error("a read model was rebuilt from a damaged archive")
	}
	wantHits(t, core, hits)
}

// sweep runs the sweeps of the log of hits, as the job queue does.
func sweep(t *testing.T, core *Core) {
	t.Helper()
	for _, s := range core.Hits.jobs().Sweeps {
		if err := s.Run(t.Context()); err != nil {
			t.Fatalf("sweep %s: %v", s.Name, err)
		}
	}
}

func asOwner(t *testing.T, core *Core, sql string) {
	t.Helper()
	conn, err := database.ConnectOwner(t.Context(), core.DB.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background()) //nolint:errcheck // nothing is in flight
	if _, err := conn.PgConn().Exec(t.Context(), sql).ReadAll(); err != nil {
		t.Fatal(err)
	}
}

func wantHits(t *testing.T, core *Core, n int) {
	t.Helper()
	var total int
	if err := core.DB.Pool.QueryRow(t.Context(), `SELECT sum(total) FROM hit_totals.totals`).Scan(&total); err != nil || total != n {
		t.Errorf("%d hits are counted, want %d, %v", total, n, err)
	}
}
