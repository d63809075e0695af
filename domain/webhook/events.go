// Package webhook defines which changes of a project or an organization are delivered to a receiver (stream
// webhook-<id>). The webhooks of an owner are also listed by its id (webhooks-<owner>). Events contain the host of a
// receiver, but neither its address nor a secret, which are credentials: they contain the ids of their sealed rows.
package webhook

import "github.com/modyard/modyard/domain/reason"

// Cause is why a webhook is disabled.
type Cause string

// The causes.
const (
	ByTeam  Cause = "team"    // somebody disabled it
	Gone    Cause = "gone"    // the receiver answered 410
	Failing Cause = "failing" // every delivery failed for a long time
)

// Added begins a webhook of a project or of an organization. Reason is set if the staff acts for another account, as in
// every event.
//
// History: {actor} adds the webhook {webhook} to[ the project {project}][ the organization {organization}], which
// delivers {kinds} to {host}[ because {reason.code}[: {reason.text}]].
type Added struct {
	Webhook      string         `json:"webhook"`
	Project      string         `json:"project,omitempty"`
	Organization string         `json:"organization,omitempty"`
	Host         string         `json:"host"`
	Address      string         `json:"address"` // id of the sealed address
	Secret       string         `json:"secret"`  // id of the sealed secret
	Kinds        []string       `json:"kinds"`
	Reason       *reason.Reason `json:"reason,omitempty"`
}

// AddressChanged gives a webhook another receiver.
//
// History: {actor} changes the receiver of the webhook {webhook} to {host}[ because {reason.code}[: {reason.text}]].
type AddressChanged struct {
	Webhook string         `json:"webhook"`
	Host    string         `json:"host"`
	Address string         `json:"address"` // id of the sealed address
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// KindsChanged changes which changes are delivered.
//
// History: {actor} changes what the webhook {webhook} delivers to {kinds}[ because {reason.code}[: {reason.text}]].
type KindsChanged struct {
	Webhook string         `json:"webhook"`
	Kinds   []string       `json:"kinds"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// SecretRotated gives a webhook a new secret. The one before stays valid for a day (Overlap).
//
// History: {actor} rotates the secret of the webhook {webhook}[ because {reason.code}[: {reason.text}]].
type SecretRotated struct {
	Webhook string         `json:"webhook"`
	Secret  string         `json:"secret"` // id of the sealed secret
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// Enabled resumes the deliveries of a webhook.
//
// History: {actor} enables the webhook {webhook}[ because {reason.code}[: {reason.text}]].
type Enabled struct {
	Webhook string         `json:"webhook"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// Disabled ends the deliveries of a webhook until it is enabled.
//
// History: the webhook {webhook} of[ the project {project}][ the organization {organization}] is disabled with the cause
// {cause}[ because {reason.code}[: {reason.text}]].
type Disabled struct {
	Webhook      string         `json:"webhook"`
	Project      string         `json:"project,omitempty"`
	Organization string         `json:"organization,omitempty"`
	Cause        Cause          `json:"cause"`
	Reason       *reason.Reason `json:"reason,omitempty"`
}

// Removed ends a webhook. Its address, its secrets and its deliveries are deleted.
//
// History: {actor} removes the webhook {webhook}[ because {reason.code}[: {reason.text}]].
type Removed struct {
	Webhook string         `json:"webhook"`
	Reason  *reason.Reason `json:"reason,omitempty"`
}

// Listed records that an owner has a webhook. Stream: webhooks-<owner>.
//
// History: the webhook {webhook} is one of the owner's.
type Listed struct {
	Webhook string `json:"webhook"`
}

// Unlisted records that a webhook was removed. Stream: webhooks-<owner>.
//
// History: the webhook {webhook} is one of the owner's no longer.
type Unlisted struct {
	Webhook string `json:"webhook"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"webhook.added.v1":           Added{},
		"webhook.address-changed.v1": AddressChanged{},
		"webhook.kinds-changed.v1":   KindsChanged{},
		"webhook.secret-rotated.v1":  SecretRotated{},
		"webhook.enabled.v1":         Enabled{},
		"webhook.disabled.v1":        Disabled{},
		"webhook.removed.v1":         Removed{},
		"webhooks.listed.v1":         Listed{},
		"webhooks.unlisted.v1":       Unlisted{},
	}
}
