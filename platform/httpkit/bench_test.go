package httpkit_test

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/platform/httpkit"
)

// BenchmarkMiddlewareStack compares a document served through the whole stack with a bare handler that writes the
// same bytes, with and without real connections.
func BenchmarkMiddlewareStack(b *testing.B) {
	body := bytes.Repeat([]byte(`{"id":"AABBCCDD","title":"钠"},`), 130) // about 4 KB, as a project
	bare := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body)
	})
	mux := http.NewServeMux()
	mux.Handle("GET /v2/project/{id}", bare)
	api := httpkit.New(httpkit.Options{
		Logger:   slog.New(slog.NewJSONHandler(io.Discard, nil)),
		Registry: prometheus.NewRegistry(), RatePerMinute: 1 << 30,
	})
	api.Raw(op("GET", "/v2/project/{id}"), func(w http.ResponseWriter, r *http.Request) error {
		httpkit.Document(w, r, "123456", body, "application/json")
		return nil
	})
	stack := api.Handler()
	for _, c := range []struct {
		name       string
		handler    http.Handler
		compressed bool
	}{{"bare", mux, false}, {"stack", stack, false}, {"stack gzip", stack, true}} {
		b.Run(c.name+"/socket", func(b *testing.B) {
			s := httptest.NewServer(c.handler)
			defer s.Close()
			client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: !c.compressed}}
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					res, err := client.Get(s.URL + "/v2/project/AABBCCDD")
					if err != nil {
						b.Error(err)
						return
					}
					_, _ = io.Copy(io.Discard, res.Body)
					_ = res.Body.Close()
				}
			})
		})
		b.Run(c.name+"/direct", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest("GET", "/v2/project/AABBCCDD", nil)
				c.handler.ServeHTTP(httptest.NewRecorder(), r)
			}
		})
	}
}
