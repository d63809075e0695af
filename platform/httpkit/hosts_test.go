package httpkit_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/modyard/modyard/platform/httpkit"
)

func TestARequestForAnotherHostIsMisdirected(t *testing.T) {
	mount := func(hosts *httpkit.Hosts) http.Handler {
		api := httpkit.New(httpkit.Options{Hosts: hosts, Logger: slog.New(slog.DiscardHandler)})
		api.Mux.HandleFunc("GET /", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok")) })
		return api.Handler()
	}
	named := &httpkit.Hosts{Names: []string{"Site.example", "192.0.2.7", "fd00::1"}}
	local := &httpkit.Hosts{Names: []string{"0.0.0.0"}, Loopback: true}
	for _, c := range []struct {
		hosts      *httpkit.Hosts
		host, path string
		want       int
	}{
		{named, "site.example", "/", 200}, {named, "SITE.example:8443", "/x", 200}, {named, "site.example.", "/", 200},
		{named, "192.0.2.7:80", "/", 200}, {named, "[fd00::1]:80", "/", 200}, {named, "[fd00:0::0001]", "/", 200}, {named, "[::ffff:192.0.2.7]", "/", 200},
		{named, "evil.example", "/", 421}, {named, "site.example.evil.example", "/v2/search", 421}, {named, "localhost", "/", 421},
		{named, "127.0.0.1", "/", 421}, {named, "", "/", 421}, {named, "evil.example", "/assets/x.js", 421}, {named, "evil.example", "/data/x", 421},
		{named, "evil.example", "/healthz", 200}, {named, "", "/readyz", 200}, {named, "evil.example", "/healthz/", 421},
		{local, "localhost:8080", "/", 200}, {local, "127.0.0.1:9", "/", 200}, {local, "[::1]:8080", "/", 200}, {local, "a.localhost", "/", 200},
		{local, "127.0.0.9", "/", 200}, {local, "0.0.0.0:8080", "/", 200}, {local, "192.168.1.5", "/", 421}, {local, "localhost.evil.example", "/", 421},
		{nil, "anything.example", "/", 200},
	} {
		r := httptest.NewRequest(http.MethodGet, "http://placeholder"+c.path, nil)
		r.Host = c.host
		w := httptest.NewRecorder()
		mount(c.hosts).ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%q %s: %d, want %d", c.host, c.path, w.Code, c.want)
		}
		if c.want == 421 && (w.Header().Get("Access-Control-Allow-Origin") != "" || w.Header().Get("X-Content-Type-Options") != "nosniff") {
			t.Errorf("%q: headers %v", c.host, w.Header())
		}
	}
}
