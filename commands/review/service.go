// Package review answers the moderators' checklist of a project, makes the message to the author, keeps how far a
// moderator has come, and lets the staff change the templates of the message.
package review

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/fault"
	domain "github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
)

// Options are the dependencies of the service. All must be set.
type Options struct {
	Handler  *commands.Handler
	Pool     *pgxpool.Pool
	Requests *idempotency.Guard // lets callers name the requests that change rows
	Site     string             // the public address, for links in messages
	// Profiles reads accounts by their ids; those that do not exist are missing.
	Profiles func(ctx context.Context, ids []string) (map[string]identity.Profile, error)
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Pool == nil || o.Requests == nil || o.Site == "" || o.Profiles == nil {
		return nil, errors.New("make review commands: handler, database, the guard of named requests, the site's address and profiles are needed")
	}
	o.Site = strings.TrimSuffix(o.Site, "/")
	return &Service{o}, nil
}

// Routes mounts every route of the package.
func (s *Service) Routes(api *httpkit.API) {
	read := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Summary: summary, Scope: identity.ScopeProjectRead, MaxBody: maxProgress}
	}
	rows := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Summary: summary, Scope: identity.ScopeProjectWrite, MaxBody: maxProgress, Before: s.Requests.Named}
	}
	commands.Ask(api, read("GET /_internal/moderation/project/{id}/checklist", "资源的审核清单与进度"), s.checklist)
	commands.Ask(api, read("POST /_internal/moderation/project/{id}/message", "由所选的选项生成给作者的消息"), s.message)
	commands.MountRequest(api, rows("PUT /_internal/moderation/project/{id}/progress", "保存审核进度"), s.save)
	commands.MountRequest(api, rows("DELETE /_internal/moderation/project/{id}/progress", "清除审核进度"), s.clear)
	commands.Ask(api, read("GET /_internal/moderation/lock/{id}", "谁在审核资源"), s.lock)
	commands.MountAnswerRequest(api, rows("POST /_internal/moderation/lock/{id}", "锁定资源以审核，或续期"), s.acquire)
	commands.MountRequest(api, rows("DELETE /_internal/moderation/lock/{id}", "释放审核锁"), s.release)
	commands.MountRequest(api, rows("POST /_internal/moderation/lock/{id}/release", "释放审核锁（关闭页面时）"), s.release)
	write := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Summary: summary, Scope: identity.ScopeProjectWrite, MaxBody: 64 << 10}
	}
	commands.MountAnswerRequest(api, write("POST /_internal/moderation/lock/{id}/override", "接手他人正在审核的资源"), s.override)
	commands.MountRequest(api, write("POST /_internal/moderation/project/{id}/hand-over", "把审核转交给其他审核人员"), s.handOver)
	commands.MountAnswer(api, s.Handler, write("POST /_internal/moderation/project/{id}/undo", "撤销自己的审核决定，或提议撤销他人的"), undo)
	commands.Mount(api, s.Handler, write("POST /_internal/moderation/project/{id}/undo/{proposal}/confirm", "确认撤销审核决定的提议"), confirmUndo)
	commands.Mount(api, s.Handler, write("POST /_internal/moderation/project/{id}/undo/{proposal}/decline", "驳回或收回撤销审核决定的提议"), declineUndo)
	commands.Ask(api, read("GET /_internal/moderation/reviewers", "审核人员"), s.reviewers)
	commands.Ask(api, read("GET /_internal/moderation/templates", "审核消息的模板"), s.templates)
	commands.Mount(api, s.Handler, commands.Route{
		Path: "PUT /_internal/moderation/templates/{template}", Summary: "修改审核消息的模板", Scope: identity.ScopeProjectWrite, MaxBody: 64 << 10,
	}, change)
}

func staffOnly() error { return fault.Forbidden("只有审核人员可以使用审核清单。") }

// reviewed loads the project that a member of the staff reviews. Everybody else is refused, whether the project exists
// or not.
func reviewed(ctx context.Context, tx *commands.Tx, name string) (domain.State, error) {
	if !tx.By().Staff() {
		return domain.State{}, staffOnly()
	}
	t, err := project.Visible(ctx, tx, name)
	if err != nil {
		return domain.State{}, err
	}
	return t.State(), nil
}

// current loads the templates.
func current(ctx context.Context, tx *commands.Tx) (review.State, error) {
	e, err := project.Templates().Get(ctx, tx, project.TemplateStream)
	if err != nil {
		return review.State{}, err
	}
	return e.State(), nil
}

// factsOf are what the checklist needs to know about a project.
func factsOf(p domain.State) review.Facts {
	f := review.Facts{
		ID: p.ID, Type: string(p.Type), Title: p.Title, Slug: p.Slug, Summary: p.Summary, Client: p.Environments.Client, Server: p.Environments.Server,
		Categories: append(append([]string{}, p.Categories...), p.Additional...), Pictures: len(p.Gallery),
	}
	for _, l := range []review.Link{
		{Name: "反馈", URL: p.Links.Issues}, {Name: "源代码", URL: p.Links.Source}, {Name: "百科", URL: p.Links.Wiki}, {Name: "群聊", URL: p.Links.Discord},
	} {
		if l.URL != "" {
			f.Links = append(f.Links, l)
		}
	}
	for _, d := range p.Links.Donation {
		f.Links = append(f.Links, review.Link{Name: d.Platform, URL: d.URL})
	}
	return f
}
