package maven

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

type fileIn struct {
	ArtifactIn
	Version view.Name `path:"version"`
	File    string    `path:"file"`
}

// foundVersion finds the version with a file here that $5 names by its id or number or, where $6 is not null, the newest of
// the number $6 that supports one of the loaders $7 and one of the game versions $8.
const foundVersion = `select v.id, p.id, p.title, p.doc_v2, v.doc_v2
from catalog.projects p join catalog.versions v on v.project = p.id
where p.id = ` + view.Found + ` and v.held and ` + view.VisibleVersion + `
  and (v.id = $5 or v.number = $5 or v.number = $6::text and (cardinality($7::text[]) = 0 or v.loaders && $7) and (cardinality($8::text[]) = 0 or v.game_versions && $8))
order by v.id = $5 desc, v.number = $5 desc, v.listed desc, v.published desc, v.created desc limit 1`

type version struct {
	ID, Project, Title  string
	ProjectDoc, Version []byte
}

// versionFiles is the part of a version's document that the repository reads.
type versionFiles struct {
	Files []contract.File `json:"files"`
}

// file answers with a version's POM, with one of its files, or with the checksum of either.
func (s *Routes) file(ctx context.Context, in *fileIn) (view.Answer, error) {
	group, err := s.group(in.ArtifactIn)
	if err != nil {
		return nil, err
	}
	if len(in.File) > maxFile {
		return nil, httpkit.NotFound()
	}
	v := viewer(ctx)
	number, loaders, games := filtered(string(in.Version))
	found, err := view.Only(view.Rows(ctx, s.source, "version", pgx.RowToStructByPos[version], foundVersion,
		v.Staff, v.Account, in.Project, in.Project.Lower(), in.Version, number, loaders, games))
	if err != nil {
		return nil, err
	}
	var doc versionFiles
	if err := json.Unmarshal(found.Version, &doc); err != nil {
		return nil, fmt.Errorf("decode version: %w", err)
	}
	base := string(in.Project) + "-" + string(in.Version)
	if f := chosen(doc.Files, base, in.File); f != nil {
		return redirect(f.URL), nil
	}
	name, algorithm := checksum(in.File)
	if name == base+".pom" {
		body, err := s.pom(ctx, v, group, in, found, packaging(doc.Files))
		if err != nil {
			return nil, err
		}
		return answered(body, algorithm), nil
	}
	f := chosen(doc.Files, base, name)
	if f == nil || algorithm == "" {
		return nil, httpkit.NotFound()
	}
	sum, err := s.sums.of(ctx, *f, algorithm)
	if err != nil {
		return nil, err
	}
	return content([]byte(sum), typeText), nil
}

// filtered reads a version like 1.0.0-fabric,1.20.1: a number, and loaders and game versions after its last hyphen.
func filtered(version string) (number *string, loaders, games []string) {
	loaders, games = []string{}, []string{}
	at := strings.LastIndexByte(version, '-')
	if at < 0 {
		return nil, loaders, games
	}
	known := contract.Loaders()
	for part := range strings.SplitSeq(version[at+1:], ",") {
		if slices.ContainsFunc(known, func(l contract.Loader) bool { return l.ID == part }) {
			loaders = append(loaders, part)
		} else {
			games = append(games, part)
		}
	}
	before := version[:at]
	return &before, loaders, games
}

// chosen is the file that a name means: a file of this name, or the primary one by its coordinates; nil where there is none.
func chosen(files []contract.File, base, name string) *contract.File {
	for i := range files {
		if files[i].Filename == name {
			return &files[i]
		}
	}
	if p := primary(files); p != nil && name == base+path.Ext(p.Filename) && name != base {
		return p
	}
	return nil
}

func primary(files []contract.File) *contract.File {
	if i := slices.IndexFunc(files, func(f contract.File) bool { return f.Primary }); i >= 0 {
		return &files[i]
	}
	if len(files) > 0 {
		return &files[0]
	}
	return nil
}

// packaging is the kind of the primary file as a POM names it.
func packaging(files []contract.File) string {
	if p := primary(files); p != nil && len(path.Ext(p.Filename)) > 1 {
		return strings.TrimPrefix(path.Ext(p.Filename), ".")
	}
	return "jar"
}

func redirect(address string) view.Answer {
	return func(w http.ResponseWriter, _ *http.Request) error {
		w.Header().Set("Cache-Control", "private, no-cache")
		w.Header().Set("Location", address)
		w.WriteHeader(http.StatusTemporaryRedirect)
		return nil
	}
}
