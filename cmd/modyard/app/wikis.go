package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	commandimage "github.com/modyard/modyard/commands/image"
	commandwiki "github.com/modyard/modyard/commands/wiki"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/markdown"
	"github.com/modyard/modyard/projections/runtime"
	projectedwiki "github.com/modyard/modyard/projections/wiki"
	"github.com/modyard/modyard/readapi/feed"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/pages"
	readwiki "github.com/modyard/modyard/readapi/wiki"
)

func wikiArea() area {
	return area{
		name: "wiki", events: wiki.EventTypes(), private: []string{"wikiwriter"}, projectors: []runtime.Projector{projectedwiki.New()},
		topics: live.Topics{Owned: []live.Owned{readwiki.Topic()}, Moves: []live.Moves{readwiki.Moves()}}, notifies: projectedwiki.Notifications(), kinds: readwiki.Kinds(),
		pages:    []pages.Kind{pages.Private("/dashboard/wikis", "百科", "/moderation/wikis", "百科草稿")},
		sitemaps: []feed.Sitemap{readwiki.Sitemap()}, pictured: []commandimage.Subject{commandwiki.Pictured()}, demo: demo.Step{After: "risk", Load: demo.Wikis}, mount: (*Site).mountWikis,
	}
}

func (s *Site) mountWikis(m *mounting) error {
	saves := commandwiki.NewSaves(s.DB.Pool)
	wikis, err := commandwiki.New(commandwiki.Options{
		Handler: s.Core.Handler, Saves: saves, Verified: s.verified, AccountExists: s.accountExists, Authors: s.authors,
		Published: s.publishedPages, Idle: s.idleDrafts, Logger: s.Logger,
	})
	if err != nil {
		return err
	}
	wikis.Routes(s.API)
	readwiki.New(m.source, readwiki.Drafts{Standing: wikis.Standing, Own: wikis.Draft}, markdown.Render).Register(s.API)
	s.work = append(s.work, wikis.Jobs())
	s.forget = append(s.forget, saves.Erase)
	return nil
}

// verified is true if an account has a verified address.
func (s *Site) verified(ctx context.Context, account string) (bool, error) {
	a, err := s.Identity.Account(ctx, account)
	var f httpkit.Faulty
	if errors.As(err, &f) && f.FaultKind() == httpkit.KindNotFound {
		return false, nil
	}
	return err == nil && a.Email != "" && a.EmailVerified, err
}

// authors are the public parts of accounts that are not closed.
func (s *Site) authors(ctx context.Context, ids []string) (map[string]contract.Author, error) {
	found, err := s.Identity.Profiles(ctx, ids)
	if err != nil {
		return nil, err
	}
	list := make(map[string]contract.Author, len(found))
	for id, p := range found {
		public := p.Public()
		list[id] = contract.Author{ID: id, Username: public.Username, AvatarURL: public.AvatarURL}
	}
	return list, nil
}

const (
	selectPublished = `
select p.id, p.title, p.slug, p.parent, p.weight, p.created, p.updated, coalesce(e.body, '')
from wiki.pages p left join wiki.editions e on e.page = p.id and e.change = p.edition
where p.project = $1 and p.gone = ''`

	selectIdle = `select id from wiki.drafts where status = 'draft' and timed and ends < $1 order by ends limit 500`
)

// publishedPages are the published pages of a wiki with their texts, each without those below it.
func (s *Site) publishedPages(ctx context.Context, project string) ([]contract.WikiPage, error) {
	rows, err := s.DB.Pool.Query(ctx, selectPublished, project)
	if err != nil {
		return nil, fmt.Errorf("read published pages: %w", err)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p contract.WikiPage, err error) {
		p.ProjectID = project
		err = row.Scan(&p.ID, &p.Title, &p.Slug, &p.ParentWikiID, &p.SortOrder, &p.Created, &p.Updated, &p.Body)
		return p, err
	})
	if err != nil {
		return nil, fmt.Errorf("read published pages: %w", err)
	}
	return list, nil
}

// idleDrafts are drafts that were not saved for so long that they may be about to time out.
func (s *Site) idleDrafts(ctx context.Context) ([]string, error) {
	ends := time.Now().Add(wiki.Notice)
	rows, err := s.DB.Pool.Query(ctx, selectIdle, ends)
	if err != nil {
		return nil, fmt.Errorf("read idle drafts: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("read idle drafts: %w", err)
	}
	return list, nil
}
