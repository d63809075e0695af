// Package download records downloads: the calls of programs, and the files that the site sends. It tells the totals that the
// rule of the site makes of them to the main log, from which every page and the search have them. It records views of
// projects and playtime too.
package download

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/jobs"
)

// Codec encodes the events of the log of hits; eventlog/codec implements it.
type Codec interface {
	Encode(payload any) (typ string, data []byte, err error)
}

// Types says whether an event type may be written yet; projections/runtime.Runner implements it.
type Types interface {
	Writable(ctx context.Context, types ...string) error
}

// Version is what a hit says of a version.
type Version struct {
	ID, Project    string
	Loaders, Games []string
	Unpaid         bool // its project is not monetized
}

// Totals are totals that have changed up to a position of the log of hits.
type Totals struct {
	Through            int64
	Projects, Versions []download.Total // by id
}

// Options are the dependencies of the service. Registry and Logger may be nil.
type Options struct {
	Handler *commands.Handler                                          // of the main log, for totals
	Log     func(context.Context) (eventlog.Log, error)                // of hits
	Types   Types                                                      // of the log of hits
	Codec   Codec                                                      // of the log of hits
	Pool    *pgxpool.Pool                                              // for the keys of visitors
	Rule    download.Rule                                              // of the totals
	Find    func(ctx context.Context, version string) (Version, error) // a fault for one that not everybody sees
	// Project finds a project that everybody sees, by the first two parts of its address. It is told as a version without an id;
	// the zero Version is none.
	Project func(ctx context.Context, kind, name string) (Version, error)
	// Versions are those of some that everybody sees.
	Versions func(ctx context.Context, ids []string) ([]Version, error)
	Country  func(netip.Addr) string                                // two letters, or empty
	Changed  func(ctx context.Context, after int64) (Totals, error) // totals that have changed after a position

	Host           string // that visitors see; they may use another one
	TrustedProxies []netip.Prefix
	Registry       prometheus.Registerer
	Logger         *slog.Logger
}

// Service records and counts downloads. It is safe for concurrent use.
type Service struct {
	Options
	recorder *recorder
	visitors *visitors
}

// New creates the service. Mount it with Routes and Files, and Run it.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Log == nil || o.Types == nil || o.Codec == nil || o.Pool == nil || o.Find == nil || o.Project == nil || o.Versions == nil || o.Country == nil || o.Changed == nil || o.Rule.Name == "" {
		return nil, errors.New("make downloads: every option but Registry and Logger is needed")
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	recorded, lost, err := newMetrics(o.Registry)
	if err != nil {
		return nil, fmt.Errorf("make downloads: %w", err)
	}
	v := &visitors{pool: o.Pool}
	return &Service{Options: o, visitors: v, recorder: &recorder{
		log: o.Log, types: o.Types, codec: o.Codec, visitors: v, logger: o.Logger, queue: make(chan waiting, maxWaiting), recorded: recorded, lost: lost,
	}}, nil
}

// Run writes hits until the context ends.
func (s *Service) Run(ctx context.Context) error {
	s.recorder.run(ctx)
	return nil
}

// Jobs are the sweeps of the service: totals reach the pages once a minute.
func (s *Service) Jobs() jobs.Work {
	return jobs.Work{Sweeps: []jobs.Sweep{
		{Name: "download.totals", Every: time.Minute, Run: s.Announce},
		{Name: "download.visitors", Every: 10 * time.Minute, Run: func(ctx context.Context) error { return s.visitors.endOf(ctx, s.Handler.Clock()) }},
	}}
}

type callerKey struct{}

// sender is what the request of a hit says about its sender.
type sender struct {
	network  netip.Addr
	signedIn bool
	client   download.Client
	family   string
	referrer string
	country  string
	host     string // by which the site was asked
}

func (s *Service) senderOf(r *http.Request) sender {
	client, family := programOf(r)
	address := httpkit.ClientAddress(r, s.TrustedProxies)
	return sender{
		network: httpkit.Network(address), country: s.Country(address), host: r.Host, signedIn: identity.HasSession(r) || r.Header.Get("Authorization") != "",
		client: client, family: family, referrer: refererOf(r),
	}
}

type call struct {
	ID     string `path:"id" doc:"版本 ID"`
	Key    string `query:"key" doc:"任意文字：同一次下载的报告与文件用同一个值，重试时也用同一个值"`
	Loader string `query:"loader" doc:"下载者使用的平台"`
	Game   string `query:"game_version" doc:"下载者使用的游戏版本"`
	Reason string `query:"reason" doc:"standalone（默认）、dependency、modpack 或 update"`
}

