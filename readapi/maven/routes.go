// Package maven serves the versions that are here in the layout of a Maven repository, so that build tools resolve them by
// coordinates: the group is maven.<brand>, the artifact a project's slug or id, the version a version's number or id.
package maven

import (
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Options are what the repository knows of the site.
type Options struct {
	Brand string
	// Open opens a file of the site by its address. It is only used for checksums that are not stored.
	Open func(ctx context.Context, address string) (io.ReadCloser, error)
}

// familyGroup is the second part of the group that programs of this API family use; it is served beside the site's own.
const familyGroup = "modrinth"

// Routes are the query routes of this package.
type Routes struct {
	source *view.Source
	brand  string // the second part of the site's own group; empty where the brand has no letter of a group
	sums   *sums
}

// New makes the routes.
func New(s *view.Source, o Options) *Routes {
	return &Routes{source: s, brand: groupPart(o.Brand), sums: newSums(o.Open)}
}

// groupPart is a brand as part of a group: lower-case letters, digits and hyphens of ASCII.
func groupPart(brand string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-':
			return r
		case r == ' ' || r == '_' || r == '.':
			return '-'
		}
		return -1
	}, strings.ToLower(brand)), "-")
}

// Register mounts every route. Below the repository's address /maven, the group maven.x is the folder maven/x.
func (s *Routes) Register(api *httpkit.API) {
	text := func(description string) map[string]*huma.Response {
		return map[string]*huma.Response{"200": {Description: description, Content: map[string]*huma.MediaType{
			"text/xml": {Schema: &huma.Schema{Type: huma.TypeString}}, "text/plain": {Schema: &huma.Schema{Type: huma.TypeString}},
		}}}
	}
	view.Stored[string](api, s.source, view.Route{
		Path: "GET /maven/maven/{group}/{project}/{file}", Summary: "Maven 仓库：资源的版本列表", Responses: text("maven-metadata.xml 或它的校验和"),
	}, s.metadata)
	answers := text("pom 文件，或者一个文件的校验和")
	answers["307"] = &huma.Response{Description: "重定向到文件"}
	view.Stored[string](api, s.source, view.Route{
		Path: "GET /maven/maven/{group}/{project}/{version}/{file}", Summary: "Maven 仓库：版本的文件", Responses: answers,
	}, s.file)
}

// ArtifactIn names a project by its group and name.
type ArtifactIn struct {
	Group   string    `path:"group"`
	Project view.Name `path:"project"`
}

// maxFile bounds the name of a file in a path, in bytes.
const maxFile = 1024

// group is the group of a request; an unknown one is not found.
func (s *Routes) group(in ArtifactIn) (string, error) {
	if in.Group != familyGroup && (s.brand == "" || in.Group != s.brand) {
		return "", httpkit.NotFound()
	}
	return "maven." + in.Group, nil
}

func viewer(ctx context.Context) view.Viewer {
	return view.As(ctx, identity.ScopeProjectRead|identity.ScopeVersionRead)
}

// content answers with a small file, or with the checksum of one.
func content(body []byte, kind string) view.Answer {
	return func(w http.ResponseWriter, r *http.Request) error {
		h := w.Header()
		h.Set("Cache-Control", "private, no-cache")
		h.Add("Vary", "Authorization, Cookie")
		httpkit.Document(w, r, sha1Of(body), body, kind)
		return nil
	}
}

const (
	typeXML  = "text/xml; charset=utf-8"
	typeText = "text/plain; charset=utf-8"
)
