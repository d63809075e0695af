package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/platform/pgtest"
)

// written are the hits of a log in its order, and the bytes of their events.
func written(t *testing.T, log eventlog.Log) (hits []download.Hit, size int) {
	t.Helper()
	types, err := codec.New(download.HitTypes())
	if err != nil {
		t.Fatal(err)
	}
	head, err := log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for batch, err := range log.Read(t.Context(), 0, head, eventlog.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range batch.Events {
			payload, err := types.Decode(e.Type, e.Data)
			if err != nil {
				t.Fatal(err)
			}
			more, err := payload.(download.Recorded).Hits.Hits()
			if err != nil {
				t.Fatal(err)
			}
			if want := "download-" + more[0].At.Format("20060102"); e.Stream != want {
				t.Errorf("hits of %s are in the stream %s", more[0].At, e.Stream)
			}
			hits, size = append(hits, more...), size+len(e.Data)
		}
	}
	return hits, size
}

func TestAHistoryIsInTheLogAsItWasPlanned(t *testing.T) {
	p, log := planned(t, small(30_000), 300), memory.New()
	w := writer{log: log, plan: p, progress: io.Discard}
	if err := w.write(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, size := written(t, log)
	want := p.all()
	if len(got) != len(want) || w.hits != len(want) || w.bytes != size {
		t.Fatalf("%d hits of %d bytes are written, %d planned; the writer says %d and %d", len(got), size, len(want), w.hits, w.bytes)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("hit %d is %+v, planned is %+v", i, got[i], want[i])
		}
	}
}

// failing is a log whose second append is made and answered with an error, as when a connection breaks.
type failing struct {
	eventlog.Log
	appends int
}

func (l *failing) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	receipt, err := l.Log.Append(ctx, writes...)
	if l.appends++; l.appends == 2 {
		return receipt, errors.New("the connection is lost")
	}
	return receipt, err
}

func TestAnInterruptedHistoryGoesOnWithoutAGapOrARepetition(t *testing.T) {
	p, log := planned(t, small(400_000), 300), memory.New()
	w := writer{log: &failing{Log: log}, plan: p, progress: io.Discard}
	if err := w.write(t.Context()); err == nil {
		t.Fatal("the lost connection is no error")
	}
	some, _ := written(t, log)
	if len(some) == 0 || len(some) >= p.shape.hits {
		t.Fatalf("%d hits before the interruption", len(some))
	}
	for range 2 { // the second time there is nothing to do
		w = writer{log: log, plan: p, progress: io.Discard}
		if err := w.write(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	got, _ := written(t, log)
	want := p.all()
	if len(got) != len(want) {
		t.Fatalf("%d hits, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("hit %d is %+v, planned is %+v", i, got[i], want[i])
		}
	}
}

func TestALogWithOtherHitsIsRefused(t *testing.T) {
	log := memory.New()
	if err := (&writer{log: log, plan: planned(t, small(100), 10), progress: io.Discard}).write(t.Context()); err != nil {
		t.Fatal(err)
	}
	err := (&writer{log: log, plan: planned(t, small(200), 10), progress: io.Discard}).write(t.Context())
	if err == nil || !strings.Contains(err.Error(), "not of this history") {
		t.Errorf("%v", err)
	}
}

func TestTheCommandFillsTheLogOfHitsOfADatabase(t *testing.T) {
	logins := pgtest.Logins(t, pgtest.Migrated(t))
	args := []string{"-hits", "20000", "-days", "3", "-seed", "1", "-until", "2026-11-01", "-projects", "100", "-into", logins.App}
	var said bytes.Buffer
	for range 2 {
		if err := run(t.Context(), args, &said); err != nil {
			t.Fatal(err)
		}
	}
	log, closed, err := open(t.Context(), arguments{into: logins.App})
	if err != nil {
		t.Fatal(err)
	}
	hits, _ := written(t, log)
	if err := closed(); err != nil || len(hits) != 20_000 {
		t.Errorf("%d hits, %v; %s", len(hits), err, said.String())
	}
	args[1] = "20001"
	if err := run(t.Context(), args, io.Discard); err == nil {
		t.Error("another history goes into the same log")
	}
}

func TestBadArgumentsAreRefusedWithTheirName(t *testing.T) {
	for args, says := range map[string]string{
		"": "-into", "-into x -data-dir y": "-into", "-into x -hits 0": "-hits", "-into x -until May": "-until", "-into x more": "more", "-into x -days 9999": "-days",
	} {
		if err := run(t.Context(), strings.Fields(args), io.Discard); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", args, err)
		}
	}
	err := run(t.Context(), []string{"-into", "postgres://u:secret@127.0.0.1:1/x?connect_timeout=1", "-hits", "1"}, io.Discard)
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v", err)
	}
}

func TestTheProjectsOfASiteAreReadWithTheirNewestVersions(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var ids []string
		_ = json.Unmarshal([]byte(r.URL.Query().Get("ids")), &ids)
		switch r.URL.Path {
		case "/v2/search":
			if r.URL.Query().Get("offset") == "0" {
				fmt.Fprint(w, `{"hits":[{"project_id":"AAAAAAAA"},{"project_id":"BBBBBBBB"}]}`)
				return
			}
			fmt.Fprint(w, `{"hits":[]}`)
		case "/v2/projects":
			fmt.Fprint(w, `[{"id":"BBBBBBBB","versions":[]},{"id":"AAAAAAAA","versions":["V0000000","V1111111"]}]`)
		case "/v2/versions":
			fmt.Fprint(w, `[{"id":"V1111111","project_id":"AAAAAAAA","loaders":["fabric"],"game_versions":["1.20","1.21"],"date_published":"2026-02-01T00:00:00Z"},
				{"id":"V0000000","project_id":"AAAAAAAA","loaders":["fabric"],"game_versions":["1.20"],"date_published":"2026-01-01T00:00:00Z"}]`)
		}
	}))
	defer site.Close()
	things, err := readSite(t.Context(), site.URL+"/")
	if err != nil || len(things) != 2 {
		t.Fatalf("%+v, %v", things, err)
	}
	if want := (version{"V0000000", "fabric", "1.20"}); len(things[0].versions) != 2 || things[0].versions[0] != want || len(things[1].versions) != 0 {
		t.Errorf("%+v", things)
	}
	p, err := newPlan(small(100), things)
	if err != nil || len(p.things) != 1 {
		t.Errorf("a project without a version is downloaded: %+v, %v", p, err)
	}
	if _, err := newPlan(shape{hits: 1, days: 1, until: time.Now()}, things[1:]); err == nil {
		t.Error("a site without versions has a history")
	}
	site.Close()
	if _, err := readSite(t.Context(), site.URL); err == nil {
		t.Error("a site that does not answer is no error")
	}
}
