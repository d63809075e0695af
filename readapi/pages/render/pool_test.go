package render

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/modyard/modyard/platform/until"
)

// script answers a page by its path; the real script has the same functions.
const script = `
var answer = ''
function draw(input) {
  const { facts, preload, now } = JSON.parse(input)
  answer = ''
  if (facts.path === '/endless') for (;;) {}
  if (facts.path === '/throws') throw new Error('broken')
  if (facts.path === '/deep') { (function f() { f() })() }
  if (facts.path === '/never') return
  if (facts.path === '/failed') { answer = JSON.stringify({ failed: 'no such page' }); return }
  Promise.resolve().then(() => { answer = JSON.stringify({ html: facts.path + ' ' + preload + ' ' + now, unanswered: ['/v2/x'] }) })
}
function turn() { return 0 }
function result() { return answer }
`

func pool(t *testing.T, opts Options) *Pool {
	t.Helper()
	p := newPool(func() ([]byte, error) { return compile(script) }, opts)
	t.Cleanup(p.Close)
	return p
}

// started waits until the engines draw.
func started(t *testing.T, p *Pool) *Pool {
	t.Helper()
	if _, err := p.Draw(t.Context(), Page{Path: "/first"}); !errors.Is(err, ErrStarting) {
		t.Fatalf("the first page: %v, want %v", err, ErrStarting)
	}
	p.work.Wait()
	return p
}

func TestAPageIsDrawnFromItsFactsAndItsAnswers(t *testing.T) {
	p := started(t, pool(t, Options{}))
	d, err := p.Draw(t.Context(), Page{Path: "/mods", Preload: []byte(`{"a":"</script>"}`), Now: time.UnixMilli(1234)})
	if err != nil {
		t.Fatal(err)
	}
	if want := `/mods {"a":"</script>"} 1234`; d.HTML != want || len(d.Unanswered) != 1 || d.Unanswered[0] != "/v2/x" {
		t.Errorf("got %+v, want %q", d, want)
	}
}

func TestAPageThatFailsIsNotDrawnAndTheNextOneIs(t *testing.T) {
	for path, want := range map[string]error{
		"/throws": ErrFailed, "/deep": ErrFailed, "/failed": ErrFailed, "/never": ErrFailed, "/endless": ErrLate,
	} {
		t.Run(path, func(t *testing.T) {
			deadline := 20 * time.Second
			if path == "/endless" {
				deadline = 100 * time.Millisecond
			}
			p := started(t, pool(t, Options{Engines: 1, Deadline: deadline}))
			_, err := p.Draw(t.Context(), Page{Path: path})
			if !errors.Is(err, want) {
				t.Fatalf("got %v, want %v", err, want)
			}
			p.work.Wait() // the engine is replaced
			e := <-p.free
			p.free <- e
			if e.drawn != 0 {
				t.Errorf("an engine that failed is used again")
			}
			p.opts.Deadline = 20 * time.Second
			if _, err := p.Draw(t.Context(), Page{Path: "/mods"}); err != nil {
				t.Errorf("the next page: %v", err)
			}
		})
	}
}

func TestAPageIsNotDrawnWhereEveryEngineIsBusy(t *testing.T) {
	registry := prometheus.NewRegistry()
	p := started(t, pool(t, Options{Engines: 1, Wait: time.Millisecond, Registry: registry}))
	e := <-p.free
	if _, err := p.Draw(t.Context(), Page{Path: "/mods"}); !errors.Is(err, ErrBusy) {
		t.Errorf("got %v, want %v", err, ErrBusy)
	}
	if got := testutil.ToFloat64(p.metrics.shells.WithLabelValues("busy")); got != 1 {
		t.Errorf("%v pages are counted as busy, want 1", got)
	}
	p.give(e)
	if _, err := p.Draw(t.Context(), Page{Path: "/mods"}); err != nil {
		t.Errorf("with a free engine: %v", err)
	}
}

