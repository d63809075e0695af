package telemetry_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/platform/telemetry"
)

func TestMetricsAndProfilesAreNotForTheNetwork(t *testing.T) {
	const token = "a long token for operators"
	for _, c := range []struct {
		token, from, path string
		headers           []string
		want              int
	}{
		{"", "127.0.0.1:1", "/metrics", nil, 200},
		{"", "[::1]:1", "/debug/pprof/cmdline", nil, 200},
		{"", "10.1.2.3:1", "/metrics", nil, 200},
		{"", "[::ffff:192.168.0.2]:1", "/metrics", nil, 200},
		{"", "203.0.113.9:1", "/metrics", nil, 401},
		{"", "203.0.113.9:1", "/debug/pprof/heap", nil, 401},
		{"", "203.0.113.9:1", "/debug/pprof/heap", []string{"Authorization", "Bearer "}, 401},
		{"", "[2001:db8::1]:1", "/metrics", nil, 401},
		{"", "203.0.113.9:1", "/healthz", nil, 200},
		{"", "127.0.0.1:1", "/metrics", []string{"X-Forwarded-For", "203.0.113.9"}, 401},
		{"", "10.1.2.3:1", "/debug/pprof/heap", []string{"X-Real-IP", "203.0.113.9"}, 401},
		{"", "127.0.0.1:1", "/metrics", []string{"Via", "1.1 proxy"}, 401},
		{"", "10.1.2.3:1", "/metrics", []string{"X-Forwarded-Proto", "https"}, 401},
		{token, "10.1.2.3:1", "/metrics", []string{"X-Real-IP", "203.0.113.9", "Authorization", "Bearer " + token}, 200},
		{token, "203.0.113.9:1", "/metrics", []string{"Authorization", "Bearer " + token}, 200},
		{token, "203.0.113.9:1", "/metrics", []string{"Authorization", "Bearer another"}, 401},
		{token, "127.0.0.1:1", "/metrics", nil, 200},
	} {
		r := httptest.NewRequest(http.MethodGet, "http://site"+c.path, nil)
		r.RemoteAddr = c.from
		for i := 0; i+1 < len(c.headers); i += 2 {
			r.Header.Set(c.headers[i], c.headers[i+1])
		}
		w := httptest.NewRecorder()
		telemetry.Guard(c.token, telemetry.PrivateMux(prometheus.NewRegistry())).ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%+v: %d", c, w.Code)
		}
	}
}