// Routes mounts the routes by which programs tell of downloads and playtime, and pages of views.
func (s *Service) Routes(api *httpkit.API) {
	asked := func(r *http.Request) (context.Context, error) {
		return context.WithValue(r.Context(), callerKey{}, s.senderOf(r)), nil
	}
	httpkit.Lean[call](api, huma.Operation{
		Method: "PATCH", Path: "/v3/version/{id}/download", Summary: "报告一次下载", MaxBodyBytes: 1 << 10,
	}, func(r *http.Request) error {
		q := r.URL.Query()
		return s.called(r.Context(), s.senderOf(r), call{
			ID: r.PathValue("id"), Key: q.Get("key"), Loader: q.Get("loader"), Game: q.Get("game_version"), Reason: q.Get("reason"),
		})
	})
	httpkit.Typed(api, huma.Operation{
		Method: "POST", Path: "/analytics/view", Summary: "报告一次页面浏览", MaxBodyBytes: 4 << 10,
	}, asked, func(ctx context.Context, in *seen) (*struct{}, error) { return nil, s.viewed(ctx, in.Body) })
	httpkit.Typed(api, huma.Operation{
		Method: "POST", Path: "/analytics/playtime", Summary: "报告游玩时长", MaxBodyBytes: 64 << 10,
	}, func(r *http.Request) (context.Context, error) {
		if err := identity.FromContext(r.Context()).Require(identity.ScopePerformAnalytics); err != nil {
			return nil, err
		}
		return asked(r)
	}, func(ctx context.Context, in *playtime) (*struct{}, error) { return nil, s.played(ctx, in.Body) })
}

// reasons are the names of reasons in the API.
func reasons() []string { return []string{"standalone", "dependency", "modpack", "update"} }

// called records the call of a program. It returns when the hit is durable.
func (s *Service) called(ctx context.Context, from sender, in call) error {
	reason := slices.Index(reasons(), in.Reason)
	switch {
	case in.Reason == "":
		reason = 0
	case reason < 0:
		return fault.Invalid("reason", "reason 只能是 standalone、dependency、modpack 或 update。")
	case len(in.Key) > 128:
		return fault.Invalid("key", "key 最多 128 个字节。")
	}
	v, err := s.Find(ctx, in.ID)
	if err != nil {
		return err
	}
	hit := s.hit(from, v, in.Key)
	hit.Call, hit.Reason = true, download.Reason(reason)
	hit.Loader, hit.Game = among(v.Loaders, in.Loader), among(v.Games, in.Game)
	return s.record(ctx, from, download.Download, hit)
}

// record records hits of a sender. It returns when they are durable.
func (s *Service) record(ctx context.Context, from sender, kind download.Kind, hits ...download.Hit) error {
	done := make(chan error, len(hits))
	queued := make([]waiting, len(hits))
	for i, hit := range hits {
		queued[i] = waiting{kind: kind, hit: hit, network: from.network, done: done}
	}
	if !s.recorder.put(queued...) {
		return errBusy()
	}
	for range hits {
		select {
		case err := <-done:
			if err != nil {
				return err
			}
		case <-ctx.Done():
			return fmt.Errorf("record hits: %w", ctx.Err())
		}
	}
	return nil
}

func (s *Service) hit(from sender, v Version, key string) download.Hit {
	return download.Hit{
		At: s.Handler.Clock().UTC().Truncate(time.Millisecond), Key: keyOf(key), Project: v.Project, Version: v.ID, SignedIn: from.signedIn, Unpaid: v.Unpaid,
		Client: from.client, Family: from.family, Referrer: from.referrer, Country: from.country,
	}
}

// among is a value of a list, or its only one where none is given.
func among(list []string, value string) string {
	switch {
	case slices.Contains(list, value):
		return value
	case len(list) == 1:
		return list[0]
	}
	return ""
}

// keyOf is the key of a hit; 0 without one.
func keyOf(text string) uint32 {
	if text == "" {
		return 0
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(text)) // a hash never fails
	return max(h.Sum32(), 1)
}

func totals() *commands.Aggregate[download.State, download.Announce] {
	return &commands.Aggregate[download.State, download.Announce]{Category: "download", Evolve: commands.Timeless(download.Evolve), Decide: download.Decide}
}

// Announce records the totals that have changed since the last time to the main log.
func (s *Service) Announce(ctx context.Context) error {
	for {
		more, err := s.announce(ctx)
		if err != nil {
			return fmt.Errorf("tell the totals of downloads: %w", err)
		}
		if !more {
			return nil
		}
	}
}

func (s *Service) announce(ctx context.Context) (more bool, err error) {
	var from int64
	if err := s.Handler.Read(ctx, actor.Actor{}, func(ctx context.Context, tx *commands.Tx) error {
		e, err := totals().Get(ctx, tx, download.Totals)
		if err == nil {
			from = e.State().From(s.Rule)
		}
		return err
	}); err != nil {
		return false, err
	}
	changed, err := s.Changed(ctx, from)
	if err != nil || changed.Through <= from {
		return false, err
	}
	_, err = s.Handler.Handle(ctx, commands.Request{By: actor.Actor{}}, func(ctx context.Context, tx *commands.Tx) error {
		e, err := totals().Open(ctx, tx, download.Totals)
		if err != nil {
			return err
		}
		return e.Do(download.Announce{Rule: s.Rule, From: from, Through: changed.Through, Projects: changed.Projects, Versions: changed.Versions})
	})
	return err == nil, err
}
