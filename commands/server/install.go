package server

import (
	"context"
	"slices"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	domainproject "github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/software"
)

func (s *Service) installRoutes(api *httpkit.API) {
	hosting := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Under: Bases(), Summary: summary, Scope: identity.ScopeServerWrite}
	}
	commands.Mount(api, s.Handler, hosting("POST /servers/{id}/reinstall", "安装加载器或整合包"), reinstall)
	simple := func(path, summary string, command func(*commands.Tx) server.Command) {
		commands.Mount(api, s.Handler, hosting(path, summary), func(ctx context.Context, tx *commands.Tx, in *commands.Named) error {
			e, err := get(ctx, tx, in.ID)
			if err != nil {
				return err
			}
			return e.Do(command(tx))
		})
	}
	simple("POST /servers/{id}/reinstall/cancel", "取消安装", func(tx *commands.Tx) server.Command { return server.CancelInstall{By: tx.By()} })
	simple("POST /servers/{id}/licence", "接受游戏的最终用户许可协议", func(tx *commands.Tx) server.Command { return server.AcceptLicence{By: tx.By()} })
}

type installInput struct {
	Loader        string `json:"loader,omitempty" doc:"加载器，不区分大小写"`
	LoaderVersion string `json:"loader_version,omitempty" doc:"空为最新版本"`
	GameVersion   string `json:"game_version,omitempty"`
	Project       string `json:"project_id,omitempty" doc:"整合包的 ID 或链接名；与加载器只能选择一项"`
	Version       string `json:"version_id,omitempty"`
}

type install struct {
	commands.Named
	Hard bool `query:"hard" doc:"清空服务器的全部文件"`
	Body installInput
}

// reinstall is POST /servers/{id}/reinstall. The rights are checked before anything else is looked for.
func reinstall(ctx context.Context, tx *commands.Tx, in *install) error {
	e, err := get(ctx, tx, in.ID)
	if err == nil {
		err = e.State().MayInstall(tx.By(), in.Hard)
	}
	if err != nil {
		return err
	}
	c := server.RequestInstall{By: tx.By(), Hard: in.Hard}
	if in.Body.Version == "" && in.Body.Project == "" {
		c.Loader, _ = software.Normal(in.Body.Loader)
		c.LoaderVersion, c.GameVersion = in.Body.LoaderVersion, in.Body.GameVersion
		return e.Do(c)
	}
	if in.Body.Loader != "" {
		return fault.Invalid("loader", "加载器与整合包只能选择一项。")
	}
	if c.Pack, err = offerPack(ctx, tx, rinthIDs{Project: in.Body.Project, Version: in.Body.Version}); err != nil {
		return err
	}
	return e.Do(c)
}

// offerPack is the archive of a public version of a modpack.
func offerPack(ctx context.Context, tx *commands.Tx, of rinthIDs) (*server.OfferedPack, error) {
	t, err := public(ctx, tx, of, "")
	if err != nil {
		return nil, err
	}
	v := t.Version()
	p := &server.OfferedPack{Project: v.Project, Version: v.ID, Modpack: t.State().Type == domainproject.TypeModpack}
	archives, _ := domainproject.StoredFiles(v.Files)
	archives = slices.DeleteFunc(archives, func(f domainproject.File) bool { return !server.IsPackFile(f.Name) })
	if len(archives) > 0 {
		f := primary(archives)
		p.File, p.SHA512, p.URL, p.Size = f.Name, f.SHA512, f.URL, f.Size
	}
	return p, nil
}
