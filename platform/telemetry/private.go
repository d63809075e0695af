package telemetry

import (
	"net/http"
	"net/http/pprof"

	"github.com/prometheus/client_golang/prometheus"
)

// PrivateMux serves the operator's private address: /metrics, /healthz, /readyz and the profiles under /debug/pprof/.
func PrivateMux(r *prometheus.Registry, checks ...Check) *http.ServeMux {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", Metrics(r))
	mux.Handle("GET /healthz", Alive())
	mux.Handle("GET /readyz", Ready(checks...))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("POST /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}
