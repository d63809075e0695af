package maven

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"regexp"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/readapi/view"
)

// pomDocument is a version's POM.
type pomDocument struct {
	XMLName      xml.Name        `xml:"http://maven.apache.org/POM/4.0.0 project"`
	Model        string          `xml:"modelVersion"`
	GroupID      string          `xml:"groupId"`
	ArtifactID   string          `xml:"artifactId"`
	Version      string          `xml:"version"`
	Packaging    string          `xml:"packaging"`
	Name         string          `xml:"name"`
	Description  string          `xml:"description"`
	Dependencies []pomDependency `xml:"dependencies>dependency,omitempty"`
}

type pomDependency struct {
	GroupID    string `xml:"groupId"`
	ArtifactID string `xml:"artifactId"`
	Version    string `xml:"version"`
	Type       string `xml:"type,omitempty"`
	Scope      string `xml:"scope"`
	Optional   bool   `xml:"optional,omitempty"`
}

// needed reads what the version $3 of the project $4 requires or can use and is here, with the version that the creator
// named or otherwise the newest one for a common loader and game version. What shares no loader, such as a resource pack, is
// nothing to build with.
const needed = `
select d.kind, p.id, p.slug, x.id, x.number,
       x.id = (select u.id from catalog.versions u where u.project = p.id and u.number = x.number and u.listed and u.held order by u.published desc, u.created desc limit 1),
       x.doc_v2
from catalog.dependencies d
join catalog.versions o on o.id = d.version
left join catalog.versions dv on d.dep_version <> '' and dv.id = d.dep_version
join catalog.projects p on p.id = case when d.dep_project <> '' then d.dep_project else dv.project end and p.id <> $4 and ` + view.VisibleProject + `
left join lateral (
    select v.id from catalog.versions v where v.id = dv.id and v.project = p.id and v.visible and v.held and v.loaders && o.loaders
) named on true
left join lateral (
    select v.id from catalog.versions v
    where d.dep_version = '' and v.project = p.id and v.listed and v.held and v.loaders && o.loaders
      and (cardinality(o.game_versions) = 0 or cardinality(v.game_versions) = 0 or v.game_versions && o.game_versions)
    order by v.channel = 'release' desc, v.channel = 'beta' desc, v.published desc, v.created desc limit 1
) best on true
join catalog.versions x on x.id = coalesce(named.id, best.id)
where d.version = $3 and d.kind in ('required', 'optional') order by d.n limit $5`

// maxNeeded bounds the dependencies of one POM.
const maxNeeded = 500

// plainArtifact are the names that every build tool takes as an artifact.
var plainArtifact = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

func (s *Routes) pom(ctx context.Context, v view.Viewer, group string, in *fileIn, of version, kind string) ([]byte, error) {
	var about struct {
		Description string `json:"description"`
	}
	if err := json.Unmarshal(of.ProjectDoc, &about); err != nil {
		return nil, fmt.Errorf("decode project: %w", err)
	}
	doc := pomDocument{
		Model: "4.0.0", GroupID: group, ArtifactID: string(in.Project), Version: string(in.Version), Packaging: kind,
		Name: of.Title, Description: about.Description,
	}
	rows, err := s.source.Pool.Query(ctx, needed, v.Staff, v.Account, of.ID, of.Project, maxNeeded)
	if err != nil {
		return nil, fmt.Errorf("read dependencies: %w", err)
	}
	known := map[string]bool{}
	var d struct {
		Kind, Project, Slug, Version, Number string
		First                                *bool
		Doc                                  []byte
	}
	// One document at a time is in memory.
	_, err = pgx.ForEachRow(rows, []any{&d.Kind, &d.Project, &d.Slug, &d.Version, &d.Number, &d.First, &d.Doc}, func() error {
		if known[d.Project] {
			return nil
		}
		known[d.Project] = true
		var its versionFiles
		if err := json.Unmarshal(d.Doc, &its); err != nil {
			return fmt.Errorf("decode version: %w", err)
		}
		one := pomDependency{
			GroupID: group, ArtifactID: d.Project, Version: coordinate(d.Version, d.Number, d.First != nil && *d.First), Scope: "runtime", Optional: d.Kind == "optional",
		}
		if plainArtifact.MatchString(d.Slug) {
			one.ArtifactID = d.Slug
		}
		if kind := packaging(its.Files); kind != "jar" {
			one.Type = kind
		}
		doc.Dependencies = append(doc.Dependencies, one)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read dependencies: %w", err)
	}
	return encode(doc)
}
