package browser_test

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/platform/browser"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/telemetry"
)

func report(t *testing.T, registry *prometheus.Registry, log *strings.Builder, bodies ...string) (codes []int) {
	t.Helper()
	api := httpkit.New(httpkit.Options{})
	browser.New(registry, slog.New(slog.NewTextHandler(log, nil))).Register(api)
	for _, body := range bodies {
		w := httptest.NewRecorder()
		api.Handler().ServeHTTP(w, httptest.NewRequest("POST", "/_internal/browser-report", strings.NewReader(body)))
		codes = append(codes, w.Code)
	}
	return codes
}

// metrics is the text that Prometheus reads.
func metrics(registry *prometheus.Registry) string {
	w := httptest.NewRecorder()
	telemetry.Metrics(registry).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	return w.Body.String()
}

func series(registry *prometheus.Registry) (lines []string) {
	for line := range strings.Lines(metrics(registry)) {
		if strings.HasPrefix(line, "modyard_") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

func TestErrorsAndVitalsOfPagesAreCounted(t *testing.T) {
	t.Parallel()
	registry, log := prometheus.NewRegistry(), &strings.Builder{}
	codes := report(t, registry, log, `{"page":"project","errors":[{"kind":"rejection","name":"TypeError","place":"assets/abc.js:1:20"}],"vitals":[{"name":"LCP","value":1500},{"name":"CLS","value":0.02}]}`)
	if codes[0] != 204 {
		t.Fatal(codes)
	}
	text := metrics(registry)
	for _, want := range []string{
		`modyard_browser_errors_total{kind="rejection",page="project"} 1`,
		`modyard_browser_vital_seconds_sum{name="LCP",page="project"} 1.5`,
		`modyard_browser_layout_shift_sum{name="CLS",page="project"} 0.02`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if !strings.Contains(log.String(), "place=assets/abc.js:1:20") {
		t.Error(log)
	}
}

func TestLabelsAndLogContainNoTextFromTheSender(t *testing.T) {
	t.Parallel()
	registry, log := prometheus.NewRegistry(), &strings.Builder{}
	codes := report(t, registry, log,
		`{"page":"/user/somebody","errors":[{"kind":"made-up","name":"secret text","place":"https://example.org/x"}],"vitals":[{"name":"MINE","value":1},{"name":"LCP","value":-1}]}`,
		`{"page":"elsewhere","errors":[{"kind":"another"}]}`)
	if codes[0] != 204 || codes[1] != 204 {
		t.Fatal(codes)
	}
	if got := series(registry); len(got) != 1 || got[0] != `modyard_browser_errors_total{kind="other",page="other"} 2` {
		t.Errorf("%q; want only the series of unknown errors", got)
	}
	if log.Len() > 0 {
		t.Error(log)
	}
}

func TestALongReportIsRejected(t *testing.T) {
	t.Parallel()
	registry, log := prometheus.NewRegistry(), &strings.Builder{}
	codes := report(t, registry, log,
		`{"page":"home","errors":[`+strings.Repeat(`{"kind":"error"},`, 20)+`{"kind":"error"}]}`,
		`{"page":"`+strings.Repeat("x", 5000)+`"}`)
	if codes[0] != 400 || codes[1] != 413 {
		t.Error(codes)
	}
	if got := series(registry); len(got) > 0 {
		t.Errorf("a rejected report was counted: %q", got)
	}
}
