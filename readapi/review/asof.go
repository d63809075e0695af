package review

import (
	"context"
	"slices"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/eventlog/read"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/asof"
	"github.com/modyard/modyard/readapi/view"
)

const (
	mostThen   = 100 // versions in an answer
	newestThen = 5   // of them on the page itself
)

type asOfIn struct {
	view.ByID
	Position view.Position `path:"position"`
}

func notThen() error { return httpkit.NotFound() }

// asOf is GET /_internal/project/{id}/as_of/{position}.
func (s *Routes) asOf(ctx context.Context, in *asOfIn) (out contract.ProjectAsOf, err error) {
	p, err := s.past(ctx, in.ID)
	if err != nil {
		return out, err
	}
	then, err := s.then(ctx, p, read.Position(in.Position))
	if err != nil {
		return out, err
	}
	out.Position = int64(then.Position)
	if out.At, err = s.AsOf.Time(ctx, then.Position); err != nil {
		return out, err
	}
	page := contract.PageProject{Project: then.Project, Versions: []contract.ChosenVersion{}}
	for _, v := range slices.Backward(then.Versions) {
		listed := v.Status == "listed" || v.Status == "archived"
		if listed {
			page.VersionCount++
			if len(page.Versions) < newestThen {
				page.Versions = append(page.Versions, v.Chosen())
			}
		}
		// The events of the project do not say what it translated.
		v.Translations = contract.NoTranslations()
		if out.Total++; len(out.Versions) < mostThen {
			out.Versions = append(out.Versions, v)
		}
	}
	out.Versions = contract.List(out.Versions)
	page.Obtainable = slices.ContainsFunc(page.Versions, contract.ChosenVersion.Obtainable)
	out.Project = contract.ProjectPageAnswer{PageProject: page, PageExtra: then.Page, Team: contract.Team{Members: []contract.Member{}}}
	return out, nil
}

// then is the project at a position, as the caller may see it: visitors see a project that was public then, with the
// versions that its lists contained.
func (s *Routes) then(ctx context.Context, p subjectRow, at read.Position) (asof.Documents, error) {
	d, exists, err := s.AsOf.Project(ctx, p.id, at)
	if err != nil {
		return d, err
	}
	if !exists || !p.inside && !asof.Public(d.Project.Status) {
		return d, notThen()
	}
	if !p.inside {
		d.Versions = slices.DeleteFunc(d.Versions, func(v contract.Version) bool { return v.Status != "listed" && v.Status != "archived" })
	}
	return d, nil
}
