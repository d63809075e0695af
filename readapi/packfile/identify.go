package packfile

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/packfile"
	"github.com/modyard/modyard/readapi/view"
)

// File is a file of the packs. Kind is identified where Status says whether it may be redistributed, flame where the project
// on another platform is to be judged, otherwise unknown.
type File struct {
	SHA1      string     `json:"sha1"`
	SHA512    string     `json:"sha512"`
	Name      string     `json:"name"`
	Size      int64      `json:"size" doc:"字节"`
	Kind      string     `json:"kind" enum:"identified,flame,unknown"`
	Status    string     `json:"status" enum:",yes,with-attribution-and-source,with-attribution,no,permanent-no,unidentified"`
	Shared    bool       `json:"shared" doc:"另一个文件有相同的 SHA-1：须以 SHA-512 判定"`
	Misstated bool       `json:"misstated" doc:"清单写的 SHA-1 与本站同一 SHA-512 的文件不符：不能凭它认定"`
	Places    []Place    `json:"places"`
	Site      *OnSite    `json:"site" doc:"本站有它的版本；没有时为 null"`
	Flame     *Flame     `json:"flame" doc:"它在其他平台的资源；没有时为 null"`
	Judgement *Judgement `json:"judgement" doc:"判定；没有时为 null"`
}

// Place is where a file is. Host is where it is downloaded from; empty for overrides.
type Place struct {
	Version string `json:"version"`
	Place   string `json:"place" enum:"index,overrides,client-overrides,server-overrides"`
	Path    string `json:"path"`
	URL     string `json:"url"`
	Host    string `json:"host"`
}

// OnSite is a public version of this site that has a file.
type OnSite struct {
	Project contract.ProjectLink `json:"project"`
	Version string               `json:"version"`
	Number  string               `json:"number"`
}

// Flame is a project on another platform.
type Flame struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
	URL   string `json:"url"`
}

// Judgement is what the staff has found out. Number is what the next judgement sends as seen.
type Judgement struct {
	Of     string           `json:"of" enum:"file,flame" doc:"判定的是文件，还是它在其他平台的资源"`
	Status string           `json:"status" enum:"yes,with-attribution-and-source,with-attribution,no,permanent-no,unidentified"`
	Title  string           `json:"title"`
	Link   string           `json:"link"`
	Proof  string           `json:"proof"`
	Number int              `json:"number"`
	By     *contract.Author `json:"by" doc:"已注销时为 null"`
	At     time.Time        `json:"at"`
}

const (
	// Only what everybody can find counts: a stranger's draft or what was withheld permits nothing.
	siteQuery = `
select distinct on (f.sha512) f.sha512, f.sha1, p.id, coalesce(nullif(p.slug, ''), p.id), p.url_type, p.title, p.icon_url, v.id, v.number
from catalog.files f join catalog.versions v on v.id = f.version join catalog.projects p on p.id = f.project
where f.sha512 = any($1) and f.project <> $2 and v.visible and p.visible and p.status in ('approved', 'archived', 'unlisted')
order by f.sha512, p.published, v.published, v.id`

	judgedQuery = `
select j.sha512, 0::bigint, j.status, j.title, j.link, j.proof, j.number, j.actor, a.username, a.avatar_url, j.at
from packfile.judged j left join identity.profiles a on a.id = j.actor where j.sha512 = any($1)`

	flamesQuery = `
select '', j.flame, j.status, j.title, j.link, '', j.number, j.actor, a.username, a.avatar_url, j.at
from packfile.flames j left join identity.profiles a on a.id = j.actor where j.flame = any($1)`
)

// gathered is what is known about the files of some packs.
type gathered struct {
	site    map[string]stored
	flames  map[string]packfile.Identity
	judged  map[string]Judgement
	ofFlame map[int64]Judgement
}

// stored is a file of this site with the SHA-1 that an index must state for it.
type stored struct {
	OnSite
	sha1 string
}

