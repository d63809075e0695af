package identity

import (
	"context"

	"github.com/google/uuid"

	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/httpkit"
)

// cause is the command that a change belongs to.
type cause struct{ command, requestHash string }

type causeKey struct{}

// Caused is the context of a request that changes an account: what changes under it is said to follow from the command,
// a new one where it is empty, and from the request of a hash.
func (s *Service) Caused(ctx context.Context, command, requestHash string) context.Context {
	return context.WithValue(ctx, causeKey{}, cause{command: command, requestHash: requestHash})
}

// metadata says who changes something, in which role and because of what.
func (s *Service) metadata(ctx context.Context, caller Caller, as role.Role) eventlog.Metadata {
	from, _ := ctx.Value(causeKey{}).(cause)
	if from.command == "" {
		from.command = uuid.Must(uuid.NewV7()).String()
	}
	return eventlog.Metadata{
		Actor: caller.Account, Role: string(as), Credential: caller.Credential, Command: from.command,
		RequestHash: from.requestHash, Request: httpkit.RequestID(ctx), At: s.clock(), Salt: eventlog.NewSalt(),
	}
}

// actsOn is the role in which the caller changes an account, and the reason that the account gets: an
// administrator gives one for what is somebody else's.
func actsOn(caller Caller, account string, given *reason.Reason) (role.Role, *reason.Addressed, error) {
	if caller.Account == account {
		return role.Self, nil, nil
	}
	why, err := reason.For(role.Admin, given)
	return role.Admin, why.To(account), err
}
