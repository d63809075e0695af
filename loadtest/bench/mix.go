package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/ids"
)

// Of a hundred events, one creates a project (with eleven events of its own), eleven are new versions (three events
// each), three are changes, 44 start or end follows, and the rest are collections and names.
const (
	active        = 15        // the newest projects, one of this many, receive most versions
	people        = 1_000_000 // accounts that follow
	makers        = 50_000    // accounts with projects
	bodyParagraph = 6
)

// mix writes a log of a site's whole life, with interleaved events of thousands of projects.
type mix struct {
	core     *app.Core
	rng      *rand.Rand
	at       time.Time
	n        int // events
	projects int
	versions int
	lists    int
	follows  [][2]string // the latest ones, some of which end
	writes   []eventlog.Write
	streams  map[string]int // index of each among the writes
	size     int
}

func newMix(c *app.Core) *mix {
	return &mix{core: c, rng: rand.New(rand.NewPCG(3, 9)), streams: map[string]int{}, at: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)}
}

// fill appends events up to a number, and returns the log's head.
func (m *mix) fill(ctx context.Context, events int) (eventlog.Position, error) {
	for m.n < events {
		if err := m.step(); err != nil {
			return 0, err
		}
		if m.size > appendBytes {
			if err := m.send(ctx); err != nil {
				return 0, err
			}
		}
	}
	if err := m.send(ctx); err != nil {
		return 0, err
	}
	return m.core.Log.Head(ctx)
}

func (m *mix) send(ctx context.Context) error {
	_, err := m.core.Log.Append(ctx, m.writes...)
	m.writes, m.streams, m.size = nil, map[string]int{}, 0
	if err != nil {
		return fmt.Errorf("append the mix: %w", err)
	}
	return nil
}

// add appends events of one actor to a stream, after the stream's pending events.
func (m *mix) add(stream, actor string, payloads ...any) error {
	w := eventlog.Write{Stream: stream, Expected: eventlog.Any}
	for _, p := range payloads {
		typ, data, err := m.core.Codec.Encode(p)
		if err != nil {
			return err
		}
		m.n++
		m.at = m.at.Add(15 * time.Second)
		w.Events = append(w.Events, eventlog.Event{
			ID: eventlog.DeriveEventID("mix", m.n), Type: typ, Data: data, Meta: eventlog.Metadata{Actor: actor, At: m.at},
		})
	}
	m.size += w.Size()
	if n, waits := m.streams[stream]; waits {
		m.writes[n].Events = append(m.writes[n].Events, w.Events...)
		return nil
	}
	m.streams[stream] = len(m.writes)
	m.writes = append(m.writes, w)
	return nil
}

func person(n int) string { return ids.FromBytes(fmt.Appendf(nil, "bench-person-%d", n)) }

func maker(of int) string { return person(of % makers) }

// older selects a project: earlier ones are more popular.
func (m *mix) older() int {
	u := m.rng.Float64()
	return int(u * u * float64(m.projects))
}

func (m *mix) recent() int { return m.projects - 1 - m.rng.IntN(1+m.projects/active) }

// step adds one random event.
func (m *mix) step() error {
	at := m.rng.IntN(680)
	switch {
	case m.projects == 0 || at < 10:
		return m.project()
	case at < 110:
		return m.version(m.recent())
	case at < 120:
		return m.version(m.rng.IntN(m.projects))
	case at < 150:
		of := m.recent()
		return m.add("project-"+projectID(of), maker(of), project.Summarised{Summary: invented(m.n).summary})
	case at < 550:
		who, what := person(m.rng.IntN(people)), projectID(m.older())
		m.follows = append(m.follows, [2]string{who, what})
		return m.add("follows-"+who, who, collection.FollowAdded{Account: who, Project: what})
	case at < 590 && len(m.follows) > 1000:
		ended := m.follows[0]
		m.follows = m.follows[1+m.rng.IntN(8):]
		return m.add("follows-"+ended[0], ended[0], collection.FollowRemoved{Account: ended[0], Project: ended[1]})
	case at < 640 && m.lists > 0:
		n := m.rng.IntN(m.lists)
		id, who := ids.FromBytes(fmt.Appendf(nil, "bench-list-%d", n)), person(n)
		return m.add("collection-"+id, who, collection.ProjectAdded{Collection: id, Project: projectID(m.older())})
	case at < 660:
		n := m.lists
		m.lists++
		id, who := ids.FromBytes(fmt.Appendf(nil, "bench-list-%d", n)), person(n)
		return m.add("collection-"+id, who, collection.Created{Collection: id, Owner: who, Name: invented(n).title, Status: collection.Private})
	}
	who := person(m.rng.IntN(people))
	return m.add("account-"+who, who, account.ProfileChanged{Account: who})
}

func (m *mix) project() error {
	of := m.projects
	m.projects++
	id, who, about := projectID(of), maker(of), invented(of)
	slug := fmt.Sprintf("bench-%d", of)
	if err := m.add("slug-"+slug, who, project.SlugReserved{Slug: slug, Project: id}); err != nil {
		return err
	}
	picture := func(n int) project.PictureAdded {
		return project.PictureAdded{Picture: project.Picture{URL: fmt.Sprintf("https://example.org/%s/%d.png", id, n), Featured: n == 0, Title: about.title}}
	}
	return m.add("project-"+id, who,
		project.Created{
			Project: id, Slug: slug, Type: about.kind, Title: about.title, Summary: about.summary, Owner: who,
			License: project.License{ID: "MIT"}, Environments: project.Environment{Client: "required", Server: "optional"}, Aliases: about.aliases,
		},
		project.Described{Body: "## " + about.title + "\n\n" + strings.Repeat(fmt.Sprintf(paragraph, about.title, of), bodyParagraph)},
		project.Categorised{Categories: about.categories},
		project.LinksChanged{Links: project.Links{Source: "https://example.org/source", Issues: "https://example.org/issues"}},
		project.IconChanged{URL: "https://example.org/" + id + ".png"},
		picture(0), picture(1),
		project.DownloadsOpened{Count: about.downloads, Source: "bench"},
		project.Submitted{From: project.Draft, Requested: project.Listed},
		project.Approved{From: project.Processing, Status: project.Listed},
	)
}

func (m *mix) version(of int) error {
	id, who, about := ids.FromBytes(fmt.Appendf(nil, "bench-version-%d", m.versions)), maker(of), invented(of)
	m.versions++
	sha := fmt.Sprintf("%0128x", m.versions)
	err := m.add("version-"+id, who, project.VersionCreated{
		Version: id, Project: projectID(of), Author: who, Name: fmt.Sprintf("%s 1.%d", about.title, m.versions), Number: fmt.Sprintf("1.%d.0", m.versions),
		Changelog: strings.Repeat("- 修复了一些 **问题**，见 [说明](https://example.org/notes)。\n", 3), Channel: project.Release, Status: project.VersionListed,
		Loaders: about.loaders, GameVersions: about.gameVersions,
		Files:        []project.File{{URL: "https://example.org/" + id + ".jar", Name: id + ".jar", Size: 12345, Primary: true, SHA1: sha[88:], SHA512: sha}},
		Dependencies: []project.Dependency{{Project: projectID(m.older()), Kind: "required"}},
	})
	if err != nil {
		return err
	}
	if err := m.add("projectversions-"+projectID(of), who, project.VersionAdded{Version: id}); err != nil {
		return err
	}
	return m.add("file-"+sha, who, project.FileReserved{SHA512: sha, Version: id})
}
