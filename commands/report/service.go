// Package report is who may report something and speak about it with the staff, and the routes to ask by.
package report

import (
	"context"
	"errors"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// Options are what the service needs. All must be set.
type Options struct {
	Handler  *commands.Handler
	Subjects []Subject // what may be reported
}

// Subject is a kind of thing that may be reported.
type Subject struct {
	Type report.ItemType
	// Find gives the id of what a name stands for. What is missing, or hidden from whoever asks, is a fault of kind
	// not found.
	Find    func(ctx context.Context, tx *commands.Tx, name string) (id string, err error)
	Missing string // the text of the refusal then
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New makes the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || len(o.Subjects) == 0 {
		return nil, errors.New("make report commands: a handler and what may be reported are needed")
	}
	return &Service{o}, nil
}

// maxInput bounds a request: a body of the most characters, each of four bytes, and what stands around it.
const maxInput = 4*report.MaxBody + 64<<10

// Routes mounts every route of the package under /v2 and again under /v3.
func (s *Service) Routes(api *httpkit.API) {
	route := func(path, summary string, scope identity.Scopes) commands.Route {
		return commands.Route{Path: path, Under: []string{"/v2", "/v3"}, Summary: summary, Scope: scope, MaxBody: maxInput}
	}
	commands.MountAnswer(api, s.Handler, route("POST /report", "提交举报", identity.ScopeReportCreate), s.open)
	commands.Mount(api, s.Handler, route("PATCH /report/{id}", "修改、关闭或重新打开举报", identity.ScopeReportWrite), edit)
	commands.Mount(api, s.Handler, route("DELETE /report/{id}", "删除举报", identity.ScopeReportDelete), remove)
	commands.Mount(api, s.Handler, route("POST /thread/{id}", "发送消息", identity.ScopeThreadWrite), post)
	commands.Mount(api, s.Handler, route("DELETE /message/{id}", "删除消息", identity.ScopeThreadWrite), removeMessage)
}
