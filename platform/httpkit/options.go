package httpkit

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"reflect"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/platform/tracing"
)

// Options configure an [API]. The zero value is a working API without metrics
// and rate limit.
type Options struct {
	Title       string // of the API, for the documentation
	Version     string
	Description string
	PublicURL   string // https://… adds Strict-Transport-Security
	Hosts       *Hosts // names that requests may be sent to; nil: any

	Logger   *slog.Logger          // access log and failures; nil: slog.Default()
	Registry prometheus.Registerer // request metrics; nil: none
	Tracer   *tracing.Tracer       // spans of requests; nil: none

	// Unready says whether an error has no other cause than that the site is still being prepared: the answer is then 503
	// with Retry-After. nil: no error has.
	Unready func(error) bool

	Timeout   time.Duration // of a request; 0: 30 s
	BodyLimit int64         // bytes of a request body; 0: DefaultBodyLimit

	// RatePerMinute is how many API requests a caller may send in a minute, at once or spread out, and how many pages it
	// may request beside them. 0: no limit.
	RatePerMinute int
	// CallerKey identifies the caller (account, token or session) after the middlewares given to Use have run; "" for
	// an anonymous one, which is counted by address. nil: all callers are counted by address.
	CallerKey func(ctx context.Context) string
	// TrustedProxies may name the client in X-Forwarded-For.
	TrustedProxies []netip.Prefix

	// Numbers are types that write numbers in JSON which are no floats; the documentation calls them numbers.
	Numbers []reflect.Type
	// FamilyMembers are members of bodies that programs of this API family send and on which no route may act
	// (CheckMembers).
	FamilyMembers []string

	// Unlimited lists path prefixes outside of the API whose requests are not counted: files and checks.
	Unlimited []string

	// Uncompressed lists path prefixes whose answers are not compressed, because they are compressed already or must
	// support ranges.
	Uncompressed []string
}

const (
	defaultTimeout = 30 * time.Second
	apiPublicV2    = "/v2/"
	apiPublicV3    = "/v3/"
	apiInternal    = "/_internal/"
	apiMaven       = "/maven/"     // packages for build tools
	apiUpdates     = "/updates/"   // update checkers
	apiAnalytics   = "/analytics/" // what pages and programs tell of their use
	apiHosting     = "/hosting/"   // hosted servers, as programs of the family know them
	apiNodes       = "/_node/"     // the processes on game hosts
)

// apiPrefixes begin the paths of the API.
var apiPrefixes = [...]string{apiPublicV2, apiPublicV3, apiInternal, apiMaven, apiUpdates, apiAnalytics, apiHosting, apiNodes}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	if o.BodyLimit == 0 {
		o.BodyLimit = DefaultBodyLimit
	}
	if o.Title == "" {
		o.Title = "API"
	}
	if o.Version == "" {
		o.Version = "1"
	}
	return o
}

// methods are the HTTP methods that the API answers.
var methods = [...]string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut,
	http.MethodPatch, http.MethodDelete, http.MethodOptions,
}
