package maven

import (
	"context"
	"encoding/xml"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// metadataDocument is maven-metadata.xml.
type metadataDocument struct {
	XMLName    xml.Name `xml:"metadata"`
	GroupID    string   `xml:"groupId"`
	ArtifactID string   `xml:"artifactId"`
	Versioning struct {
		Latest      string   `xml:"latest"`
		Release     string   `xml:"release,omitempty"`
		Versions    []string `xml:"versions>version"`
		LastUpdated string   `xml:"lastUpdated"`
	} `xml:"versioning"`
}

type metadataIn struct {
	ArtifactIn
	File string `path:"file"`
}

const (
	foundProject = `select p.id, p.updated from catalog.projects p where p.id = ` + view.Found + ` and ` + view.VisibleProject

	// Of several versions with one number, the newest has the number as its coordinate.
	listedVersions = `select v.id, v.number, v.channel, row_number() over (partition by v.number order by v.published desc, v.created desc) = 1
from catalog.versions v where v.project = $1 and v.listed and v.held order by v.published, v.created limit $2`
)

// maxVersions bounds a list, far above the number of any project.
const maxVersions = 10_000

// metadata lists the versions of a project that are here, oldest first.
func (s *Routes) metadata(ctx context.Context, in *metadataIn) (view.Answer, error) {
	group, err := s.group(in.ArtifactIn)
	if err != nil {
		return nil, err
	}
	name, algorithm := checksum(in.File)
	if name != "maven-metadata.xml" {
		return nil, httpkit.NotFound()
	}
	v := viewer(ctx)
	type found struct {
		ID      string
		Updated time.Time
	}
	p, err := view.Only(view.Rows(ctx, s.source, "project", pgx.RowToStructByPos[found], foundProject, v.Staff, v.Account, in.Project, in.Project.Lower()))
	if err != nil {
		return nil, err
	}
	type version struct {
		ID, Number, Channel string
		First               bool
	}
	list, err := view.Rows(ctx, s.source, "versions", pgx.RowToStructByPos[version], listedVersions, p.ID, maxVersions)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, httpkit.NotFound()
	}
	doc := metadataDocument{GroupID: group, ArtifactID: string(in.Project)}
	for _, one := range list {
		c := coordinate(one.ID, one.Number, one.First)
		doc.Versioning.Versions = append(doc.Versioning.Versions, c)
		doc.Versioning.Latest = c
		if one.Channel == "release" {
			doc.Versioning.Release = c
		}
	}
	doc.Versioning.LastUpdated = p.Updated.UTC().Format("20060102150405")
	body, err := encode(doc)
	if err != nil {
		return nil, err
	}
	return answered(body, algorithm), nil
}

// coordinate is the version of a coordinate: the number of a version where it names this version and has no meaning in
// the syntax of ranges or paths, otherwise the id.
func coordinate(id, number string, first bool) string {
	if !first || strings.ContainsAny(number, "()[],:/\\\"<>|?* ") || strings.Trim(number, ".") == "" {
		return id
	}
	return number
}

// encode encodes a document. Characters that XML cannot have are replaced.
func encode(doc any) ([]byte, error) {
	body, err := xml.MarshalIndent(doc, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode XML: %w", err)
	}
	return append([]byte(xml.Header), append(body, '\n')...), nil
}
