// Package claim checks who may claim an imported project and who decides about a claim, and mounts the routes.
package claim

import (
	"context"
	"errors"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/claim"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// Options are the dependencies of the service. All must be set.
type Options struct {
	Handler *commands.Handler
	// AccountExists is true if the account exists and is not closed.
	AccountExists func(ctx context.Context, id string) (bool, error)
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.AccountExists == nil {
		return nil, errors.New("make claim commands: handler and accounts are needed")
	}
	return &Service{o}, nil
}

// Routes mounts every route of the package.
func (s *Service) Routes(api *httpkit.API) {
	route := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Summary: summary, Scope: identity.ScopeProjectWrite}
	}
	commands.MountAnswer(api, s.Handler, route("POST /v3/project/{id}/claim", "认领资源"), file)
	commands.Mount(api, s.Handler, route("POST /v3/claim/{id}/withdraw", "撤回认领"), withdraw)
	commands.Mount(api, s.Handler, route("POST /v3/claim/{id}/accept", "通过认领"), s.accept)
	commands.Mount(api, s.Handler, route("POST /v3/claim/{id}/reject", "拒绝认领"), reject)
}

// entity is a claim within a decision.
type entity = commands.Entity[claim.State, claim.Command]

// claims are the claims, one stream each. There are no snapshots, because the streams are short.
func claims() *commands.Aggregate[claim.State, claim.Command] {
	return &commands.Aggregate[claim.State, claim.Command]{Category: "claim", Evolve: commands.Timeless(claim.Evolve), Decide: claim.Decide}
}

// openTo are the open claims to a project, by its id.
func openTo() *commands.Aggregate[claim.Open, claim.List] {
	return &commands.Aggregate[claim.Open, claim.List]{Category: "claims", Version: "claims/1", Evolve: commands.Timeless(claim.EvolveOpen), Decide: claim.DecideOpen}
}

// openOf are the open claims of an account, by its id.
func openOf() *commands.Aggregate[claim.Open, claim.List] {
	return &commands.Aggregate[claim.Open, claim.List]{Category: "claimant", Version: "claimant/1", Evolve: commands.Timeless(claim.EvolveOpen), Decide: claim.DecideOpen}
}

func get(ctx context.Context, tx *commands.Tx, id string) (*entity, error) {
	if !ids.Valid(id) {
		return nil, fault.NotFound("认领不存在。")
	}
	return claims().Get(ctx, tx, id)
}
