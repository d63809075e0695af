// Package browser counts script errors and page load times that pages report.
package browser

import (
	"context"
	"log/slog"
	"math"
	"regexp"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/platform/httpkit"
)

const (
	maxBody    = 4 << 10
	maxEntries = 20
	other      = "other"
)

// Reports turns reports into metrics. Every label has a fixed set of values; neither texts of visitors nor the sender
// are stored.
type Reports struct {
	log     *slog.Logger
	errors  *prometheus.CounterVec
	seconds *prometheus.HistogramVec
	shift   *prometheus.HistogramVec
}

// Report is what a page sends: at most 20 errors and vitals.
type Report struct {
	Page   string  `json:"page" doc:"页面种类" enum:"home,search,project,profile,work,other"`
	Errors []Error `json:"errors,omitempty" doc:"出错的地方"`
	Vitals []Vital `json:"vitals,omitempty" doc:"页面的速度指标"`
}

// Error is the place of a script error, without its message, which may quote a visitor's text.
type Error struct {
	Kind  string `json:"kind" doc:"错误的来源" enum:"error,rejection,part"`
	Name  string `json:"name,omitempty" doc:"错误的类型，例如 TypeError"`
	Place string `json:"place,omitempty" doc:"脚本文件与行列，例如 assets/abc.js:1:20"`
}

// Vital is a web vital in its own unit: milliseconds, or a score for CLS.
type Vital struct {
	Name  string  `json:"name" doc:"指标名称" enum:"CLS,FCP,INP,LCP,TTFB"`
	Value float64 `json:"value" doc:"毫秒；CLS 没有单位"`
}

// New makes the metrics in registry.
func New(registry prometheus.Registerer, log *slog.Logger) *Reports {
	labels := []string{"name", "page"}
	r := &Reports{
		log: log,
		errors: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: "modyard", Subsystem: "browser", Name: "errors_total",
			Help: "Errors that sampled pages reported, by their source and the kind of page.",
		}, []string{"kind", "page"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: "modyard", Subsystem: "browser", Name: "vital_seconds",
			Help:    "FCP, INP, LCP and TTFB of sampled pages.",
			Buckets: []float64{.05, .1, .2, .3, .5, .8, 1, 1.8, 2.5, 4, 8},
		}, labels),
		shift: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: "modyard", Subsystem: "browser", Name: "layout_shift",
			Help:    "CLS of sampled pages.",
			Buckets: []float64{.01, .025, .05, .1, .25, .5, 1},
		}, labels),
	}
	registry.MustRegister(r.errors, r.seconds, r.shift)
	return r
}

// Register mounts the route. It needs no role, as pages of anonymous visitors report too; the API's rate limit
// applies.
func (r *Reports) Register(api *httpkit.API) {
	httpkit.Typed(api, huma.Operation{
		Method: "POST", Path: "/_internal/browser-report", Summary: "报告页面的错误与速度", MaxBodyBytes: maxBody,
	}, nil, r.take)
}

type sent struct{ Body Report }

func (r *Reports) take(ctx context.Context, in *sent) (*struct{}, error) {
	report := in.Body
	if len(report.Errors)+len(report.Vitals) > maxEntries {
		return nil, httpkit.Invalid("errors", "一次最多报告 20 项")
	}
	page := among(report.Page, "home", "search", "project", "profile", "work")
	for _, e := range report.Errors {
		r.errors.WithLabelValues(among(e.Kind, "error", "rejection", "part"), page).Inc()
		if errorName.MatchString(e.Name) && errorPlace.MatchString(e.Place) {
			r.log.InfoContext(ctx, "a page reported an error", "name", e.Name, "place", e.Place, "page", page)
		}
	}
	for _, v := range report.Vitals {
		switch {
		case math.IsNaN(v.Value) || v.Value < 0 || v.Value > 10*60*1000:
		case v.Name == "CLS":
			r.shift.WithLabelValues(v.Name, page).Observe(v.Value)
		case slices.Contains([]string{"FCP", "INP", "LCP", "TTFB"}, v.Name):
			r.seconds.WithLabelValues(v.Name, page).Observe(v.Value / 1000)
		}
	}
	return nil, nil
}

// The allowed texts of an error report: the name of its class, and a position in a file of the front end.
var (
	errorName  = regexp.MustCompile(`^[A-Za-z]{1,40}$`)
	errorPlace = regexp.MustCompile(`^assets/[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$`)
)

// among returns value where it is one of known, otherwise "other".
func among(value string, known ...string) string {
	if slices.Contains(known, value) {
		return value
	}
	return other
}
