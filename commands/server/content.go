package server

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/fault"
	domainproject "github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

func (s *Service) contentRoutes(api *httpkit.API) {
	hosting := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Under: Bases(), Summary: summary, Scope: identity.ScopeServerWrite}
	}
	commands.MountAnswer(api, s.Handler, hosting("POST /servers/{id}/mods", "安装一个版本"), s.addContent)
	commands.Mount(api, s.Handler, hosting("POST /servers/{id}/deleteMod", "删除内容"), removeContent)
	commands.Mount(api, s.Handler, hosting("PUT /servers/{id}/mods/{modId}", "更换内容的版本"), setContentVersion)
	commands.Mount(api, s.Handler, hosting("POST /servers/{id}/mods/update", "更换内容的版本（新形式）"), updateContent)
	commands.Mount(api, s.Handler, hosting("POST /servers/{id}/mods/{project}/pin", "固定内容的版本"), pin(true))
	commands.Mount(api, s.Handler, hosting("POST /servers/{id}/mods/{project}/unpin", "取消固定内容的版本"), pin(false))
}

type rinthIDs struct {
	Project string `json:"project_id" doc:"资源的 ID 或链接名"`
	Version string `json:"version_id"`
}

type contentInput struct {
	RinthIDs  rinthIDs `json:"rinth_ids"`
	InstallAs string   `json:"install_as,omitempty" doc:"mod、plugin 或 datapack；省略则由版本与服务器的加载器决定"`
	// Dependencies also adds what the version requires.
	Dependencies bool `json:"dependencies,omitempty" doc:"一并添加服务器上缺少的前置资源，版本按服务器的软件与游戏版本选择"`
}

type addOfContent struct {
	commands.Named
	Body contentInput
}

// addContent is POST /servers/{id}/mods. The answer to a repeated request has no lists: what is required is there.
func (s *Service) addContent(ctx context.Context, tx *commands.Tx, in *addOfContent) (ContentAnswer, error) {
	alone := ContentAnswer{Added: []AddedContent{}, Missing: []MissingContent{}}
	e, err := changing(ctx, tx, in.ID)
	if err != nil {
		return alone, err
	}
	o, err := offer(ctx, tx, e.State(), in.Body.RinthIDs, "rinth_ids.")
	if err != nil {
		return alone, err
	}
	switch strings.ToLower(in.Body.InstallAs) {
	case "":
	case "mod":
		o.Folder = server.Mods
	case "plugin":
		o.Folder = server.Plugins
	case "datapack":
		o.Folder = server.Datapacks
	default:
		return alone, fault.Invalid("install_as", "安装方式须为 mod、plugin 或 datapack。")
	}
	if err := e.Do(server.AddContent{By: tx.By(), Offered: o}); err != nil || !in.Body.Dependencies || tx.Repeated() {
		return alone, err
	}
	return s.addRequired(ctx, tx, e, o)
}

type pathInput struct {
	Path string `json:"path" doc:"文件在服务器上的路径，例如 /mods/sodium.jar"`
}

type removeOfContent struct {
	commands.Named
	Body pathInput
}

// removeContent is POST /servers/{id}/deleteMod.
func removeContent(ctx context.Context, tx *commands.Tx, in *removeOfContent) error {
	return do(ctx, tx, in.ID, server.RemoveContent{By: tx.By(), Path: in.Body.Path})
}

type versionInput struct {
	Version string `json:"version_id"`
}

type setOfContent struct {
	commands.Named
	Mod  string `path:"modId" doc:"资源的 ID 或链接名，或文件名"`
	Body versionInput
}

// setContentVersion is PUT /servers/{id}/mods/{modId}.
func setContentVersion(ctx context.Context, tx *commands.Tx, in *setOfContent) error {
	return replaceContent(ctx, tx, in.ID, in.Mod, rinthIDs{Version: in.Body.Version})
}

type updateInput struct {
	Replace string `json:"replace" doc:"要更换的内容：资源的 ID 或链接名，或文件的路径或名称"`
	Project string `json:"project_id,omitempty"`
	Version string `json:"version_id"`
}

type updateOfContent struct {
	commands.Named
	Body updateInput
}

// updateContent is POST /servers/{id}/mods/update, which later programs send.
func updateContent(ctx context.Context, tx *commands.Tx, in *updateOfContent) error {
	return replaceContent(ctx, tx, in.ID, in.Body.Replace, rinthIDs{Project: in.Body.Project, Version: in.Body.Version})
}

