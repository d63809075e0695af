package httpkit_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/platform/httpkit"
)

func nothing(w http.ResponseWriter, _ *http.Request) error { return httpkit.NoContent(w) }

func TestEveryAnswerHasAValidRequestID(t *testing.T) {
	var seen string
	s := serve(t, httpkit.Options{}, func(api *httpkit.API) {
		api.Raw(op("GET", "/v2/a"), func(w http.ResponseWriter, r *http.Request) error {
			seen = httpkit.RequestID(r.Context())
			return httpkit.NoContent(w)
		})
	})
	made := regexp.MustCompile(`^[0-9a-z]{16}$`)
	for _, path := range []string{"/v2/a", "/v2/none", "/none"} {
		if id := send(t, "GET", s.URL+path, "").header.Get("X-Request-Id"); !made.MatchString(id) {
			t.Errorf("%s: id %q", path, id)
		}
	}
	a := send(t, "GET", s.URL+"/v2/a", "", "X-Request-Id", "Trace-0123_abc")
	if got := a.header.Get("X-Request-Id"); got != "Trace-0123_abc" || seen != got {
		t.Errorf("a caller's id became %q, the handler saw %q", got, seen)
	}
	for _, bad := range []string{"short", strings.Repeat("x", 65), "with space1", "<script>alert", "quote\"quote", "字字字字字字字字"} {
		if got := send(t, "GET", s.URL+"/v2/a", "", "X-Request-Id", bad).header.Get("X-Request-Id"); !made.MatchString(got) {
			t.Errorf("the id %q was accepted as %q", bad, got)
		}
	}
}

func TestEveryAnswerHasTheSecurityHeaders(t *testing.T) {
	s := serve(t, httpkit.Options{PublicURL: "https://site.example"}, func(api *httpkit.API) {
		api.Raw(op("GET", "/v2/a"), nothing)
		api.Mux.HandleFunc("GET /page", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Security-Policy", "default-src 'self'")
		})
	})
	for _, path := range []string{"/v2/a", "/v2/none", "/page", "/none"} {
		h := send(t, "GET", s.URL+path, "").header
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "strict-origin-when-cross-origin",
			"Permissions-Policy": "camera=()", "Strict-Transport-Security": "max-age=", "Content-Security-Policy": "default-src ",
		} {
			if !strings.HasPrefix(h.Get(name), want) {
				t.Errorf("%s: %s is %q", path, name, h.Get(name))
			}
		}
	}
	if csp := send(t, "GET", s.URL+"/page", "").header.Get("Content-Security-Policy"); csp != "default-src 'self'" {
		t.Errorf("a page's own policy was changed to %q", csp)
	}
	plain := serve(t, httpkit.Options{PublicURL: "http://localhost"}, func(*httpkit.API) {})
	if h := send(t, "GET", plain.URL+"/v2/a", "").header; h.Get("Strict-Transport-Security") != "" {
		t.Error("a site without TLS sends Strict-Transport-Security")
	}
}

func TestThePublicAPIIsOpenToEveryOriginAndTheInternalOneIsNot(t *testing.T) {
	s := serve(t, httpkit.Options{RatePerMinute: 7}, func(api *httpkit.API) {
		for _, prefix := range []string{"/v2", "/v3", "/analytics", "/_internal"} {
			api.Raw(op("PATCH", prefix+"/a"), nothing)
		}
	})
	preflight := []string{"Origin", "https://other.example", "Access-Control-Request-Method", "PATCH", "Access-Control-Request-Headers", "authorization, x-launcher-version"}
	for _, prefix := range []string{"/v2", "/v3", "/analytics"} {
		for range 3 {
			a := send(t, "OPTIONS", s.URL+prefix+"/a", "", preflight...)
			if a.status != 204 || a.header.Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(a.header.Get("Access-Control-Allow-Methods"), "PATCH") ||
				a.header.Get("Access-Control-Allow-Headers") != "authorization, x-launcher-version" || a.header.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%s preflight: %d %v", prefix, a.status, a.header)
			}
		}
		a := send(t, "PATCH", s.URL+prefix+"/a", "", "Origin", "https://other.example")
		exposed := a.header.Get("Access-Control-Expose-Headers")
		if a.header.Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(exposed, "Log-Position") || !strings.Contains(exposed, "Next-Cursor") {
			t.Errorf("%s: %v", prefix, a.header)
		}
		if a := send(t, "GET", s.URL+prefix+"/none", ""); a.header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: an error cannot be read by its page", prefix)
		}
	}
	a := send(t, "OPTIONS", s.URL+"/_internal/a", "", preflight...)
	b := send(t, "PATCH", s.URL+"/_internal/a", "", "Origin", "https://other.example")
	for _, h := range []http.Header{a.header, b.header} {
		for name := range h {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("the internal API says %s: %s", name, h.Get(name))
			}
		}
	}
}

func TestTheAccessLogNamesTheRouteAndOmitsSecrets(t *testing.T) {
	var log bytes.Buffer
	s := serve(t, httpkit.Options{Logger: slog.New(slog.NewJSONHandler(&log, nil))}, func(api *httpkit.API) {
		api.Raw(op("GET", "/v2/thing/{id}"), func(w http.ResponseWriter, _ *http.Request) error { return httpkit.WriteJSON(w, 201, "12345") })
	})
	send(t, "GET", s.URL+"/v2/thing/abc?token=SECRET1", "", "Authorization", "SECRET2", "Cookie", "s=SECRET3", "X-Request-Id", "request-1234")
	s.Close()
	var line struct {
		Method, Route, Path string
		Status, Bytes       int
		Took                int64
		RequestID           string `json:"request_id"`
	}
	if err := json.Unmarshal(log.Bytes(), &line); err != nil {
		t.Fatal(err, log.String())
	}
	if line.Method != "GET" || line.Route != "/v2/thing/{id}" || line.Path != "/v2/thing/abc" || line.Status != 201 || line.Bytes != 7 || line.Took <= 0 || line.RequestID != "request-1234" {
		t.Errorf("%s", log.String())
	}
	if strings.Contains(log.String(), "SECRET") {
		t.Errorf("the log holds a secret: %s", log.String())
	}
}

func TestMetricsAreCountedByRouteAndNotByAddress(t *testing.T) {
	r := prometheus.NewRegistry()
	s := serve(t, httpkit.Options{Registry: r}, func(api *httpkit.API) { api.Raw(op("GET", "/v2/thing/{id}"), nothing) })
	for i := range 20 {
		send(t, "GET", s.URL+fmt.Sprint("/v2/thing/", i), "")
		send(t, "GET", s.URL+fmt.Sprint("/v2/none/", i), "")
		send(t, "GET", s.URL+fmt.Sprint("/none/", i), "")
		send(t, fmt.Sprint("M", i), s.URL+"/v2/thing/1", "")
	}
	s.Close()
	families, err := r.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			key := f.GetName()
			for _, l := range m.GetLabel() {
				key += " " + l.GetValue()
			}
			got[key] = m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
		}
	}
	want := map[string]float64{
		"modyard_http_answers_total GET /v2/thing/{id} 204": 20, "modyard_http_answers_total GET none 404": 40, "modyard_http_answers_total OTHER none 405": 20,
		"modyard_http_request_duration_seconds GET /v2/thing/{id}": 20, "modyard_http_request_duration_seconds GET none": 40,
		"modyard_http_request_duration_seconds OTHER none": 20, "modyard_http_requests_in_flight": 0,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
