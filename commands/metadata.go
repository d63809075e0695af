package commands

import (
	"crypto/sha256"
	"time"

	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// metadata says who decided, in which role and because of what; the request's hash is left to requestHash.
func (d *Decision) metadata(as role.Role) eventlog.Metadata {
	return eventlog.Metadata{
		Actor: d.request.Actor, Role: string(as), Credential: d.request.Credential, Command: d.request.Command,
		Request: d.request.ID, Causation: d.request.Causation, At: d.now, Salt: eventlog.NewSalt(),
	}
}

// PlanMetadata is the metadata of an event that a plan makes: of the import, or of the program itself.
func PlanMetadata(actor string, as role.Role, command string, at time.Time) eventlog.Metadata {
	return eventlog.Metadata{
		Actor: actor, Role: string(as), Command: command, At: at.UTC().Truncate(time.Microsecond), Salt: planSalt(command, at),
	}
}

// planSalt is the same each time, so that a plan that is appended again is the same append.
func planSalt(command string, at time.Time) eventlog.Salt {
	sum := sha256.Sum256([]byte("modyard plan salt\x00" + command + "\x00" + at.UTC().Format(time.RFC3339Nano)))
	return eventlog.Salt(sum[:16])
}