func replaceContent(ctx context.Context, tx *commands.Tx, id, replaced string, by rinthIDs) error {
	e, err := changing(ctx, tx, id)
	if err != nil {
		return err
	}
	is, err := standing(ctx, tx, e.State(), replaced, "replace")
	if err != nil {
		return err
	}
	o, err := offer(ctx, tx, e.State(), by, "")
	if err != nil {
		return err
	}
	if o.Project != is {
		return fault.Invalid("version_id", "版本不属于此资源。")
	}
	return e.Do(server.SetContentVersion{By: tx.By(), Offered: o})
}

type pinOfContent struct {
	commands.Named
	Project string `path:"project" doc:"资源的 ID 或链接名，或文件名"`
}

// pin is POST /servers/{id}/mods/{project}/pin, and unpin.
func pin(pinned bool) func(context.Context, *commands.Tx, *pinOfContent) error {
	return func(ctx context.Context, tx *commands.Tx, in *pinOfContent) error {
		e, err := changing(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		is, err := standing(ctx, tx, e.State(), in.Project, "project")
		if err != nil {
			return err
		}
		return e.Do(server.PinContent{By: tx.By(), Project: is, Pinned: pinned})
	}
}

// changing is a server whose content the caller may change. It is checked before anything else is looked for.
func changing(ctx context.Context, tx *commands.Tx, id string) (*entity, error) {
	e, err := get(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	return e, e.State().MayChangeContent(tx.By())
}

// standing is the project of a server's content that an id, a slug, a path or a name of a file names.
func standing(ctx context.Context, tx *commands.Tx, s server.State, name, field string) (string, error) {
	if _, has := s.Content[name]; has {
		return name, nil
	}
	if of := s.Named(name); of != "" {
		return of, nil
	}
	if p, err := project.Find(ctx, tx, name); err == nil {
		if _, has := s.Content[p.State().ID]; has {
			return p.State().ID, nil
		}
	} else if !unknown(err) {
		return "", err
	}
	return "", fault.Invalid(field, "此资源不在服务器上。")
}

// public is a version that everybody may download: the node has no account. Field begins the names of fields in errors.
func public(ctx context.Context, tx *commands.Tx, of rinthIDs, field string) (*project.VersionTarget, error) {
	t, err := project.FindVersion(ctx, tx, of.Version)
	switch {
	case unknown(err), err == nil && (!t.Visible() || !t.Version().Exists()), err == nil && t.Version().Status.Hidden() && !t.State().Own(t.By):
		return nil, fault.Invalid(field+"version_id", "版本不存在。")
	case err != nil:
		return nil, err
	case t.Version().Status.Hidden() || t.State().Status.Hidden():
		return nil, fault.Invalid(field+"version_id", "未公开的版本不能安装到服务器。")
	}
	if is := t.Version().Project; of.Project != "" && of.Project != is {
		p, err := project.Find(ctx, tx, of.Project)
		if err != nil && !unknown(err) {
			return nil, err
		}
		if err != nil || p.State().ID != is {
			return nil, fault.Invalid(field+"project_id", "版本不属于此资源。")
		}
	}
	return t, nil
}

// offer is the file of a version for a server.
func offer(ctx context.Context, tx *commands.Tx, s server.State, of rinthIDs, field string) (server.Offered, error) {
	t, err := public(ctx, tx, of, field)
	if err != nil {
		return server.Offered{}, err
	}
	v := t.Version()
	o := server.Offered{Project: v.Project, Version: v.ID}
	if t.State().Type != domainproject.TypeModpack {
		o.Folder = folderOf(v.Loaders, s.Loader)
	}
	stored, _ := domainproject.StoredFiles(v.Files)
	if len(stored) == 0 {
		return o, nil // the rule says what is missing
	}
	f := primary(stored)
	o.File, o.SHA512, o.URL, o.Size = f.Name, f.SHA512, f.URL, f.Size
	return o, nil
}

// primary is the file of a version that is downloaded, of at least one.
func primary(files []domainproject.File) domainproject.File {
	return files[max(0, slices.IndexFunc(files, func(f domainproject.File) bool { return f.Primary }))]
}

// unknown is true for the error about a thing that does not exist.
func unknown(err error) bool {
	var f *fault.Error
	return errors.As(err, &f) && f.Kind == fault.KindNotFound
}

// folderOf is the folder of a version for a server with a loader; empty where no server loads it. Of a version for mods and for plugins the
// server's loader decides.
func folderOf(loaders []string, own string) server.Folder {
	own = strings.ToLower(own)
	folder := server.Folder("")
	for _, l := range loaders {
		f := domainproject.LoaderFolder(l)
		if l == own && f != "" {
			return server.Folder(f)
		}
		if folder == "" {
			folder = server.Folder(f)
		}
	}
	return folder
}
