package identity

import (
	"context"

	"github.com/google/uuid"

	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/httpkit"
)

// cause is the command that causes a change.
type cause struct{ command, requestHash string }

type causeKey struct{}

// Caused is the context of a request that changes an account: the events of the changes contain the command, a new one
// if it is empty, and the hash of the request.
func (s *Service) Caused(ctx context.Context, command, requestHash string) context.Context {
	return context.WithValue(ctx, causeKey{}, cause{command: command, requestHash: requestHash})
}

// metadata contains the actor, the role and the cause of a change.
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

// actsOn returns the role in which the caller changes an account, and the reason for the account: an administrator must
// give one for another account.
func actsOn(caller Caller, account string, given *reason.Reason) (role.Role, *reason.Addressed, error) {
	if caller.Account == account {
		return role.Self, nil, nil
	}
	why, err := reason.By(caller.Actor(), role.Admin, given)
	return role.Admin, why.To(account), err
}
