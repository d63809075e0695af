package httpkit

import (
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/platform/tracing"
)

// observer writes the access log and the metrics. Neither contains query values, headers or addresses: these may
// contain tokens or identify a person.
type observer struct {
	log      *slog.Logger
	duration *prometheus.HistogramVec
	answers  *prometheus.CounterVec
	inFlight prometheus.Gauge
}

func newObserver(o Options) *observer {
	v := &observer{log: o.Logger}
	if o.Registry == nil {
		return v
	}
	v.duration = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Namespace: "modyard", Subsystem: "http", Name: "request_duration_seconds",
		Help:    "Time from the first byte of a request to the last of its answer.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
	}, []string{"method", "route"})
	v.answers = prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: "modyard", Subsystem: "http", Name: "answers_total",
		Help: "Answers by route and status.",
	}, []string{"method", "route", "status"})
	v.inFlight = prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: "modyard", Subsystem: "http", Name: "requests_in_flight",
		Help: "Requests being served.",
	})
	o.Registry.MustRegister(v.duration, v.answers, v.inFlight)
	return v
}

func (v *observer) begin() {
	if v.inFlight != nil {
		v.inFlight.Inc()
	}
}

func (v *observer) done(r *http.Request, x *exchange, isAPI bool) {
	elapsed := time.Since(x.start)
	status := x.w.status
	if status == 0 {
		status = http.StatusOK
	}
	method, route := labels(r.Method, x.pattern, isAPI)
	if v.duration != nil {
		v.inFlight.Dec()
		v.duration.WithLabelValues(method, route).Observe(elapsed.Seconds())
		v.answers.WithLabelValues(method, route, strconv.Itoa(status)).Inc()
	}
	level := slog.LevelInfo
	if status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	ctx := r.Context()
	if !v.log.Enabled(ctx, level) {
		return
	}
	attrs := [8]slog.Attr{
		slog.String("method", method), slog.String("route", route), slog.Int("status", status),
		slog.Int64("bytes", x.w.bytes), slog.Duration("took", elapsed), slog.String("request_id", x.id),
		slog.String("path", r.URL.Path),
	}
	n := 7
	if x.failure != nil {
		attrs[n] = slog.String("error", x.failure.Error())
		n++
	}
	v.log.LogAttrs(ctx, level, "request", attrs[:n]...)
}

// traced ends the span of a request. Like the metrics, it names the route and no address.
func traced(span tracing.Span, r *http.Request, x *exchange, isAPI bool) {
	if !span.On() {
		return
	}
	status := x.w.status
	if status == 0 {
		status = http.StatusOK
	}
	method, route := labels(r.Method, x.pattern, isAPI)
	span.Name(method + " " + route)
	span.Text("http.request.method", method)
	span.Text("http.route", route)
	span.Count("http.response.status_code", int64(status))
	span.Text("modyard.request", x.id)
	if status >= http.StatusInternalServerError {
		span.Fail()
	}
	span.End(nil)
}

// labels bounds the number of label values: all requests without a route share one route label, and all unusual
// methods one method label.
func labels(method, pattern string, isAPI bool) (string, string) {
	if !slices.Contains(methods[:], method) {
		method = "OTHER"
	}
	if _, path, found := strings.Cut(pattern, " "); found {
		pattern = path
	}
	if pattern == "" || isAPI && isFallback(pattern) {
		pattern = "none"
	}
	return method, pattern
}
