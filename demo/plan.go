package demo

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/modyard/modyard/domain/actor"

	commands "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/blobs"
)

// planner turns projects of the catalogue into writes, and stores their files and pictures.
type planner struct {
	deps     Deps
	book     *book
	pictures pictures
}

// plan returns the appends of one project's whole history, in the order of their times.
func (p *planner) plan(ctx context.Context, c Project) ([][]eventlog.Write, error) {
	id, by, s, d := projectID(c.Slug), p.book.owner(c), p.book.stories[c.Slug], p.book.dates(c)
	icon, address, color, err := p.pictures.icon(id, c)
	if err != nil {
		return nil, fmt.Errorf("draw %s: %w", c.Slug, err)
	}
	gallery, err := p.pictures.gallery(id, c, p.book.places[c.Slug])
	if err != nil {
		return nil, fmt.Errorf("draw %s: %w", c.Slug, err)
	}
	versions, err := p.versions(ctx, c, by, icon)
	if err != nil {
		return nil, fmt.Errorf("pack %s: %w", c.Slug, err)
	}
	made := d.began.Add(-3 * time.Hour)
	l := &life{by: by, story: s, dates: d, body: c.Body}
	l.do(made, by, p.create(c, id, by, s))
	l.members(p.book, c, made)
	l.editors(p.book.wikis[c.Slug], made)
	l.do(made.Add(5*time.Minute), by, project.ChangeIcon{By: by, URL: address, Color: color})
	for i, picture := range gallery {
		l.do(made.Add(time.Duration(20+i)*time.Minute), by, project.AddPicture{By: by, Picture: picture})
	}
	l.review(versions)
	if l.listed && c.Downloads > 0 {
		l.do(d.decided.Add(time.Minute), actor.Actor{}, project.OpenDownloads{Count: c.Downloads, Source: "演示数据"})
	}
	slices.SortStableFunc(l.steps, func(x, y commands.Step) int { return x.At.Compare(y.At) })
	return commands.PlanHistory(ctx, p.deps.Codec, commands.Planned{Project: id, Command: "demo " + c.Slug, Steps: l.steps, Texts: p.deps.Texts})
}

func (p *planner) create(c Project, id string, by actor.Actor, s story) project.Create {
	create := project.Create{
		By: by, Project: id, Slug: c.Slug, Type: project.Type(c.Type), Title: fullTitle(c), Summary: c.Summary, Body: c.Body,
		License: project.License{ID: c.License}, Environments: project.Environment{Client: c.Client, Server: c.Server},
		Categories: c.Categories, Additional: c.Additional, Links: project.Links{Source: c.Source},
	}
	if c.Source != "" {
		create.Links.Issues = c.Source + "/issues"
	}
	if c.Team != "" && !s.creator {
		create.Organization = teamID(c.Team)
	}
	if s.rejected != "" {
		create.Body = firstDraft(c.Body)
	}
	if create.Title != c.Title {
		create.Aliases = append(create.Aliases, project.Alias{Text: c.Title, Kind: "zh"})
	}
	if c.TitleEN != "" {
		create.Aliases = append(create.Aliases, project.Alias{Text: c.TitleEN, Kind: "other"})
	}
	if c.Abbr != "" {
		create.Aliases = append(create.Aliases, project.Alias{Text: c.Abbr, Kind: "abbr"})
	}
	return create
}

// firstDraft is a body before its author extended it.
func firstDraft(body string) string {
	if i := strings.LastIndex(body, "\n## "); i > 0 {
		return strings.TrimSpace(body[:i]) + "\n"
	}
	return body
}

// made is a version with stored files.
type made struct {
	at      time.Time
	command project.CreateVersion
}

// release is the input of a version's archive.
func (p *planner) release(c Project, e edition, needs []need, icon []byte) release {
	r := release{Project: c, Number: e.Number, Channel: e.Channel, Needs: needs, At: e.At.UTC(), Icon: icon}
	r.Games = e.Games
	return r
}

func (p *planner) versions(ctx context.Context, c Project, by actor.Actor, icon []byte) ([]made, error) {
	var list []made
	needs := p.book.needs(c)
	editions := p.book.editions(c)
	packed, err := p.packed(c, needs)
	if err != nil {
		return nil, err
	}
	for i, e := range editions {
		r := p.release(c, e, needs, icon)
		r.Packed = packed
		id := versionID(c.Slug, e.Number)
		build := []func(release) (string, []byte, error){archive}
		if newest := i == len(editions)-1; newest && c.Type == "mod" && c.Source != "" {
			build = append(build, sources)
		}
		var files []project.File
		for place, f := range build {
			name, data, err := f(r)
			if err != nil {
				return nil, err
			}
			file, err := p.file(ctx, c, id, name, data)
			if err != nil {
				return nil, err
			}
			if file.Primary = place == 0; !file.Primary {
				file.Kind = "sources-jar"
			}
			files = append(files, file)
		}
		list = append(list, made{at: e.At, command: project.CreateVersion{
			By: by, Version: id, Name: c.Title + " " + e.Number, Number: e.Number, Changelog: e.Changelog,
			Channel: project.Channel(e.Channel), Featured: i == len(editions)-1,
			Loaders: c.Loaders, GameVersions: e.Games, Dependencies: dependencies(c, needs), Files: files,
		}})
	}
	return list, nil
}

func (p *planner) file(ctx context.Context, c Project, version, name string, data []byte) (project.File, error) {
	key := path.Join(projectID(c.Slug), "versions", version, "demo", name)
	kind := "application/zip"
	switch path.Ext(name) {
	case ".jar":
		kind = "application/java-archive"
	case ".mrpack":
		kind = "application/x-modrinth-modpack+zip"
	}
	stored, err := p.deps.Blobs.Put(ctx, key, kind, bytes.NewReader(data), blobs.MaxSize(1<<20))
	if err != nil {
		return project.File{}, err
	}
	return project.File{SHA1: stored.SHA1, SHA512: stored.SHA512, Size: stored.Size, Name: name, URL: p.deps.Blobs.URL(key)}, nil
}
