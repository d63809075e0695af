package app

import (
	"context"
	"io"

	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/readapi/directory"
	"github.com/modyard/modyard/readapi/family"
	"github.com/modyard/modyard/readapi/maven"
	"github.com/modyard/modyard/readapi/offer"
	"github.com/modyard/modyard/readapi/pages"
	readsearch "github.com/modyard/modyard/readapi/search"
	"github.com/modyard/modyard/readapi/stats"
	"github.com/modyard/modyard/readapi/tag"
)

func searchArea() area {
	return area{name: "search", pages: []pages.Kind{
		pages.Home(), pages.Listings(), pages.Places(), pages.Legal(), pages.Private("/pcl", "联机与开服", "/server", "联机与开服"),
	}, mount: (*Site).mountSearch}
}

func (s *Site) mountSearch(m *mounting) error {
	readsearch.New(m.source, s.Finder, searchMark).Register(s.API)
	directory.New(m.source, s.Finder, s.Identity).Register(s.API)
	stats.New(m.source).Register(s.API)
	family.New(m.source, family.Options{Public: s.Config.Public(), Limits: family.Limits{Organizations: m.options.MaxOrganizations, Collections: collection.MaxCollections}, Unmet: unmet}).Register(s.API)
	maven.New(m.source, maven.Options{Brand: s.Config.Brand, Open: s.openFile}).Register(s.API)
	offers, err := offer.Load(s.Config.Offers)
	if err != nil {
		return err
	}
	offer.New(offers).Register(s.API)
	return tag.Register(s.API)
}

// openFile opens an uploaded file by its address.
func (s *Site) openFile(ctx context.Context, address string) (io.ReadCloser, error) {
	key, ours := s.Blobs.KeyOf(address)
	if !ours {
		return nil, blobs.ErrNotFound
	}
	return s.Blobs.Open(ctx, key)
}

// unmet are the required items of the publishing checklist that a project lacks.
func unmet(c family.Checked) []string {
	var ids []string
	var types []project.Type
	for _, name := range c.Types {
		types = append(types, project.Type(name))
	}
	for _, item := range (project.Checked{
		Types: types, Body: c.Body, Environments: project.Environment{Client: c.ClientSide, Server: c.ServerSide}, License: c.License, Versions: c.Versions,
	}).Unmet() {
		ids = append(ids, item.ID)
	}
	return ids
}
