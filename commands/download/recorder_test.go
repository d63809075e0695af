package download

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/until"
)

// shut is a log that refuses appends while it is closed.
type shut struct {
	eventlog.Log
	mu     sync.Mutex
	closed bool
	tries  int
}

func (l *shut) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tries++
	if l.closed {
		return eventlog.Receipt{}, errors.New("the disk is full")
	}
	return l.Log.Append(ctx, writes...)
}

func (l *shut) shut(closed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = closed
}

func (l *shut) tried() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tries
}

type allTypes struct{}

func (allTypes) Writable(context.Context, ...string) error { return nil }

// desk is a recorder on a log in memory.
type desk struct {
	*recorder
	t   *testing.T
	log *shut
}

func newDesk(t *testing.T, room int) *desk {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), pgtest.Logins(t, pgtest.Migrated(t)).App)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	types, err := codec.New(download.HitTypes())
	if err != nil {
		t.Fatal(err)
	}
	recorded, lost, err := newMetrics(nil)
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, log: &shut{Log: memory.New()}}
	d.recorder = &recorder{
		log: func(context.Context) (eventlog.Log, error) { return d.log, nil }, types: allTypes{}, codec: types, visitors: &visitors{pool: pool},
		logger: slog.New(slog.DiscardHandler), queue: make(chan waiting, room), recorded: recorded, lost: lost,
	}
	return d
}

// runs writes until the function that it returns is called.
func (d *desk) runs() (stop func()) {
	ctx, cancel := context.WithCancel(d.t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		d.run(ctx)
	}()
	return func() {
		cancel()
		<-done
	}
}

func (d *desk) send(version string, keep bool) chan error {
	d.t.Helper()
	w := waiting{
		hit: download.Hit{At: time.Now(), Project: "P", Version: version}, network: netip.MustParseAddr("192.0.2.1"), keep: keep, done: make(chan error, 1),
	}
	if !d.put(w) {
		return nil
	}
	return w.done
}

// written are the versions of the hits in the log.
func (d *desk) written() (all []string) {
	d.t.Helper()
	for batch, err := range d.log.Log.Follow(d.t.Context(), 0, eventlog.Filter{}) {
		if err != nil {
			d.t.Fatal(err)
		}
		for _, e := range batch.Events {
			payload, err := d.codec.(*codec.Codec).Decode(e.Type, e.Data)
			if err != nil {
				d.t.Fatal(err)
			}
			hits, err := payload.(download.Recorded).Hits.Hits()
			if err != nil {
				d.t.Fatal(err)
			}
			for _, h := range hits {
				if h.Visitor == (download.Visitor{}) {
					d.t.Errorf("the hit of %s has no visitor", h.Version)
				}
				all = append(all, h.Version)
			}
		}
		if batch.Live {
			return all
		}
	}
	return all
}

func TestAHitIsAnsweredWhenItIsInTheLog(t *testing.T) {
	d := newDesk(t, 10)
	defer d.runs()()
	if err := <-d.send("A", false); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(d.written(), " "); got != "A" {
		t.Errorf("the log has %q", got)
	}
}

func TestWhileTheLogIsAwayCallsAreRefusedAndFilesAreKept(t *testing.T) {
	d := newDesk(t, 10)
	d.log.shut(true)
	defer d.runs()()
	file := d.send("file", true)
	err := <-d.send("call", false)
	var busy httpkit.Faulty
	if !errors.As(err, &busy) || busy.FaultKind() != httpkit.KindUnavailable {
		t.Errorf("a call is answered with %v", err)
	}
	tries := d.log.tried()
	until.True(t, "the log is tried again", func() bool { return d.log.tried() > tries })
	d.log.shut(false)
	if err := <-file; err != nil {
		t.Error(err)
	}
	if got := strings.Join(d.written(), " "); got != "file" {
		t.Errorf("the log has %q", got)
	}
}

