package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/config"
	projecteddownload "github.com/modyard/modyard/projections/download"
)

const (
	downloadCallers  = 256
	downloadVersions = 64 // told of in turn
)

// downloads measures calls that tell of a download, until each is durable.
func downloads(ctx context.Context, g *ground) (rows []Row, err error) {
	s, err := g.newSite(ctx, func(c *config.Config) { c.TrustedProxies = "127.0.0.0/8" })
	if err != nil {
		return nil, err
	}
	defer func() {
		s.client.CloseIdleConnections()
		err = errors.Join(err, s.stop())
	}()
	versions, err := s.versions(ctx, min(downloadVersions, s.projects))
	if err != nil {
		return nil, err
	}
	span, err := g.span(ctx)
	if err != nil {
		return nil, err
	}
	var caller atomic.Uint32
	took, err := callFor(ctx, downloadCallers, span, func(ctx context.Context, _ int) error {
		n := caller.Add(1)
		path := fmt.Sprintf("%s/v3/version/%s/download?key=%d", s.url, versions[int(n)%len(versions)], n)
		req, err := http.NewRequestWithContext(ctx, http.MethodPatch, path, nil)
		if err != nil {
			return err
		}
		req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255))
		req.Header.Set("User-Agent", "PrismLauncher/9.1")
		res, err := s.client.Do(req)
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, res.Body)
		if err = errors.Join(err, res.Body.Close()); err == nil && res.StatusCode != http.StatusNoContent {
			err = fmt.Errorf("a call is answered with %d", res.StatusCode)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return []Row{
		{What: "downloads told of over HTTP, durable", Figure: float64(len(took)) / span.Seconds(), Unit: "hits/s", Budget: atLeast(10_000),
			Note: fmt.Sprintf("%d callers, who share the machine with the site and Postgres", downloadCallers)},
		{What: "call that tells of a download: p99", Figure: ms(percentile(took, 0.99)), Unit: "ms", Budget: below(100), Note: fmt.Sprintf("p50 %.1f ms", ms(percentile(took, 0.5)))},
	}, nil
}

// versions are the first versions of so many projects.
func (s *site) versions(ctx context.Context, n int) ([]string, error) {
	var ids []string
	for i := range n {
		a, err := s.fetch(ctx, "/v2/project/"+projectID(i), "")
		if err != nil {
			return nil, err
		}
		var p struct{ Versions []string }
		if err := json.Unmarshal(a.body, &p); err != nil {
			return nil, fmt.Errorf("read a project: %w", err)
		}
		ids = append(ids, p.Versions[:min(1, len(p.Versions))]...)
	}
	if len(ids) == 0 {
		return nil, errors.New("no project of the site has a version")
	}
	return ids, nil
}

const (
	countedProjects = 20_000
	countedPerDay   = 50_000_000 / 30
	countedEvery    = 24 * time.Hour / countedPerDay
)

// counting measures how fast the read model catches up with a log of downloads of some days, and how large they are in it.
func counting(ctx context.Context, g *ground) (rows []Row, err error) {
	core, closed, err := g.core(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closed()) }()
	log, err := core.Hits.Log(ctx)
	if err != nil {
		return nil, err
	}
	events := g.amount(500, 5)
	bytes, n := 0, 0
	random := rand.New(rand.NewPCG(5, 6))
	popular := rand.NewZipf(random, 1.2, 8, countedProjects-1)
	first := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	for range events {
		hits := make([]download.Hit, download.MaxHits)
		for i := range hits {
			hits[i] = inventedHit(random, popular, first.Add(time.Duration(n)*countedEvery))
			n++
		}
		packed, err := download.Pack(hits)
		if err != nil {
			return nil, err
		}
		typ, data, err := core.Hits.Codec.Encode(download.Download.Event(packed))
		if err != nil {
			return nil, err
		}
		bytes += len(data)
		if _, err := log.Append(ctx, eventOf("download-"+hits[0].At.Format("20060102"), typ, data)); err != nil {
			return nil, err
		}
	}
	g.say("   a log of %d downloads", n)
	head, err := log.Head(ctx)
	if err != nil {
		return nil, err
	}
	spent := g.spending(eventlog.Position(n))
	rate, err := catchingUp(ctx, core, core.Hits.Runner, projecteddownload.Name, head)
	if err != nil {
		return nil, err
	}
	return []Row{
		{What: "downloads counted by a read model that catches up", Figure: rate * float64(download.MaxHits), Unit: "hits/s", Budget: atLeast(300_000),
			Note: fmt.Sprintf("%d of %d projects, %d a day, %d in an event; %s", n, countedProjects, countedPerDay, download.MaxHits, spent())},
		{What: "a download in its event", Figure: float64(bytes) / float64(n), Unit: "bytes", Budget: below(24), Note: "of the JSON that the log holds, without the compression of tables"},
	}, nil
}

// inventedHit is a download by one of a million visitors, who have a launcher and a country of their own. A version has a
// loader and a version of the game.
func inventedHit(random *rand.Rand, popular *rand.Zipf, at time.Time) download.Hit {
	p, who := popular.Uint64(), random.Uint64N(1_000_000)*0x9e3779b97f4a7c15
	v := p*8 + uint64(random.IntN(2))
	h := download.Hit{
		At: at.Truncate(time.Millisecond), Project: fmt.Sprintf("P%07d", p), Version: fmt.Sprintf("V%07d", v), Client: download.Launcher,
		Family: []string{"hmcl", "hmcl", "pcl", "pcl", "prism", ""}[who>>8%6], Loader: []string{"fabric", "forge", "neoforge"}[v%3], Game: []string{"1.20.1", "1.21.1"}[v>>2%2],
		Country: []string{"CN", "CN", "CN", "CN", "CN", "CN", "CN", "TW", "HK", "US"}[who>>16%10],
	}
	var visitor [8]byte
	binary.LittleEndian.PutUint64(visitor[:], who)
	copy(h.Visitor[:], visitor[2:])
	return h
}
