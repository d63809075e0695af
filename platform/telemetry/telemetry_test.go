package telemetry_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/platform/telemetry"
)

func get(t *testing.T, server *httptest.Server, path string) (int, string) {
	t.Helper()
	res, err := server.Client().Get(server.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

func private(t *testing.T, r *prometheus.Registry, checks ...telemetry.Check) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(telemetry.PrivateMux(r, checks...))
	t.Cleanup(server.Close)
	return server
}

func TestLogsAreJSONOutsideATerminalAndRespectTheLevel(t *testing.T) {
	for level, want := range map[string]int{"debug": 4, "": 3, "info": 3, "warn": 2, "ERROR": 1} {
		var out bytes.Buffer
		log, err := telemetry.NewLogger(&out, level)
		if err != nil {
			t.Fatal(err)
		}
		log.Debug("d")
		log.Info("i")
		log.Warn("w")
		log.Error("e", "key", "值")
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if len(lines) != want {
			t.Errorf("level %q let %d lines pass, want %d", level, len(lines), want)
		}
		var last map[string]any
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil || last["key"] != "值" {
			t.Errorf("last line %s: %v", lines[len(lines)-1], err)
		}
	}
	if _, err := telemetry.NewLogger(io.Discard, "loud"); err == nil {
		t.Error("an unknown level was accepted")
	}
}

func TestMetricsOfTheRuntimeAndOfThePartsAreServed(t *testing.T) {
	r := telemetry.NewRegistry()
	c := prometheus.NewCounter(prometheus.CounterOpts{Name: "modyard_test_total", Help: "x"})
	r.MustRegister(c)
	c.Add(3)
	status, body := get(t, private(t, r), "/metrics")
	for _, want := range []string{"modyard_test_total 3", "go_goroutines ", "process_open_fds "} {
		if status != 200 || !strings.Contains(body, want) {
			t.Errorf("status %d, no %q", status, want)
		}
	}
}

func TestReadyListsEveryCheckAndPassesOnlyWhenAllPass(t *testing.T) {
	fine := telemetry.Check{Name: "log", Run: func(context.Context) error { return nil }}
	if status, body := get(t, private(t, telemetry.NewRegistry(), fine), "/readyz"); status != 200 || !strings.Contains(body, `"status":"ok"`) {
		t.Errorf("%d %s", status, body)
	}
	release := make(chan struct{})
	defer close(release)
	checks := []telemetry.Check{
		fine,
		{Name: "database", Run: func(context.Context) error { return errors.New("refused") }},
		{Name: "deaf", Timeout: 30 * time.Millisecond, Run: func(context.Context) error { <-release; return nil }},
		{Name: "broken", Run: func(context.Context) error { panic("oh") }},
	}
	server := private(t, telemetry.NewRegistry(), checks...)
	status, body := get(t, server, "/readyz")
	var answer struct {
		Status string
		Checks []telemetry.CheckResult
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatal(err)
	}
	if status != 503 || answer.Status != "unavailable" || len(answer.Checks) != 4 {
		t.Fatalf("%d %s", status, body)
	}
	want := []string{"", "refused", "deadline exceeded", "panic: oh"}
	for i, result := range answer.Checks {
		if result.Name != checks[i].Name || result.OK != (want[i] == "") || !strings.Contains(result.Error, want[i]) {
			t.Errorf("check %d: %+v", i, result)
		}
	}
	if status, _ := get(t, server, "/healthz"); status != 200 {
		t.Errorf("the process that is not ready is not alive: %d", status)
	}
}

func TestProfilesAreServedOnThePrivateAddress(t *testing.T) {
	server := private(t, telemetry.NewRegistry())
	for _, path := range []string{"/debug/pprof/", "/debug/pprof/heap?debug=1", "/debug/pprof/goroutine?debug=1", "/debug/pprof/cmdline"} {
		if status, body := get(t, server, path); status != 200 || body == "" {
			t.Errorf("%s: %d", path, status)
		}
	}
	if status, _ := get(t, server, "/other"); status != 404 {
		t.Errorf("unknown path: %d", status)
	}
}
