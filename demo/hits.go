package demo

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/modyard/modyard/commands"
	commanddownload "github.com/modyard/modyard/commands/download"
	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
)

const (
	// hitDays is how far back recorded downloads go.
	hitDays = 30
	// viewsPerDownload is how often a page is looked at for each download of the site itself.
	viewsPerDownload = 2
	// eventsAtOnce are the events of an append, each of download.MaxHits at most: about half of eventlog.MaxAppendBytes.
	eventsAtOnce = 16
)

// Recorded are the dependencies of recorded downloads. Without a log none are loaded.
type Recorded struct {
	Log   func(context.Context) (eventlog.Log, error) // of hits
	Codec commands.Codec
	Types commands.Writable
	// Downloads is about how many there are; 0: none.
	Downloads int
	// Now is the end of them: other than the rest of the set, they belong to the present days.
	Now time.Time
}

// Downloads records what was downloaded in the last days, unless something was recorded before. The hits are given to
// projects by their rank, to days by the week, to hours by the evening, and are lifted by a new version.
func Downloads(ctx context.Context, d Deps, c Catalogue) error {
	if d.Recorded.Log == nil || d.Recorded.Downloads <= 0 {
		return nil
	}
	log, err := d.Recorded.Log(ctx)
	if err != nil {
		return err
	}
	log = commands.Asking(log, d.Recorded.Types)
	head, err := log.Head(ctx)
	if err != nil {
		return fmt.Errorf("read the log of hits: %w", err)
	}
	if head > 0 {
		return nil
	}
	var writes []eventlog.Write
	for kind, hits := range history(newBook(c), c, d.Recorded.Now, d.Recorded.Downloads) {
		for part := range slices.Chunk(hits, download.MaxHits) {
			write, err := commanddownload.WriteOf(d.Recorded.Codec, download.Kind(kind), part)
			if err != nil {
				return err
			}
			writes = append(writes, write)
		}
	}
	for some := range slices.Chunk(writes, eventsAtOnce) {
		if _, err := log.Append(ctx, byStream(some)...); err != nil {
			return fmt.Errorf("append the recorded downloads: %w", err)
		}
	}
	return nil
}

// byStream joins neighbours of one stream: an append names each stream once.
func byStream(writes []eventlog.Write) (joined []eventlog.Write) {
	for _, w := range writes {
		if n := len(joined); n > 0 && joined[n-1].Stream == w.Stream {
			joined[n-1].Events = append(joined[n-1].Events, w.Events...)
			continue
		}
		joined = append(joined, w)
	}
	return joined
}

// history are the hits of each kind, the oldest first. They are the same for the same day.
func history(b *book, c Catalogue, now time.Time, about int) (kinds [download.Playtime + 1][]download.Hit) {
	first := now.UTC().Truncate(24*time.Hour).AddDate(0, 0, 1-hitDays)
	var shared float64
	for rank := range c.Projects {
		shared += share(rank)
	}
	r := chance("downloads")
	for hour := range hitDays * 24 {
		at := first.Add(time.Duration(hour) * time.Hour)
		if at.Add(time.Hour).After(now) {
			break
		}
		for rank, p := range c.Projects {
			list := b.editions(p)
			if p.Downloads == 0 || p.Status != "" && p.Status != "archived" || len(list) == 0 {
				continue
			}
			expected := float64(about) / hitDays / 24 * share(rank) / shared * rhythm(at) * lift(r, hour, rank)
			for range int(expected + r.Float64()) {
				hit := hitOf(r, p, list[len(list)-1], at)
				kinds[download.Download] = append(kinds[download.Download], hit)
				if hit.Client != download.Site {
					continue
				}
				for range r.IntN(2*viewsPerDownload + 1) {
					view := hit
					view.Version, view.Loader, view.Game, view.Call = "", "", "", true
					view.Visitor = visitorOf(r)
					kinds[download.View] = append(kinds[download.View], view)
				}
			}
		}
	}
	return kinds
}

// share is the weight of a rank.
func share(rank int) float64 { return 1 / math.Pow(float64(rank+4), 0.9) }

// rhythm is that of the week and of the day: most in the evening, in China, and on the weekend.
func rhythm(at time.Time) float64 {
	local := at.Add(8 * time.Hour)
	day := 1.0
	if w := local.Weekday(); w == time.Saturday || w == time.Sunday {
		day = 1.4
	}
	return day * (1 + 0.8*math.Sin(float64(local.Hour()-14)/24*2*math.Pi))
}

// lift is that of a new version, a few days long, at another day for each rank.
func lift(r *rand.Rand, hour, rank int) float64 {
	since := hour/24 - (rank*7+5)%hitDays
	noise := 0.7 + 0.6*r.Float64()
	if since >= 0 && since < 4 {
		return noise * (2.2 - 0.4*float64(since))
	}
	return noise
}

func hitOf(r *rand.Rand, p Project, e edition, at time.Time) download.Hit {
	h := download.Hit{
		At: at.Add(time.Duration(r.IntN(3_600_000)) * time.Millisecond), Visitor: visitorOf(r), Project: projectID(p.Slug), Version: versionID(p.Slug, e.Number),
		SignedIn: r.IntN(4) == 0,
	}
	if len(p.Loaders) > 0 {
		h.Loader = p.Loaders[r.IntN(len(p.Loaders))]
	}
	if len(e.Games) > 0 {
		h.Game = e.Games[len(e.Games)-1-min(r.IntN(len(e.Games)), r.IntN(len(e.Games)))]
	}
	switch n := r.IntN(100); {
	case n < 45:
		h.Client = download.Site
	case n < 90:
		h.Client, h.Family, h.Call = download.Launcher, []string{"hmcl", "pcl", "pcl", "prism", "fcl"}[r.IntN(5)], true
	default:
		h.Client, h.Family = download.Program, []string{"packwiz", "java", "curl"}[r.IntN(3)]
	}
	h.Country = []string{"CN", "CN", "CN", "CN", "CN", "CN", "TW", "HK", "SG", "MY", "JP", "US"}[r.IntN(12)]
	return h
}

// visitorOf is a visitor of its own: the rule counts each.
func visitorOf(r *rand.Rand) (v download.Visitor) {
	bytes := binary.LittleEndian.AppendUint64(nil, r.Uint64())
	copy(v[:], bytes)
	return v
}
