package analytics_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/eventlog/read"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/download"
	"github.com/modyard/modyard/projections/replay"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/readapi/analytics"
	readproject "github.com/modyard/modyard/readapi/project"
	"github.com/modyard/modyard/readapi/view"
)

const (
	owner   = "UserOwn1"
	rival   = "UserRiv2"
	analyst = "UserAna3"
	staff   = "UserMod4"
	own     = "ProjOne1"
	other   = "ProjTwo2"
)

// world is a site with two projects and a log of hits.
type world struct {
	*catalogtest.World
	t     *testing.T
	api   http.Handler
	hits  eventlog.Log
	codec *codec.Codec
	now   time.Time
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t, hits: memory.New(), now: time.Date(2026, 3, 3, 12, 30, 0, 0, time.UTC)}
	var err error
	if w.codec, err = codec.New(download.HitTypes()); err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	counts, err := runtime.New(runtime.Options{
		DB: w.DB, Log: w.hits, Codec: w.codec, Scope: runtime.ScopeHits, Board: w.Board, Logger: quiet, LeasePoll: 20 * time.Millisecond,
	}, projected.New(download.DefaultRules()))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- counts.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("counting: %v", err)
		}
	})
	// Its tables are there, also for a test that counts nothing.
	until.True(t, "the counts are served", counts.Serving)
	api := httpkit.New(httpkit.Options{Logger: quiet})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		if c.Account == staff {
			c.Role = identity.RoleModerator
		}
		c.Analyst = c.Account == analyst
		if r.Header.Get("Token") != "" { // of analytics alone
			c.Scopes, c.Kind = identity.ScopeAnalytics, identity.KindPAT
		}
		return c
	}))
	source := &view.Source{Pool: w.DB.Pool, Board: w.Board}
	routes := analytics.New(source, analytics.Hits{
		Codec: w.codec, Log: func(context.Context) (read.Log, error) { return read.Only(w.hits), nil },
	}, readproject.New(source).Documents, func() time.Time { return w.now })
	if err := routes.Register(api); err != nil {
		t.Fatal(err)
	}
	w.api = api.Handler()
	for id, who := range map[string]string{own: owner, other: rival} {
		w.Account(who, strings.ToLower(who), "user")
		w.Project(id, who, project.Created{Project: id, Slug: strings.ToLower(id), Type: project.TypeMod, Title: id, Owner: who}, project.ListedByImport{Status: project.Listed})
	}
	w.Settle()
	return w
}

// recorded appends hits of a kind that were recorded at a time.
func (w *world) recorded(at time.Time, kind download.Kind, hits ...download.Hit) eventlog.Position {
	w.t.Helper()
	packed, err := download.Pack(hits)
	if err != nil {
		w.t.Fatal(err)
	}
	typ, data, err := w.codec.Encode(kind.Event(packed))
	if err != nil {
		w.t.Fatal(err)
	}
	receipt, err := w.hits.Append(w.t.Context(), eventlog.Write{Stream: kind.Category() + "-test", Expected: eventlog.Any, Events: []eventlog.Event{
		{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{Recorded: at}},
	}})
	if err != nil {
		w.t.Fatal(err)
	}
	return receipt.Position
}

// happened appends downloads that were recorded at a time, and returns their lines.
func (w *world) happened(at time.Time, hits ...download.Hit) (lines []contract.DownloadHit) {
	w.t.Helper()
	position := w.recorded(at, download.Download, hits...)
	for i, h := range hits {
		lines = append(lines, replay.Line(replay.Hit{Hit: h, Cursor: replay.Cursor{Position: position, Index: i}}))
	}
	return lines
}

// counted waits until the hits are counted.
func (w *world) counted() {
	w.t.Helper()
	head, err := w.hits.Head(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	if err := w.Board.Wait(w.t.Context(), projected.Name, uint64(head)); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) ask(status int, as, query string, headers ...string) *httptest.ResponseRecorder {
	w.t.Helper()
	r := httptest.NewRequest(http.MethodGet, analytics.EventsPath+query, nil)
	r.Header.Set("As", as)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	out := httptest.NewRecorder()
	w.api.ServeHTTP(out, r)
	if out.Code != status {
		w.t.Fatalf("%s as %s: %d %s, want %d", query, as, out.Code, out.Body, status)
	}
	return out
}

func (w *world) lines(as, query string) (lines []contract.DownloadHit, next string) {
	w.t.Helper()
	got := w.ask(http.StatusOK, as, query)
	scanner := bufio.NewScanner(got.Body)
	for scanner.Scan() {
		var line contract.DownloadHit
		if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
			w.t.Fatalf("%q: %v", scanner.Text(), err)
		}
		lines = append(lines, line)
	}
	return lines, got.Header().Get("Next-Cursor")
}

// all are the lines of all pages of a size.
func (w *world) all(as string, limit int) (lines []contract.DownloadHit) {
	w.t.Helper()
	for next := ""; ; {
		page, after := w.lines(as, fmt.Sprintf("?limit=%d&after=%s", limit, next))
		lines = append(lines, page...)
		if after == next || len(page) > limit {
			return lines
		}
		next = after
	}
}

func hit(of string, n int, at time.Time, country string) download.Hit {
	return download.Hit{
		At: at, Visitor: download.Visitor{byte(n), byte(n >> 8), 7}, Key: uint32(n), Project: of, Version: "Version1", Country: country, Referrer: "rare.example",
		Client: download.Launcher, Family: "prism", Loader: "fabric", Game: "1.21.1",
	}
}

