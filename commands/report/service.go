// Package report checks who may report something and write to the staff about it, and mounts the routes.
package report

import (
	"context"
	"errors"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// Options are the dependencies of the service. All but Link and Uploads must be set.
type Options struct {
	Handler  *commands.Handler
	Subjects []Subject // the kinds of thing that can be reported
	// Team says whether the caller is an accepted member of a project, also through its organization.
	Team func(ctx context.Context, tx *commands.Tx, project string) (bool, error)
	// Link says whether the caller writes in the thread of a translation as a member of one of its projects, by the thread's
	// subject. Nil: there are no such threads.
	Link func(ctx context.Context, tx *commands.Tx, subject string) (bool, error)
	// Uploads deletes the bytes of the pictures of deleted messages. Nil: only the sweep of commands/retention does.
	Uploads *upload.Store
	// Used says whether a text of another thing than a message shows the file of a key. Nil: none does.
	Used func(ctx context.Context, key, message string) (bool, error)
}

// Subject is a kind of thing that can be reported.
type Subject struct {
	Type report.ItemType
	// Find returns the id of the thing with a name. A thing that is missing, or hidden from the caller, is a fault of
	// kind not found.
	Find    func(ctx context.Context, tx *commands.Tx, name string) (id string, err error)
	Missing string // the text of the error then
	// Own says whether a thing, by its id, is the caller's or that of a team of the caller. A thing that is gone is nobody's.
	// Nil: never.
	Own func(ctx context.Context, tx *commands.Tx, id string) (bool, error)
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || len(o.Subjects) == 0 || o.Team == nil {
		return nil, errors.New("make report commands: a handler, what may be reported and the teams of projects are needed")
	}
	return &Service{o}, nil
}

// maxInput limits a request: the maximum number of characters, each of four bytes, and the other fields.
const maxInput = 4*report.MaxBody + 64<<10

// Routes mounts every route of the package under /v2 and /v3.
func (s *Service) Routes(api *httpkit.API) {
	route := func(path, summary string, scope identity.Scopes) commands.Route {
		return commands.Route{Path: path, Under: []string{"/v2", "/v3"}, Summary: summary, Scope: scope, MaxBody: maxInput}
	}
	commands.MountAnswer(api, s.Handler, route("POST /report", "提交举报", identity.ScopeReportCreate), s.open)
	commands.Mount(api, s.Handler, route("PATCH /report/{id}", "修改、关闭或重新打开举报", identity.ScopeReportWrite), s.edit)
	commands.Mount(api, s.Handler, route("DELETE /report/{id}", "删除举报", identity.ScopeReportDelete), s.remove)
	commands.Mount(api, s.Handler, route("POST /thread/{id}", "发送消息", identity.ScopeThreadWrite), s.post)
	commands.MountRequest(api, route("DELETE /message/{id}", "删除消息及其图片", identity.ScopeThreadWrite), s.removeMessage)
}
