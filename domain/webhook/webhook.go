package webhook

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Overlap is how long a secret stays valid after it was rotated.
const Overlap = 24 * time.Hour

// State is a webhook, folded from its stream. The zero State does not exist.
type State struct {
	ID, Project, Organization string // one of Project and Organization is empty
	Host                      string
	Address                   string // id of the sealed address
	Secret                    string // id of the current sealed secret
	Former                    string // id of the secret before; empty if there is none
	RotatedAt                 time.Time
	Kinds                     []string
	AddedAt                   time.Time
	EnabledAt                 time.Time // since when it has been enabled, if it is
	Stopped                   Cause     // why it is disabled; empty if it is enabled
	Removed                   bool
}

// Exists is true if the webhook was added and not removed.
func (s State) Exists() bool { return s.ID != "" && !s.Removed }

// Owner is the id of the project or the organization.
func (s State) Owner() string { return s.Project + s.Organization }

// Delivers is true if a change of a kind that was decided at a time is to be delivered.
func (s State) Delivers(kind string, at time.Time) bool {
	return s.Exists() && s.Stopped == "" && !at.Before(s.EnabledAt) && slices.Contains(s.Kinds, kind)
}

// Secrets are the ids of the secrets that are valid at a time, the current one first.
func (s State) Secrets(now time.Time) []string {
	if s.Former != "" && now.Before(s.RotatedAt.Add(Overlap)) {
		return []string{s.Secret, s.Former}
	}
	return []string{s.Secret}
}

// Evolve applies one event to a state.
func Evolve(s State, event any, at time.Time) State {
	switch e := event.(type) {
	case Added:
		return State{
			ID: e.Webhook, Project: e.Project, Organization: e.Organization, Host: e.Host, Address: e.Address, Secret: e.Secret,
			Kinds: e.Kinds, AddedAt: at, EnabledAt: at,
		}
	case AddressChanged:
		s.Host, s.Address = e.Host, e.Address
	case KindsChanged:
		s.Kinds = e.Kinds
	case SecretRotated:
		s.Former, s.Secret, s.RotatedAt = s.Secret, e.Secret, at
	case Enabled:
		s.Stopped, s.EnabledAt = "", at
	case Disabled:
		s.Stopped = e.Cause
	case Removed:
		s.Removed = true
	}
	return s
}

// Command is a command on a webhook.
type Command interface {
	decide(s State) ([]any, role.Role, error)
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Command) ([]decision.Event, error) { return decision.Of(c.decide(s)) }

// Right is what the rules of the owner have granted: the role of the actor, and the reason if the staff acts.
type Right struct {
	As  role.Role
	Why *reason.Reason
}

func notFound() error { return fault.NotFound("Webhook 不存在。") }

// Add begins a webhook. One of Project and Organization is set.
type Add struct {
	Right
	Webhook, Project, Organization string
	Host, Address, Secret          string
	Kinds                          []string
	Held                           Held // the webhooks of the owner
}

func (c Add) decide(s State) ([]any, role.Role, error) {
	kinds, err := chosen(c.Organization != "", c.Kinds)
	switch {
	case s.ID != "":
		return nil, "", fault.Conflict("该 Webhook 已存在。")
	case err != nil:
		return nil, "", err
	case len(c.Held) >= MaxHeld:
		return nil, "", fullErr()
	}
	return []any{Added{
		Webhook: c.Webhook, Project: c.Project, Organization: c.Organization, Host: c.Host, Address: c.Address, Secret: c.Secret,
		Kinds: kinds, Reason: c.Why,
	}}, c.As, nil
}

// Change changes a webhook. A nil field changes nothing.
type Change struct {
	Right
	Host, Address string // of a new address; empty: unchanged
	Kinds         *[]string
	Enabled       *bool
}

func (c Change) decide(s State) ([]any, role.Role, error) {
	if !s.Exists() {
		return nil, "", notFound()
	}
	var events []any
	if c.Address != "" && c.Address != s.Address {
		events = append(events, AddressChanged{Webhook: s.ID, Host: c.Host, Address: c.Address, Reason: c.Why})
	}
	if c.Kinds != nil {
		kinds, err := chosen(s.Organization != "", *c.Kinds)
		if err != nil {
			return nil, "", err
		}
		if !slices.Equal(kinds, s.Kinds) {
			events = append(events, KindsChanged{Webhook: s.ID, Kinds: kinds, Reason: c.Why})
		}
	}
	switch {
	case c.Enabled == nil || *c.Enabled == (s.Stopped == ""):
	case *c.Enabled:
		events = append(events, Enabled{Webhook: s.ID, Reason: c.Why})
	default:
		events = append(events, Disabled{Webhook: s.ID, Project: s.Project, Organization: s.Organization, Cause: ByTeam, Reason: c.Why})
	}
	return events, c.As, nil
}

// Rotate gives a webhook a new secret.
type Rotate struct {
	Right
	Secret string // id of the sealed secret
}

func (c Rotate) decide(s State) ([]any, role.Role, error) {
	if !s.Exists() {
		return nil, "", notFound()
	}
	return []any{SecretRotated{Webhook: s.ID, Secret: c.Secret, Reason: c.Why}}, c.As, nil
}

// Remove ends a webhook.
type Remove struct{ Right }

func (c Remove) decide(s State) ([]any, role.Role, error) {
	if !s.Exists() {
		return nil, "", notFound()
	}
	return []any{Removed{Webhook: s.ID, Reason: c.Why}}, c.As, nil
}

// Stop disables a webhook because of its receiver. The program sends it.
type Stop struct{ Cause Cause }

func (c Stop) decide(s State) ([]any, role.Role, error) {
	if !s.Exists() || s.Stopped != "" {
		return nil, "", nil
	}
	return []any{Disabled{Webhook: s.ID, Project: s.Project, Organization: s.Organization, Cause: c.Cause}}, role.System, nil
}
