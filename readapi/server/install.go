package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/software"
	projected "github.com/modyard/modyard/projections/server"
	"github.com/modyard/modyard/readapi/view"
)

// lastInstall is the installation of a server s that goes on, else its newest; and who asked for it.
const lastInstall = `
left join lateral (
  select i.*, a.username, a.avatar_url from server.installs i left join identity.profiles a on a.id = i.actor
  where i.server = s.id order by i.finished is null desc, i.at desc, i.upload limit 1) i on true`

// installColumns are those of lastInstall, and what is installed.
const installColumns = `s.licence, s.upstream_project, s.upstream_version, s.pack_name, s.pack_version, s.restoring <> '',
       i.upload, i.hard, i.loader, i.loader_version, i.game_version, i.project, i.version, i.cancelled, i.actor, i.role, i.username, i.avatar_url, i.at, i.finished,
       i.result, i.cause, i.subject, i.generation`

// installRow is a row of installColumns. All but the first are null for a server on which nothing was ever installed.
type installRow struct {
	licence, restoring                                       bool
	project, version, packName, packVersion                  string
	upload, hard, cancelled                                  *bool
	loader, loaderVersion, gameVersion, ofProject, ofVersion *string
	actor, role, username, avatar, result, cause, subject    *string
	at, finished                                             *time.Time
	generation                                               *int64
}

func (r *installRow) dest() []any {
	return []any{
		&r.licence, &r.project, &r.version, &r.packName, &r.packVersion, &r.restoring, &r.upload, &r.hard, &r.loader, &r.loaderVersion, &r.gameVersion, &r.ofProject,
		&r.ofVersion, &r.cancelled, &r.actor, &r.role, &r.username, &r.avatar, &r.at, &r.finished, &r.result, &r.cause, &r.subject, &r.generation,
	}
}

// describe adds to a server what is installed and what is being installed.
func (r *installRow) describe(out *found, going *node.InstallProgress, admin bool) {
	out.Licence, out.restoring = r.licence, r.restoring
	if r.project != "" {
		out.Upstream = &contract.HostedUpstream{Kind: "modpack", ProjectID: r.project, VersionID: r.version}
	}
	if r.packName != "" {
		out.Pack = &contract.HostedPack{Name: r.packName, Version: r.packVersion}
	}
	unfinished := r.at != nil && r.finished == nil
	failed := r.result != nil && *r.result == projected.InstallFault
	if going != nil && r.finished != nil && going.Generation != 0 && uint64(*r.generation) >= going.Generation { //nolint:gosec // a revision
		going = nil // the node has reported its end
	}
	out.installing = unfinished || going != nil
	if !out.installing && !failed {
		return
	}
	i := contract.HostedInstall{}
	if unfinished || failed && going == nil {
		i.Asked = &contract.HostedInstallAsked{
			Loader: *r.loader, LoaderVersion: *r.loaderVersion, GameVersion: *r.gameVersion, ProjectID: *r.ofProject, VersionID: *r.ofVersion, Hard: *r.hard,
			Upload: *r.upload, Cancelled: *r.cancelled, Since: *r.at,
		}
		if admin || *r.role != "admin" {
			i.Asked.By = view.Author(r.actor, r.username, r.avatar)
		}
	}
	if going != nil {
		i.Progress = &contract.HostedInstallProgress{
			Phase: going.Phase, Files: going.Files, FilesTotal: going.FilesTotal, Bytes: going.Bytes, BytesTotal: going.BytesTotal, Since: going.Since,
		}
	}
	if failed && !out.installing {
		i.Failure = &contract.HostedInstallFailure{Reason: *r.cause, Subject: *r.subject, At: *r.finished}
	}
	out.Install = &i
	if out.Suspended {
		return
	}
	switch {
	case out.installing:
		out.Status = "installing"
	case *r.cause != node.ReasonCancelled && out.Software == "none":
		out.Status = "broken"
	}
}

// upload is GET /servers/{id}/reinstallFromMrpack: where the archive of a modpack is uploaded.
func (s *Routes) upload(ctx context.Context, in *view.ByID) (contract.NodeAuth, error) {
	return s.admit(ctx, string(in.ID), func(record found) (string, []string, error) {
		if err := record.may(projected.Setup, "更改服务器设置"); err != nil {
			return "", nil, err
		}
		switch {
		case record.restoring:
			return "", nil, busy("恢复备份")
		case record.installing:
			return "", nil, busy("安装")
		}
		scopes := []string{node.ScopeInstall}
		if record.Permissions&projected.ResetServer != 0 {
			scopes = append(scopes, node.ScopeInstallHard)
		}
		return node.PathInstall, scopes, nil
	})
}

func busy(doing string) error {
	return httpkit.Fault(httpkit.KindConflict, "busy", "服务器正在"+doing+"，请等待完成。")
}

type softwareIn struct {
	Loader string `query:"loader" doc:"加载器，不区分大小写"`
	Game   string `query:"game" doc:"游戏版本"`
}

// loaders is GET /_internal/hosting/loaders: the loaders, the versions of the game for one of them, or the versions of the loader for one of those.
func (s *Routes) loaders(ctx context.Context, in *softwareIn) (out contract.HostedSoftware, err error) {
	loader, known := software.Normal(in.Loader)
	switch {
	case in.Loader == "" && in.Game != "":
		return out, httpkit.Invalid("loader", "请选择加载器。")
	case in.Loader == "":
		out.Loaders, err = s.Software.Loaders(ctx)
		out.Loaders = append([]string{}, out.Loaders...)
	case !known || in.Game != "" && !software.ValidVersion(in.Game):
		err = software.ErrUnknown
	case in.Game == "":
		var list []software.Game
		list, err = s.Software.Games(ctx, loader)
		out.Games = make([]contract.SoftwareVersion, len(list))
		for i, g := range list {
			out.Games[i] = contract.SoftwareVersion(g)
		}
	default:
		var list []software.Version
		list, err = s.Software.Versions(ctx, loader, in.Game)
		out.Versions = make([]contract.SoftwareVersion, len(list))
		for i, v := range list {
			out.Versions[i] = contract.SoftwareVersion(v)
		}
	}
	switch {
	case err == nil:
		return out, nil
	case errors.Is(err, software.ErrUnknown):
		return contract.HostedSoftware{}, httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "没有这个加载器或版本。")
	case ctx.Err() != nil:
		return contract.HostedSoftware{}, fmt.Errorf("list the software of servers: %w", err)
	}
	s.Logger.WarnContext(ctx, "the software of servers cannot be listed", "loader", loader, "error", err)
	return contract.HostedSoftware{}, httpkit.Fault(httpkit.KindUnreachable, "software_unreachable", "暂时无法取得软件的版本列表，请稍后再试。")
}
