// Package wiki handles drafts of wikis, their review and publication, and mounts the routes.
package wiki

import (
	"context"
	"errors"
	"log/slog"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// Options are the dependencies of the service. All must be set.
type Options struct {
	Handler *commands.Handler
	Saves   *Saves
	// Verified is true if the account has a verified address.
	Verified func(ctx context.Context, account string) (bool, error)
	// AccountExists is true if the account exists and is not closed.
	AccountExists func(ctx context.Context, id string) (bool, error)
	// Authors are the public parts of accounts, by id; closed accounts are missing.
	Authors func(ctx context.Context, ids []string) (map[string]contract.Author, error)
	// Published are a project's published pages with their texts, each without the pages below it.
	Published func(ctx context.Context, project string) ([]contract.WikiPage, error)
	// Idle are the ids of drafts that may be about to time out.
	Idle   func(ctx context.Context) ([]string, error)
	Logger *slog.Logger
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Saves == nil || o.Verified == nil || o.AccountExists == nil || o.Authors == nil || o.Published == nil ||
		o.Idle == nil || o.Logger == nil {
		return nil, errors.New("make wiki commands: every option is needed")
	}
	return &Service{o}, nil
}

const under = " /v3/project/{id}/"

func write(path, summary string) commands.Route {
	method, path := split(path)
	return commands.Route{Path: method + under + path, Summary: summary, Scope: identity.ScopeWikiWrite}
}

func read(path, summary string) commands.Route {
	method, path := split(path)
	return commands.Route{Path: method + under + path, Summary: summary, Scope: identity.ScopeProjectRead}
}

func large(r commands.Route) commands.Route {
	r.MaxBody = maxTextBody
	return r
}

// maxTextBody is enough for the longest text in JSON, each of whose characters may be escaped.
const maxTextBody = 1 << 20

// Routes mounts every route of the package.
func (s *Service) Routes(api *httpkit.API) {
	s.family(api)
	h := s.Handler
	commands.MountAnswer(api, h, write("POST wiki/drafts", "开始编辑百科"), s.begin)
	commands.Ask(api, read("GET wiki/drafts/{draft}", "百科草稿"), s.draft)
	commands.MountAnswer(api, h, write("POST wiki/drafts/{draft}/pages", "在草稿中新建页面"), s.addPage)
	commands.Ask(api, read("GET wiki/drafts/{draft}/pages/{page}", "草稿中一页的正文"), s.text)
	commands.MountAnswer(api, h, large(write("PATCH wiki/drafts/{draft}/pages/{page}", "修改草稿中的页面")), s.editPage)
	commands.Mount(api, h, write("DELETE wiki/drafts/{draft}/pages/{page}", "在草稿中删除页面"), s.removePage)
	commands.Mount(api, h, write("POST wiki/drafts/{draft}/pages/{page}/restore", "在草稿中恢复页面"), s.restorePage)
	commands.Ask(api, large(write("PUT wiki/drafts/{draft}/pages/{page}/autosave", "自动保存正文")), s.save)
	commands.Ask(api, read("GET wiki/drafts/{draft}/preview", "预览草稿的提交内容"), s.preview)
	commands.MountAnswer(api, h, large(write("POST wiki/drafts/{draft}/resolve", "解决一处冲突")), s.resolve)
	commands.MountAnswer(api, h, write("POST wiki/drafts/{draft}/rebase", "更新到最新的已发布内容"), s.rebase)
	commands.MountAnswer(api, h, write("POST wiki/drafts/{draft}/submit", "提交草稿"), s.submit)
	commands.Mount(api, h, write("POST wiki/drafts/{draft}/take-back", "撤回审核中的草稿"), s.takeBack)
	commands.Mount(api, h, write("POST wiki/drafts/{draft}/reopen", "重新编辑被拒绝的草稿"), s.reopen)
	commands.Mount(api, h, write("POST wiki/drafts/{draft}/give-up", "放弃草稿"), s.giveUp)
	commands.MountAnswer(api, h, write("POST wiki/drafts/{draft}/accept", "通过草稿"), s.accept)
	commands.Mount(api, h, write("POST wiki/drafts/{draft}/reject", "拒绝草稿"), s.reject)
	commands.MountAnswer(api, h, write("POST wiki/changes/{change}/revert", "撤销已发布的更改"), s.revert)
	commands.Mount(api, h, write("PATCH wiki/settings", "修改百科设置"), s.settings)
	commands.Mount(api, h, write("PUT wiki/editors/{account}", "指定编辑者"), s.nameEditor)
	commands.Mount(api, h, write("DELETE wiki/editors/{account}", "取消指定编辑者"), s.unnameEditor)
	commands.Mount(api, h, write("POST wiki/bans", "限制一位用户编辑"), s.ban)
	commands.Mount(api, h, write("DELETE wiki/bans/{account}", "解除编辑限制"), s.liftBan)
}
