package app

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	commandforum "github.com/modyard/modyard/commands/forum"
	commandreport "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/markdown"
	projectedforum "github.com/modyard/modyard/projections/forum"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/readapi/answer"
	"github.com/modyard/modyard/readapi/feed"
	readforum "github.com/modyard/modyard/readapi/forum"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/pages"
	readtalksearch "github.com/modyard/modyard/readapi/talksearch"
)

func forumArea() area {
	events := forum.EventTypes()
	maps.Copy(events, post.EventTypes())
	return area{
		name: "forum", events: events, projectors: []runtime.Projector{projectedforum.New()},
		notifies: projectedforum.Notifications(), kinds: readforum.Kinds(), topics: live.Topics{Things: []live.Thing{readforum.Topic()}}, sitemaps: []feed.Sitemap{readforum.Sitemap()},
		reports: readforum.Reported(), reported: func(*Site) []commandreport.Subject { return commandforum.Reported() },
		pages: []pages.Kind{pages.Forum(forumSections()), pages.Discussions(), pages.Private("/moderation/posts", "待看发言")}, pictured: commandforum.Pictured(), demo: demo.Step{After: "translation", Load: demo.Talks}, mount: (*Site).mountForums,
	}
}

func (s *Site) mountForums(m *mounting) error {
	var forums *commandforum.Service
	reads := readforum.New(m.source, readforum.Options{
		Sections: forumSections(), Person: s.personOf, Rendering: s.rendering(),
		Rights: func(ctx context.Context, discussion string) (contract.ForumRights, error) {
			return forums.Rights(ctx, identity.FromContext(ctx).Actor(), discussion)
		},
		Opens: func(ctx context.Context, project string) (contract.ProjectForum, error) {
			return forums.Opens(ctx, identity.FromContext(ctx).Actor(), project)
		},
	})
	counted := s.talkRates()
	forums, err := commandforum.New(commandforum.Options{
		Handler: s.Core.Handler, Verified: s.verified, Named: s.Identity.IDsByName, Rates: counted, Posted: reads.Posted,
	})
	if err != nil {
		return err
	}
	seen, err := commandforum.NewSeen(commandforum.SeenOptions{Forum: forums, Pool: s.DB.Pool, Requests: s.Requests})
	if err != nil {
		return err
	}
	s.API.Use(commandforum.FromNetwork(s.proxies))
	forums.Routes(s.API)
	seen.Routes(s.API)
	reads.Register(s.API)
	s.forget = append(s.forget, counted.Forget, seen.Forget)
	return nil
}

// talkRates bound what accounts write in the forum and in issues, and what newcomers write there.
func (s *Site) talkRates() *commandforum.Counted {
	hosts, _ := s.Config.AllowedHosts()
	if u, err := url.Parse(s.Config.Public()); err == nil {
		hosts = append(hosts, u.Hostname())
	}
	return commandforum.NewCounted(s.DB.Pool).Checked(s.words).With(commandforum.Newcomers{
		Made: func(ctx context.Context, account string) (time.Time, error) {
			found, err := s.Identity.Profiles(ctx, []string{account})
			return found[account].Created, err
		},
		Stood: readtalksearch.Stood(s.DB.Pool),
		Own: func(host string) bool {
			return slices.ContainsFunc(hosts, func(own string) bool { return strings.EqualFold(own, host) })
		},
	})
}

// rendering is how texts of the forum and of issues are shown.
func (s *Site) rendering() answer.Rendering {
	return answer.Rendering{Render: markdown.Render, Names: s.Identity.NamesByName}
}

// personOf is the id of an account by its id or user name.
func (s *Site) personOf(ctx context.Context, name string) (string, error) {
	p, err := s.Identity.ByUsername(ctx, name)
	return p.ID, err
}

// forumSections are the sections of the forum as documents show them.
func forumSections() []contract.ForumSection {
	writers := map[forum.Writers]string{forum.Everybody: "everybody", forum.Admins: "admins", forum.Managers: "managers"}
	var list []contract.ForumSection
	for _, r := range forum.Sections() {
		list = append(list, contract.ForumSection{ID: string(r.Section), Title: r.Title, Group: r.Group, Opens: writers[r.Opens]})
	}
	return list
}
