// Package application defines programs that act for accounts by OAuth 2: an application is the stream application-<id>, those
// of an owner are listed in applications-<owner>, and what an account allows one is authorization-<account>-<application>.
// Events contain neither secrets nor tokens, which are credentials: they contain the ids of their rows.
package application

import (
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
)

// Type is whether an application can keep a secret. It never changes.
type Type string

// The types.
const (
	Confidential Type = "confidential" // runs where its users cannot read it, and has secrets
	Public       Type = "public"       // runs with its users, and has none
)

// Scopes are the bits of permissions, as those of access tokens (identity.Scopes).
type Scopes int64

// Registered begins an application of an account, or of an organization for which the account acts. Its texts belong to
// the account.
//
// History: {actor} registers the {type} application {name}[ for the organization {organization}], which may ask for {scopes} and
// answers at {redirects}[, site {url}][: {description}].
type Registered struct {
	Application  string         `json:"application"`
	Account      string         `json:"account"`
	Organization string         `json:"organization,omitempty"`
	Name         erasable.Text  `json:"name"`
	URL          string         `json:"url,omitempty"`
	Description  *erasable.Text `json:"description,omitempty"`
	Type         Type           `json:"type"`
	Redirects    []string       `json:"redirects"`
	Scopes       Scopes         `json:"scopes"`
}

// Renamed gives an application another name.
//
// History: {actor} names the application {application} {name}.
type Renamed struct {
	Application string        `json:"application"`
	Name        erasable.Text `json:"name"`
}

// Described changes the site or the description of an application; empty: it has none.
//
// History: {actor} describes the application {application}[, site {url}][: {description}].
type Described struct {
	Application string         `json:"application"`
	URL         string         `json:"url,omitempty"`
	Description *erasable.Text `json:"description,omitempty"`
}

// IconChanged sets or removes (empty URL) the icon of an application.
//
// History: {actor} changes the icon of the application {application}[ to {url}].
type IconChanged struct {
	Application string `json:"application"`
	URL         string `json:"url,omitempty"`
}

// RedirectsSet replaces the addresses to which an application may have browsers sent.
//
// History: {actor} lets the application {application} answer at {redirects}.
type RedirectsSet struct {
	Application string   `json:"application"`
	Redirects   []string `json:"redirects"`
}

// ScopesSet changes what an application may ask for. What accounts have allowed beyond it has no effect from then on.
//
// History: {actor} lets the application {application} ask for {scopes}.
type ScopesSet struct {
	Application string `json:"application"`
	Scopes      Scopes `json:"scopes"`
}

// SecretAdded gives an application a secret.
//
// History: {actor} adds the secret {secret} to the application {application}.
type SecretAdded struct {
	Application string `json:"application"`
	Secret      string `json:"secret"` // id of the row with its hash
}

// SecretEnded ends a secret.
//
// History: {actor} ends the secret {secret} of the application {application}.
type SecretEnded struct {
	Application string `json:"application"`
	Secret      string `json:"secret"`
}

// Suspended ends everything that an application does until it is restored.
//
// History: {actor} suspends the application {application} because {reason.code}[: {reason.text}].
type Suspended struct {
	Application string            `json:"application"`
	Reason      *reason.Addressed `json:"reason"`
}

// Restored ends a suspension.
//
// History: {actor} restores the application {application} because {reason.code}[: {reason.text}].
type Restored struct {
	Application string            `json:"application"`
	Reason      *reason.Addressed `json:"reason"`
}

// Verified records that the staff knows who is behind an application.
//
// History: {actor} verifies the application {application} because {reason.code}[: {reason.text}].
type Verified struct {
	Application string            `json:"application"`
	Reason      *reason.Addressed `json:"reason"`
}

// HandedOver gives an application to an organization for which the account acts, or to the account, which takes it from an organization.
// Its texts belong to the account from then on, and the staff no longer knows who is behind it. What accounts allow it stays.
//
// History: {account} takes over the application {application}[ for the organization {organization}], which has the name {name}[: {description}].
type HandedOver struct {
	Application  string         `json:"application"`
	Account      string         `json:"account"`
	Organization string         `json:"organization,omitempty"`
	Name         erasable.Text  `json:"name"`
	Description  *erasable.Text `json:"description,omitempty"`
}

// Deleted ends an application, and with it every authorization of it.
//
// History: {actor} deletes the application {application}[ because {reason.code}[: {reason.text}]].
type Deleted struct {
	Application string            `json:"application"`
	Reason      *reason.Addressed `json:"reason,omitempty"`
}

// Listed records that an owner has an application. Stream: applications-<owner>.
//
// History: the application {application} is one of the owner's.
type Listed struct {
	Application string `json:"application"`
}

// Unlisted records that an application was deleted or handed over. Stream: applications-<owner>.
//
// History: the application {application} is one of the owner's no longer.
type Unlisted struct {
	Application string `json:"application"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"application.registered.v1":    Registered{},
		"application.renamed.v1":       Renamed{},
		"application.described.v1":     Described{},
		"application.icon-changed.v1":  IconChanged{},
		"application.redirects-set.v1": RedirectsSet{},
		"application.scopes-set.v1":    ScopesSet{},
		"application.secret-added.v1":  SecretAdded{},
		"application.secret-ended.v1":  SecretEnded{},
		"application.suspended.v1":     Suspended{},
		"application.restored.v1":      Restored{},
		"application.verified.v1":      Verified{},
		"application.handed-over.v1":   HandedOver{},
		"application.deleted.v1":       Deleted{},
		"applications.listed.v1":       Listed{},
		"applications.unlisted.v1":     Unlisted{},
		"authorization.granted.v1":     Granted{},
		"authorization.narrowed.v1":    Narrowed{},
		"authorization.revoked.v1":     Revoked{},
	}
}