func TestMoreThanMayWaitIsRefusedAndCounted(t *testing.T) {
	d := newDesk(t, 2) // nobody writes
	for _, version := range []string{"A", "B"} {
		if d.send(version, false) == nil {
			t.Errorf("%s is refused", version)
		}
	}
	if d.send("C", true) != nil {
		t.Error("a third hit is taken")
	}
	if n := testutil.ToFloat64(d.lost.WithLabelValues("busy")); n != 1 {
		t.Errorf("%v hits are counted as unrecorded", n)
	}
}

func TestWhatIsQueuedIsWrittenBeforeAProcessEnds(t *testing.T) {
	d := newDesk(t, 10)
	a, b := d.send("A", false), d.send("B", true)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d.run(ctx)
	if err := errors.Join(<-a, <-b); err != nil {
		t.Error(err)
	}
	if got := strings.Join(d.written(), " "); got != "A B" {
		t.Errorf("the log has %q", got)
	}
	if d.send("C", false) != nil {
		t.Error("a hit is taken that nobody writes")
	}
}

func TestHitsThatComeTogetherAreOneEvent(t *testing.T) {
	d := newDesk(t, 100)
	var all []chan error
	for range 50 {
		all = append(all, d.send("A", false))
	}
	defer d.runs()()
	for _, done := range all {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	if tries := d.log.tried(); tries != 1 {
		t.Errorf("%d appends", tries)
	}
}

func TestProgramsAreToldApartByWhatTheySayOfThemselves(t *testing.T) {
	for agent, want := range map[string]struct {
		client download.Client
		family string
	}{
		"PrismLauncher/9.1 (a; b)":                  {download.Launcher, "prism"},
		"HMCL/3.6.12 Java/17":                       {download.Launcher, "hmcl"},
		"PCL2/2.8.0":                                {download.Launcher, "pcl"},
		"modrinth/theseus/0.8.8 (support@modrinth)": {download.Launcher, "modrinth"},
		"curl/8.5.0":                                {download.Program, "curl"},
		"me/tool/1.0 (me@example.org)":              {download.Program, ""},
		"Mozilla/5.0 (X11; Linux) Firefox/140":      {download.Site, ""},
		"Mozilla/5.0 (compatible; Googlebot/2.1)":   {download.Bot, ""},
		"Mozilla/5.0 (compatible; Baiduspider/2.0)": {download.Bot, ""},
		"SomeBot":                            {download.Bot, ""},
		"bottle/0.13 robot":                  {download.Bot, ""},
		"bottle/0.13 robots2":                {download.Program, ""},
		"portscanner/2":                      {download.Bot, ""},
		"scanners/2":                         {download.Program, ""},
		"x SCAN (y)":                         {download.Bot, ""},
		"scan_all/1":                         {download.Program, ""},
		"facebookExternalHit/1.1":            {download.Bot, ""},
		"HeadlessChrome/120 PrismLauncher/9": {download.Bot, ""},
		"":                                   {download.Unknown, ""},
		strings.Repeat("x", 600) + " PrismLauncher/9": {download.Program, ""},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.Header.Set("User-Agent", agent)
		if client, family := programOf(r); client != want.client || family != want.family {
			t.Errorf("%s is %d %q", agent, client, family)
		}
	}
}

func TestOnlyAFileFromItsFirstByteIsADownload(t *testing.T) {
	for rng, want := range map[string]bool{"": true, "bytes=0-": true, "bytes=0-99": true, "bytes = 0-": true, "bytes=1-": false, "bytes=-5": false, "bytes=5-,0-": false} {
		if begins(rng) != want {
			t.Errorf("%q: %v", rng, !want)
		}
	}
	for path, want := range map[string]string{
		"/data/PPPPPPPP/versions/VVVVVVVV/b1/a.jar": "VVVVVVVV", "/data/PPPPPPPP/versions/VVVVVVVV/a%20b.jar": "VVVVVVVV", "/data/PPPPPPPP/icons/VVVVVVVV/b1/a.png": "", "/data/users/a/b/c/d": "", "/": "",
	} {
		if got := versionOf(path); got != want {
			t.Errorf("%s: %q", path, got)
		}
	}
}
