package app

import (
	"context"
	"encoding/json"

	"github.com/modyard/modyard/contract"
	projectedchanges "github.com/modyard/modyard/projections/changes"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/readapi/changes"
	readcollection "github.com/modyard/modyard/readapi/collection"
	readforum "github.com/modyard/modyard/readapi/forum"
	readorganization "github.com/modyard/modyard/readapi/organization"
	"github.com/modyard/modyard/readapi/view"
)

func changesArea() area {
	return area{name: "changes", projectors: []runtime.Projector{projectedchanges.New()}, mount: (*Site).mountChanges}
}

func (s *Site) mountChanges(m *mounting) error {
	organizations, collections := readorganization.NewReader(m.source), readcollection.New(m.source, s.Identity, m.projects)
	forums := readforum.New(m.source, readforum.Options{Sections: forumSections(), Rendering: s.rendering()})
	s.Feed = changes.NewFeed(s.DB.Pool, s.Board, map[string]changes.Documents{
		contract.ObjectProject: func(ctx context.Context, r changes.Reader, ids []string) (map[string]json.RawMessage, error) {
			return m.projects.Documents(ctx, r.Projects, ids)
		},
		contract.ObjectVersion: func(ctx context.Context, r changes.Reader, ids []string) (map[string]json.RawMessage, error) {
			return m.projects.VersionDocuments(ctx, r.Versions, ids)
		},
		// Users and organizations are the same for every reader: changes of invitations and rights are not in the feed.
		contract.ObjectUser: func(ctx context.Context, _ changes.Reader, ids []string) (map[string]json.RawMessage, error) {
			profiles, err := s.Identity.Profiles(ctx, ids)
			if err != nil {
				return nil, err
			}
			list := make([]contract.UserAnswer, 0, len(profiles))
			for _, p := range profiles {
				list = append(list, p.Public().Answer())
			}
			return changes.Encoded(list, func(u contract.UserAnswer) string { return u.ID })
		},
		contract.ObjectOrganization: func(ctx context.Context, _ changes.Reader, ids []string) (map[string]json.RawMessage, error) {
			list, err := organizations.Many(ctx, view.Viewer{}, ids)
			if err != nil {
				return nil, err
			}
			return changes.Encoded(list, func(o contract.OrganizationAnswer) string { return o.ID })
		},
		contract.ObjectCollection: func(ctx context.Context, r changes.Reader, ids []string) (map[string]json.RawMessage, error) {
			list, err := collections.ByID(ctx, r.Projects, r.Collections, ids)
			if err != nil {
				return nil, err
			}
			return changes.Encoded(list, func(c contract.Collection) string { return c.ID })
		},
		// Discussions and answers are the same for every reader: those of a project that is hidden are not in the feed.
		contract.ObjectDiscussion: func(ctx context.Context, _ changes.Reader, ids []string) (map[string]json.RawMessage, error) {
			list, err := forums.Discussions(ctx, ids)
			if err != nil {
				return nil, err
			}
			return changes.Encoded(list, func(d contract.Forum) string { return d.ID })
		},
		contract.ObjectPost: func(ctx context.Context, _ changes.Reader, ids []string) (map[string]json.RawMessage, error) {
			list, err := forums.Posts(ctx, ids)
			if err != nil {
				return nil, err
			}
			return changes.Encoded(list, func(p contract.ForumPost) string { return p.PostID })
		},
	})
	s.Changes = changes.New(s.Feed, changes.Options{Again: s.Identity.Again, TrustedProxies: s.proxies})
	s.Changes.Register(s.API)
	return nil
}