// identify lists the files of the packs, each once, with what is known about it.
func (s *Routes) identify(ctx context.Context, project string, packs []found, out *Document) error {
	index := map[string]int{}
	var entries []packfile.Entry
	for _, p := range packs {
		for _, e := range p.contents.Files {
			at, there := index[e.SHA512]
			if !there {
				at = len(out.Files)
				index[e.SHA512] = at
				out.Files = append(out.Files, File{SHA1: e.SHA1, SHA512: e.SHA512, Name: e.Name, Size: e.Size})
			}
			f := &out.Files[at]
			if e.Fingerprint != nil { // computed, not declared
				f.SHA1, f.Size = e.SHA1, e.Size
				entries = append(entries, e)
			}
			f.Places = append(f.Places, Place{Version: p.pack.Version, Place: string(e.Place), Path: e.Path, URL: e.URL, Host: hostOf(e.URL)})
		}
	}
	known, err := s.gather(ctx, project, slices.Sorted(maps.Keys(index)), entries, out)
	if err != nil {
		return err
	}
	of := map[string]int{}
	for _, f := range out.Files {
		of[f.SHA1]++
	}
	for i := range out.Files {
		f := &out.Files[i]
		f.Shared = of[f.SHA1] > 1
		known.tell(f)
		out.add(*f)
	}
	return nil
}

func (s *Routes) gather(ctx context.Context, project string, digests []string, entries []packfile.Entry, out *Document) (g gathered, err error) {
	g.site = map[string]stored{}
	if _, err := view.Rows(ctx, s.Source, "files of packs on the site", func(row pgx.CollectableRow) (none struct{}, err error) {
		var sum string
		var o stored
		var icon *string
		err = row.Scan(&sum, &o.sha1, &o.Project.ID, &o.Project.Slug, &o.Project.URLType, &o.Project.Title, &icon, &o.Version, &o.Number)
		o.Project.IconURL = view.Present(icon)
		g.site[sum] = o
		return none, err
	}, siteQuery, digests, project); err != nil {
		return g, err
	}
	if s.Service != nil {
		out.Identifier = "ready"
	}
	g.flames, err = s.Store.Identities(ctx, s.Service, entries)
	if err != nil {
		if g.flames == nil || ctx.Err() != nil {
			return g, err
		}
		s.Logger.WarnContext(ctx, "files of modpacks are not identified", "error", err)
		out.Identifier = "failing"
	}
	var ids []int64
	for _, i := range g.flames {
		ids = append(ids, i.Flame)
	}
	g.judged, g.ofFlame = map[string]Judgement{}, map[int64]Judgement{}
	for query, args := range map[string]any{judgedQuery: digests, flamesQuery: ids} {
		if _, err := view.Rows(ctx, s.Source, "judgements of files", func(row pgx.CollectableRow) (none struct{}, err error) {
			var sum, actor string
			var flame int64
			var name, face *string
			j := Judgement{Of: "file"}
			if err := row.Scan(&sum, &flame, &j.Status, &j.Title, &j.Link, &j.Proof, &j.Number, &actor, &name, &face, &j.At); err != nil {
				return none, err
			}
			j.By = view.Author(&actor, name, face)
			if flame > 0 {
				j.Of = "flame"
				g.ofFlame[flame] = j
			} else {
				g.judged[sum] = j
			}
			return none, nil
		}, query, args); err != nil {
			return g, err
		}
	}
	return g, nil
}

// tell fills in what is known about a file. That the site has it outweighs a judgement, unless the staff has found that
// nobody may redistribute it.
func (g gathered) tell(f *File) {
	f.Kind = "unknown"
	if i, ok := g.flames[f.SHA512]; ok {
		f.Kind, f.Flame = "flame", &Flame{ID: i.Flame, Title: i.Title, URL: i.URL}
		if j, ok := g.ofFlame[i.Flame]; ok {
			f.Judgement = &j
		}
	}
	if j, ok := g.judged[f.SHA512]; ok {
		f.Judgement = &j
	}
	if f.Judgement != nil {
		f.Kind, f.Status = "identified", f.Judgement.Status
	}
	if o, ok := g.site[f.SHA512]; ok {
		f.Site = &o.OnSite
		// A launcher may check the SHA-1 alone: what it then installs is another file than the one of this site.
		if f.Misstated = f.SHA1 != o.sha1; f.Misstated {
			f.Kind, f.Status = "unknown", ""
			return
		}
		if f.Status != "no" && f.Status != "permanent-no" {
			f.Kind, f.Status = "identified", "yes"
		}
	}
}

// add puts a file into the maps by SHA-1.
func (d *Document) add(f File) {
	switch {
	case f.Shared || f.Kind == "unknown":
		d.UnknownFiles[f.SHA1] = f.Name
	case f.Kind == "flame":
		d.FlameFiles[f.SHA1] = FlameFile{FileName: f.Name, Title: f.Flame.Title, ID: f.Flame.ID, URL: f.Flame.URL}
	default:
		d.Identified[f.SHA1] = Identified{FileName: f.Name, Status: f.Status}
	}
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}