func TestAVisitorWhoLeavesEndsTheDrawing(t *testing.T) {
	p := started(t, pool(t, Options{Engines: 1, Deadline: time.Hour}))
	ctx, cancel := context.WithCancel(t.Context())
	drawn := make(chan error, 1)
	go func() {
		_, err := p.Draw(ctx, Page{Path: "/endless"})
		drawn <- err
	}()
	until.True(t, "the engine draws", func() bool { return len(p.free) == 0 })
	cancel()
	if err := <-drawn; !errors.Is(err, ErrLate) || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestAnEqualPageIsDrawnOnce(t *testing.T) {
	p := started(t, pool(t, Options{Engines: 1}))
	for range 3 {
		if _, err := p.Draw(t.Context(), Page{Path: "/mods", Preload: []byte(`{"a":1}`)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, other := range []Page{
		{Path: "/mods", Preload: []byte(`{"a":2}`)}, {Path: "/mods", Preload: []byte(`{"a":1}`), Cookie: "modyard_theme=dark"},
	} {
		if _, err := p.Draw(t.Context(), other); err != nil {
			t.Fatal(err)
		}
	}
	e := <-p.free
	p.free <- e
	if cached := testutil.ToFloat64(p.metrics.cached); cached != 2 || e.drawn != 3 {
		t.Errorf("%v pages were cached and %d drawn, want 2 and 3", cached, e.drawn)
	}
}

func TestAnEngineIsReplacedAfterSomePages(t *testing.T) {
	p := started(t, pool(t, Options{Engines: 1, Recycle: 2}))
	for i := range 5 {
		if _, err := p.Draw(t.Context(), Page{Path: fmt.Sprintf("/%d", i)}); err != nil {
			t.Fatal(err)
		}
		p.work.Wait()
	}
	e := <-p.free
	p.free <- e
	if e.drawn != 1 {
		t.Errorf("the engine has drawn %d pages, want 1", e.drawn)
	}
}

func TestAClosedPoolDrawsNothing(t *testing.T) {
	p := newPool(func() ([]byte, error) { return compile(script) }, Options{Wait: time.Millisecond})
	started(t, p)
	p.Close()
	if _, err := p.Draw(t.Context(), Page{Path: "/mods"}); err == nil {
		t.Error("a closed pool draws")
	}
}

func TestTheCacheStaysWithinItsBytes(t *testing.T) {
	text := func(bytes int) string { // that does not get smaller
		raw := make([]byte, bytes)
		_, _ = rand.Read(raw)
		return string(raw)
	}
	c := newCache(3000)
	for i := range 10 {
		c.put(key{byte(i)}, Drawing{HTML: text(700)})
		if c.size > c.most {
			t.Fatalf("%d bytes are cached, more than %d", c.size, c.most)
		}
		c.get(key{0}) // stays because it is used
	}
	if _, ok := c.get(key{0}); !ok {
		t.Error("the drawing that was used last is gone")
	}
	if _, ok := c.get(key{1}); ok {
		t.Error("the drawing that was used least is still there")
	}
	c.put(key{99}, Drawing{HTML: text(4000)})
	if _, ok := c.get(key{99}); ok {
		t.Error("a drawing that is larger than the cache was kept")
	}
	page := strings.Repeat(`<li class="row">齿轮</li>`, 1000)
	c.put(key{100}, Drawing{HTML: page, Unanswered: []string{"/v2/x"}})
	if d, ok := c.get(key{100}); !ok || d.HTML != page || len(d.Unanswered) != 1 {
		t.Error("a drawing that is small when it is compressed was not kept as it is")
	}
}

func TestTheScriptOfABuildIsReplacedByItsBytecode(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".server"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".server", "render.js"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Translate(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, ".server", "render.js")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the script is still there: %v", err)
	}
	p, err := New(os.DirFS(dir), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	if d, err := started(t, p).Draw(t.Context(), Page{Path: "/mods"}); err != nil || !strings.HasPrefix(d.HTML, "/mods") {
		t.Errorf("%q, %v", d.HTML, err)
	}
	if _, err := New(os.DirFS(t.TempDir()), Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a build: %v", err)
	}
}

func TestOnlyAPatientPageWaitsForEnginesThatStart(t *testing.T) {
	p := pool(t, Options{Engines: 1})
	p.Start()
	if _, err := p.Draw(t.Context(), Page{Path: "/crawled", Wait: time.Minute}); err != nil {
		t.Errorf("a patient page: %v", err)
	}
	e := <-p.free
	if _, err := p.Draw(t.Context(), Page{Path: "/mods", Wait: NoWait}); !errors.Is(err, ErrBusy) {
		t.Errorf("a page that does not wait: %v, want %v", err, ErrBusy)
	}
	p.give(e)
	for range 2 {
		if _, err := p.Draw(t.Context(), Page{Path: "/none", Wait: NoWait, Once: true}); err != nil {
			t.Error(err)
		}
	}
	if e.drawn != 3 {
		t.Errorf("%d pages were drawn, want 3: one that is drawn once is not cached", e.drawn)
	}
}

func TestAnEngineKnowsTheTimeZones(t *testing.T) {
	const zoned = `
var answer = ''
function draw(input) {
  const { facts } = JSON.parse(input)
  const at = [0, Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1), Date.UTC(2026, 2, 8, 6, 59), Date.UTC(2026, 2, 8, 7), -1e12]
  answer = JSON.stringify({ html: at.map((one) => offset(facts.zone, Math.floor(one / 60000) | 0)).join(' '), unanswered: [] })
}
function turn() { return 0 }
function result() { return answer }
`
	p := newPool(func() ([]byte, error) { return compile(zoned) }, Options{Engines: 1})
	t.Cleanup(p.Close)
	for zone, want := range map[string]string{
		"Asia/Shanghai": "480 480 480 480 480 480", "America/New_York": "-300 -300 -240 -300 -240 -240", "UTC": "0 0 0 0 0 0", "Asia/Kolkata": "330 330 330 330 330 330",
		"Mars/Olympus": "480 480 480 480 480 480",
	} {
		d, err := p.Draw(t.Context(), Page{Path: "/", Zone: zone, Wait: time.Minute})
		if err != nil || d.HTML != want {
			t.Errorf("%s: %q, want %q (%v)", zone, d.HTML, want, err)
		}
	}
}
