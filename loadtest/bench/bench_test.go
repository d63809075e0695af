package main

import (
	"context"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	commands "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/eventlog"
	logmemory "github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/loadtest/program"
)

func TestEveryInventedHistoryFollowsTheRulesWithTheStatedEvents(t *testing.T) {
	codec, err := app.Codec()
	if err != nil {
		t.Fatal(err)
	}
	for n := range 500 {
		writes, err := commands.PlanProject(t.Context(), codec, life(n, "AAAAAAAA", invented(n), 2))
		if err != nil {
			t.Fatalf("project %d: %v", n, err)
		}
		events := 0
		for _, w := range writes {
			events += len(w.Events)
		}
		if events != 10 {
			t.Fatalf("project %d has %d events", n, events)
		}
		if !reflect.DeepEqual(invented(n), invented(n)) {
			t.Fatalf("subject %d is not always the same", n)
		}
	}
}

func TestFillingALogAppendsEveryHistoryOnce(t *testing.T) {
	codec, err := app.Codec()
	if err != nil {
		t.Fatal(err)
	}
	core := &app.Core{Log: logmemory.New(), Codec: codec}
	broken := func(n int) subject {
		s := invented(n)
		if n%2 == 1 {
			s.title = "" // the rules reject it: an invented one replaces it
		}
		return s
	}
	for range 2 {
		head, err := fill(t.Context(), core, 1500, 1, "AAAAAAAA", broken)
		if err != nil || head != 1500*8 {
			t.Fatalf("the log's head is %d, %v", head, err)
		}
	}
}

func TestFillingALogReturnsTheErrorOfAFailedAppend(t *testing.T) {
	codec, err := app.Codec()
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("the disk is full")
	core := &app.Core{Log: brokenLog{logmemory.New(), broken}, Codec: codec}
	if _, err := fill(t.Context(), core, 3000, 1, "AAAAAAAA", invented); !errors.Is(err, broken) {
		t.Fatal(err)
	}
}

type brokenLog struct {
	eventlog.Log
	err error
}

func (l brokenLog) Append(context.Context, ...eventlog.Write) (eventlog.Receipt, error) {
	return eventlog.Receipt{}, l.err
}

func TestPartsAreSelectedByNameInAFixedOrder(t *testing.T) {
	chosen, err := choose("memory, appends")
	if err != nil || len(chosen) != 2 || chosen[0].name != "appends" || chosen[1].name != "memory" {
		t.Fatalf("%v, %v", chosen, err)
	}
	alone := 0
	for _, p := range parts() {
		if p.alone {
			alone++
		}
	}
	if all, err := choose(""); err != nil || alone == 0 || len(all) != len(parts())-alone {
		t.Fatalf("%d parts, %v", len(all), err)
	}
	if err := run(t.Context(), []string{"-only", "elevators"}, io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), "elevators") {
		t.Fatal(err)
	}
}

func TestTheSizesOfTheFrontEndAreParsedWithTheirBudgets(t *testing.T) {
	said := "core      124.9 kB of 125   css 9.6 of 25   held\nsearch    156.1 kB of 155   css 11.6 of 25   NOT HELD\nproject   148.0 kB of 160   css 1 of 25   held\n"
	rows, err := parseSizes("UI", said)
	if err != nil || len(rows) != 3 {
		t.Fatalf("%v, %v", rows, err)
	}
	if rows[0].What != "UI, core" || rows[0].Figure != 124.9 || !rows[0].Held() || rows[1].Held() || rows[2].Budget != atMost(160) {
		t.Errorf("%+v", rows)
	}
	if _, err := parseSizes("UI", "Error: no chunk for index.html in the manifest"); err == nil {
		t.Error("the output of a failed script was accepted")
	}
}

func TestTheCatchUpOfAServedSiteHasARateAndAMemoryBudget(t *testing.T) {
	slow := visited{Memory: program.Memory{Now: 240, Peak: 389}, ready: 100 * time.Second}
	fast := visited{Memory: program.Memory{Now: 200, Peak: 250}, ready: 50 * time.Second}
	for _, c := range []struct {
		projecting visited
		held       []bool
	}{{slow, []bool{true, true, false, false}}, {fast, []bool{true, true, true, true}}} {
		rows := memoryRows(100_000, "invented", 800_000, c.projecting, fast)
		if len(rows) != len(c.held) {
			t.Fatalf("%+v", rows)
		}
		for i, row := range rows {
			if row.Held() != c.held[i] {
				t.Errorf("%s: %v %s held: %v", row.What, row.Figure, row.Unit, row.Held())
			}
		}
	}
}

func TestOnlyAPageThatStartsTheAppCounts(t *testing.T) {
	page := []byte(`<!doctype html><script type="module" src="/assets/index.js"></script><div id="root"></div>`)
	if !isApp(200, page) || isApp(503, page) || isApp(200, []byte("页面尚未构建")) {
		t.Error("a page without the app was accepted")
	}
}
