// Package log records what happened to the logs: to the main log in the stream log-site, to the log of hits in log-hits.
package log

import (
	"strings"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// Site is the id of the main log's stream.
const Site = "site"

// MaxReason is the maximum length of the reason for a restore, in characters.
const MaxReason = 2000

// Restored records that the site was restored from a backup. The events after the backup are not in the log; the
// abandoned checkpoint covered them.
//
// History: The site was restored from a backup. A checkpoint that covered more events was abandoned.
type Restored struct {
	Size    int64         `json:"size"`           // events that the abandoned checkpoint covered; zero if there was none
	Root    string        `json:"root,omitempty"` // its root hash, base64
	Account string        `json:"account"`        // who restored
	Reason  erasable.Text `json:"reason"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{"log.restored.v1": Restored{}, "log.truncated.v1": Truncated{}}
}

// State is empty: what happens to the log is only recorded.
type State struct{}

// Evolve applies one event to a state.
func Evolve(s State, _ any) State { return s }

// Restore records a restore.
type Restore struct {
	Account string // who restored
	Reason  string
	Size    int64 // of the abandoned checkpoint; zero if there was none
	Root    string
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(_ State, c Restore) ([]decision.Event, error) {
	reason, err := text.Prose("reason", "原因", strings.TrimSpace(c.Reason), MaxReason)
	switch {
	case err != nil:
		return nil, err
	case c.Account == "":
		return nil, fault.Invalid("account", "请说明由谁恢复。")
	case reason == "":
		return nil, fault.Invalid("reason", "请填写原因。")
	}
	return decision.In(role.System, []any{Restored{
		Size: c.Size, Root: c.Root, Account: c.Account, Reason: erasable.Of(c.Account, reason),
	}}, nil)
}
