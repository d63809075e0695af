// Package translation checks who may say that a version of a language pack translates a version of another project and
// who decides about it, and mounts the routes. What happens to a link is also a message of the link's thread, in the same
// append.
package translation

import (
	"context"
	"errors"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// Options are the dependencies of the service. All must be set.
type Options struct {
	Handler *commands.Handler
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil {
		return nil, errors.New("make translation commands: a handler is needed")
	}
	return &Service{o}, nil
}

// Routes mounts every route of the package.
func (s *Service) Routes(api *httpkit.API) {
	route := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Under: []string{"/v2", "/v3"}, Summary: summary, Scope: identity.ScopeVersionWrite}
	}
	const link = "/version/{id}/link/{target}"
	commands.Mount(api, s.Handler, route("POST "+link, "声明版本是另一个版本的汉化，或修改其语言与说明"), ask)
	commands.Mount(api, s.Handler, route("DELETE "+link, "撤回汉化声明"), withdraw)
	commands.Mount(api, s.Handler, route("POST "+link+"/approve", "通过汉化"), approve)
	commands.Mount(api, s.Handler, route("POST "+link+"/reject", "拒绝汉化"), reject)
	commands.Mount(api, s.Handler, route("POST "+link+"/revoke", "撤销已通过的汉化"), revoke)
	commands.Mount(api, s.Handler, route("POST "+link+"/resubmit", "再次申请被拒绝或撤销的汉化"), askAgain)
	thread := route("POST "+link+"/thread", "在汉化的会话中发送消息")
	thread.Scope = identity.ScopeThreadWrite
	commands.Mount(api, s.Handler, thread, say)

	staff := func(path, summary string) commands.Route {
		r := route("POST /moderation/translation-links/{id}/{target}/"+path, summary)
		r.Under = []string{"/v2"}
		return r
	}
	commands.Mount(api, s.Handler, staff("approve", "管理人员通过汉化"), asStaff(approve))
	commands.Mount(api, s.Handler, staff("reject", "管理人员拒绝汉化"), asStaff(reject))
	commands.Mount(api, s.Handler, staff("revoke", "管理人员撤销汉化"), asStaff(revoke))
}

// asStaff is a command that only the staff may send.
func asStaff[In any](do func(context.Context, *commands.Tx, *In) error) func(context.Context, *commands.Tx, *In) error {
	return func(ctx context.Context, tx *commands.Tx, in *In) error {
		if !tx.By().Staff() {
			return fault.Forbidden("只有管理人员可以使用此接口。")
		}
		return do(ctx, tx, in)
	}
}

// Links are the links of a version of a language pack, by the version's id.
func Links() *commands.Aggregate[translation.State, translation.Command] {
	return &commands.Aggregate[translation.State, translation.Command]{
		Category: "translation", Version: "translation/1", Evolve: commands.Timeless(translation.Evolve), Decide: translation.Decide,
	}
}

// entity are the links of one version within a decision.
type entity = commands.Entity[translation.State, translation.Command]

// Ends names a link in the path: the version of the language pack and the version that it translates.
type Ends struct {
	ID     string `path:"id" doc:"汉化资源的版本 ID"`
	Target string `path:"target" doc:"所汉化的版本 ID"`
}

// ends loads the links of the version and both ends of one.
func (in Ends) ends(ctx context.Context, tx *commands.Tx) (links *entity, from, to translation.End, err error) {
	if from, err = end(ctx, tx, in.ID); err != nil {
		return nil, from, to, err
	}
	if to, err = end(ctx, tx, in.Target); err != nil {
		return nil, from, to, err
	}
	links, err = Links().Get(ctx, tx, in.ID)
	return links, from, to, err
}

// end is a version with its project. A version that never existed is not found.
func end(ctx context.Context, tx *commands.Tx, id string) (translation.End, error) {
	if !ids.Valid(id) {
		return translation.End{}, fault.NotFound("汉化关系不存在。")
	}
	at, err := project.FindVersion(ctx, tx, id)
	if err != nil {
		return translation.End{}, err
	}
	return translation.End{Project: at.State(), Version: at.Version(), By: at.By}, nil
}
