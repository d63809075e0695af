package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/loadtest/program"
)

func TestEveryScriptThatIsOfferedIsThereAndNoOther(t *testing.T) {
	root, err := program.Root()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(root, "loadtest", "k6", "*.js"))
	if err != nil {
		t.Fatal(err)
	}
	var there []string
	for _, file := range files {
		there = append(there, strings.TrimSuffix(filepath.Base(file), ".js"))
	}
	all, usual := scripts()
	slices.Sort(all)
	if !slices.Equal(there, all) {
		t.Errorf("the scripts are %v, offered are %v", there, all)
	}
	if slices.Contains(usual, "soak") {
		t.Error("the soak runs without being asked for")
	}
}

func TestBadArgumentsAreRefusedWithTheirName(t *testing.T) {
	for args, says := range map[string]string{
		"-scripts browse,elevators": "elevators", "-duration soon": "-duration", "-duration -5s": "-duration", "-scale 0": "-scale", "more": "more",
		"-catalogue /no/such/file": "-catalogue",
	} {
		if _, err := parse(strings.Fields(args), io.Discard); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", args, err)
		}
	}
	a, err := parse([]string{"-scripts", "spike, browse", "-duration", "5s"}, io.Discard)
	if err != nil || !slices.Equal(a.scripts, []string{"spike", "browse"}) {
		t.Errorf("%+v, %v", a, err)
	}
}

// figures writes what a script writes at its end.
func figures(t *testing.T, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "k6.json")
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

const spike = `{"seconds": 10, "metrics": {
	"http_req_failed": {"values": {"rate": 0.02, "passes": 2, "fails": 98}, "thresholds": {"rate<0.01": {"ok": false}}},
	"http_req_failed{kind:page}": {"values": {"passes": 2, "fails": 48}, "thresholds": {"rate>=0": {"ok": true}}},
	"http_req_failed{kind:api}": {"values": {"passes": 0, "fails": 50}, "thresholds": {"rate>=0": {"ok": true}}},
	"http_req_duration{kind:page}": {"values": {"med": 5, "p(95)": 150, "p(99)": 300}, "thresholds": {"p(95)<200": {"ok": true}}},
	"http_req_duration{kind:api}": {"values": {"med": 1.5, "p(95)": 20, "p(99)": 40}},
	"http_req_duration{kind:page,phase:after}": {"values": {"med": 9, "p(95)": 999, "p(99)": 999}, "thresholds": {"p(95)<200": {"ok": false}}},
	"dropped_iterations": {"values": {"count": 7}}}}`

func TestTheFiguresOfAScriptAreReadByKindWithTheThresholdsItMissed(t *testing.T) {
	r, err := readRun("spike", figures(t, spike))
	if err != nil {
		t.Fatal(err)
	}
	want := []Kind{{Kind: "api", Requests: 50, Rate: 5, P50: 1.5, P95: 20, P99: 40}, {Kind: "page", Requests: 50, Rate: 5, P50: 5, P95: 150, P99: 300, Errors: 2}}
	if !slices.Equal(r.Kinds, want) || r.Dropped != 7 || r.Seconds != 10 {
		t.Errorf("%+v", r)
	}
	if missed := []string{"duration{kind:page,phase:after} p(95)<200", "failed rate<0.01"}; !slices.Equal(r.Missed, missed) {
		t.Errorf("missed: %q", r.Missed)
	}
}

func TestAScriptWithoutFiguresHasFailed(t *testing.T) {
	for _, content := range []string{"", "{", "null", "[]", `{"seconds": 0, "metrics": {}}`, `{"seconds": "x"}`} {
		if r, err := readRun("browse", figures(t, content)); err == nil || r.verdict() != "FAILED" {
			t.Errorf("%q: %+v, %v", content, r, err)
		}
	}
	if _, err := readRun("browse", filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a missing file is no error")
	}
}

func metrics(t *testing.T, text string) samples {
	t.Helper()
	s, err := readMetrics(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAReadModelIsBehindSinceTheLogHadTheEventThatItMisses(t *testing.T) {
	o, begin := observed{heads: map[string][]head{}}, time.Now()
	at := func(seconds int, text string) {
		o.add(begin.Add(time.Duration(seconds)*time.Second), metrics(t, text))
	}
	const quick, slow = `modyard_projection_position{projector="a/v1"} `, `modyard_projection_position{projector="b/v1"} `
	const quickBehind, slowBehind = `modyard_projection_lag_events{projector="a/v1"} `, `modyard_projection_lag_events{projector="b/v1"} `
	at(0, "# HELP x y\nprocess_resident_memory_bytes 1e+08\nmodyard_downloads_unrecorded_total{reason=\"busy\"} 3\n"+quick+"10\n"+quickBehind+"0\n"+slow+"10\n"+slowBehind+"0\n")
	at(1, "process_resident_memory_bytes 3e+08\n"+quick+"10\n"+quickBehind+"5\n"+slow+"10\n"+slowBehind+"5\n")
	at(2, quick+"15\n"+quickBehind+"5\n"+slow+"14\n"+slowBehind+"6\n") // a has applied the five, b four of them
	at(4, "process_resident_memory_bytes 2e+08\nmodyard_downloads_unrecorded_total{reason=\"busy\"} 4\nmodyard_downloads_unrecorded_total{reason=\"ended\"} 1\n"+
		quick+"20\n"+quickBehind+"0\n"+slow+"14\n"+slowBehind+"6\n")
	at(5, slow+"20\n"+slowBehind+"0\n")
	if want := (Lag{Most: 3, Of: "b/v1"}); o.lag != want {
		t.Errorf("lag %+v, want %+v", o.lag, want)
	}
	if o.memory.Start != 100 || o.memory.Most != 300 {
		t.Errorf("memory %+v", o.memory)
	}
}

func TestTheReportIsATableForPeopleAndFilesForPrograms(t *testing.T) {
	run, err := readRun("spike", figures(t, spike))
	if err != nil {
		t.Fatal(err)
	}
	run.Lag, run.Memory = Lag{2, "catalog/v1"}, Memory{100, 120, 150}
	r := Report{Data: "3 projects", Scale: 1, Runs: []Run{run, {Script: "soak"}}}
	var out bytes.Buffer
	r.table(&out)
	for _, part := range []string{"a second", "page", "150.0", "catalog/v1", "100 → 120, at most 150", "MISSED", "FAILED"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("the table has no %q:\n%s", part, out.String())
		}
	}
	dir := t.TempDir()
	if err := r.write(dir); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "report.json"))
	var again Report
	if err != nil || json.Unmarshal(data, &again) != nil || len(again.Runs) != 2 || again.Runs[0].Lag != run.Lag {
		t.Errorf("%+v, %v", again, err)
	}
	md, err := os.ReadFile(filepath.Join(dir, "report.md"))
	if err != nil || strings.Count(string(md), "\n|") != 5 {
		t.Errorf("%s %v", md, err)
	}
}

func TestSettingsOfTheCallerDoNotReachTheScripts(t *testing.T) {
	got := withoutK6([]string{"PATH=/bin", "K6_VUS=9", "SMOKE=1", "PROJECTS=3", "HOME=/root"})
	if !slices.Equal(got, []string{"PATH=/bin", "HOME=/root"}) {
		t.Error(got)
	}
}