func TestCreatorsReadTheirOwnDownloadsWithoutWhatSinglesOutAVisitor(t *testing.T) {
	w := newWorld(t)
	var hits []download.Hit
	at := time.Date(2026, 3, 1, 9, 17, 23, 456_000_000, time.UTC)
	for n := range 60 {
		hits = append(hits, hit(own, n, at.Add(time.Duration(n)*time.Second), "CN"))
		if n%20 == 0 {
			hits = append(hits, hit(own, 1000+n, at, "JP"), hit(other, n, at, "CN"))
		}
	}
	past := w.happened(at.Add(time.Minute), hits...)
	open := w.happened(w.now.Add(-time.Minute), hit(own, 1, w.now.Add(-time.Minute), ""))
	w.counted()

	want := func(lines []contract.DownloadHit) (out []contract.DownloadHit) {
		for _, line := range lines {
			if line.Project == own {
				line.At, line.Referrer, line.Visitor, line.Key = line.At.Truncate(time.Hour), "", "", 0
				if line.Country == "JP" {
					line.Country = ""
				}
				out = append(out, line)
			}
		}
		return out
	}
	got, next := w.lines(owner, "")
	if !reflect.DeepEqual(got, want(past)) || next != "1" {
		t.Fatalf("%d lines, next %s: %+v", len(got), next, got)
	}
	for _, member := range []string{"visitor", "referrer", "key", "rare.example", ":23", "JP"} {
		if body := w.ask(http.StatusOK, owner, "").Body.String(); strings.Contains(body, member) {
			t.Errorf("the feed of a creator has %q", member)
		}
	}
	if lines, again := w.lines(owner, "?after="+next); len(lines) > 0 || again != next {
		t.Errorf("the open hour has %d lines, next %s", len(lines), again)
	}
	for _, limit := range []int{1, 7, 1000} {
		if got := w.all(owner, limit); !reflect.DeepEqual(got, want(past)) {
			t.Errorf("by %d: %d lines", limit, len(got))
		}
		if got := w.all(analyst, limit); !reflect.DeepEqual(got, append(append([]contract.DownloadHit{}, past...), open...)) {
			t.Errorf("an analyst by %d: %d lines", limit, len(got))
		}
	}
	if behind, _ := w.lines(owner, "?after="+got[30].Cursor); !reflect.DeepEqual(behind, got[31:]) {
		t.Errorf("behind a line are %d lines", len(behind))
	}
	if lines, next := w.lines(staff, ""); len(lines) > 0 || next != "1" {
		t.Errorf("the staff reads %d lines of others, next %s", len(lines), next)
	}
	w.now = w.now.Add(time.Hour)
	if lines, next := w.lines(owner, "?after="+next); !reflect.DeepEqual(lines, want(open)) || next != "2" {
		t.Errorf("behind the hour are %+v, next %s", lines, next)
	}
}

func TestACursorMovesOnThroughDownloadsOfOthers(t *testing.T) {
	w := newWorld(t)
	at := w.now.Add(-24 * time.Hour)
	for n := range 4100 {
		w.happened(at, hit(other, n, at, ""))
	}
	w.happened(at, hit(own, 1, at, ""))
	lines, next := w.lines(owner, "")
	if len(lines) > 0 || next != "4000" {
		t.Fatalf("%d lines, next %s", len(lines), next)
	}
	if lines, next = w.lines(owner, "?after="+next); len(lines) != 1 || next != "4101" {
		t.Fatalf("%d lines, next %s", len(lines), next)
	}
}

func TestAFeedIsPackedIfTheReaderWants(t *testing.T) {
	w := newWorld(t)
	at := w.now.Add(-24 * time.Hour)
	for n := range 50 {
		w.happened(at, hit(own, n, at, ""))
	}
	plain := w.ask(http.StatusOK, owner, "").Body.Bytes()
	unpacker, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer unpacker.Close()
	for accept, packed := range map[string]bool{"gzip, zstd": true, "zstd;q=0.5": true, "zstd;q=0": false, "gzip": false, "br;q=1, ZSTD ; q=1": true} {
		got := w.ask(http.StatusOK, owner, "", "Accept-Encoding", accept)
		body := got.Body.Bytes()
		if packed {
			if body, err = unpacker.DecodeAll(body, nil); err != nil {
				t.Fatalf("%s: %v", accept, err)
			}
		}
		if !bytes.Equal(body, plain) || (got.Header().Get("Content-Encoding") == "zstd") != packed {
			t.Errorf("%s: %v, %d bytes of %d", accept, got.Header(), len(body), len(plain))
		}
	}
}

func TestAWrongPlaceOrSizeIsRefused(t *testing.T) {
	w := newWorld(t)
	w.happened(w.now, hit(own, 1, w.now, ""))
	for _, query := range []string{
		"?after=x", "?after=1.", "?after=.1", "?after=-1", "?after=1.2.3", "?after=01", "?after=2", "?after=18446744073709551615", "?after=0.1",
		"?limit=0", "?limit=10001", "?limit=many", "?limit=-1",
	} {
		got := w.ask(http.StatusBadRequest, owner, query)
		if field := strings.SplitN(query[1:], "=", 2)[0]; !strings.Contains(got.Body.String(), field) {
			t.Errorf("%s: %s", query, got.Body)
		}
	}
	w.ask(http.StatusBadRequest, owner, "?after=1%00")
	w.ask(http.StatusUnauthorized, "", "")
}
