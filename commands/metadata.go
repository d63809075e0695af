package commands

import (
	"crypto/sha256"
	"time"

	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// metadata contains the actor, the role and the cause; requestHash adds the hash of the request.
func (tx *Tx) metadata(as role.Role) eventlog.Metadata {
	meta := eventlog.Metadata{
		Actor: tx.request.By.Account, Role: string(as), Credential: tx.request.Credential, Command: tx.request.Command,
		Request: tx.request.ID, Causation: tx.request.Causation, At: tx.now,
	}
	if tx.handler.planned {
		meta.Salt = planSalt(meta.Command, meta.At)
	} else {
		meta.Salt = eventlog.NewSalt()
	}
	return meta
}

// planSalt is deterministic, so that a plan that is appended again gives the same append.
func planSalt(command string, at time.Time) eventlog.Salt {
	sum := sha256.Sum256([]byte("modyard plan salt\x00" + command + "\x00" + at.UTC().Format(time.RFC3339Nano)))
	return eventlog.Salt(sum[:16])
}
