// Package translation defines the links by which a version of a language pack says which version of another project it
// translates (stream translation-<version of the language pack>). Its translator asks for a link; members of the original
// project or the staff decide. Only accepted links are shown on the original's page.
package translation

import "github.com/modyard/modyard/domain/reason"

// Language is the language into which a version is translated.
type Language string

// The languages.
const (
	Simplified  Language = "zh_CN"
	Traditional Language = "zh_TW"
	English     Language = "en_US"
)

// Known is true if l is one of the languages.
func (l Language) Known() bool { return l == Simplified || l == Traditional || l == English }

// Asked begins a link, or begins one again that was revoked or withdrawn. The thread of two versions is always the same.
// The description is content of the language pack, as its changelog is.
//
// History: {by} asks that the version {version} of the project {project} is a translation into {language} of the version {target} of the project {targetProject}[ because {reason.code}].
type Asked struct {
	Version       string         `json:"version"`
	Project       string         `json:"project"`
	Target        string         `json:"target"` // version id
	TargetProject string         `json:"targetProject"`
	Language      Language       `json:"language"`
	Description   string         `json:"description"`
	Thread        string         `json:"thread"`
	By            string         `json:"by"`
	Reason        *reason.Reason `json:"reason,omitempty"` // of the staff, for another account's language pack
}

// Accepted shows the link on the original's page. Automatic is true if the one who asked may decide.
//
// History: {actor} accepts the version {version} as a translation of the version {target}[ because {reason.code}].
type Accepted struct {
	Version       string            `json:"version"`
	Project       string            `json:"project"`
	Target        string            `json:"target"`
	TargetProject string            `json:"targetProject"`
	By            string            `json:"by"` // who asked
	Automatic     bool              `json:"automatic,omitempty"`
	Reason        *reason.Addressed `json:"reason,omitempty"` // to the one who asked
}

// Rejected refuses the link. It can be asked for again.
//
// History: {actor} rejects the version {version} as a translation of the version {target}[ because {reason.code}].
type Rejected struct {
	Version       string            `json:"version"`
	Project       string            `json:"project"`
	Target        string            `json:"target"`
	TargetProject string            `json:"targetProject"`
	By            string            `json:"by"`
	Reason        *reason.Addressed `json:"reason,omitempty"`
}

// Revoked ends a link that was accepted. It can be asked for again.
//
// History: {actor} revokes that the version {version} is a translation of the version {target}[ because {reason.code}].
type Revoked struct {
	Version       string            `json:"version"`
	Project       string            `json:"project"`
	Target        string            `json:"target"`
	TargetProject string            `json:"targetProject"`
	By            string            `json:"by"`
	Reason        *reason.Addressed `json:"reason,omitempty"`
}

// AskedAgain asks again for a link that was rejected or revoked. Its message is a message of the thread.
//
// History: {by} asks again that the version {version} is a translation of the version {target}[ because {reason.code}].
type AskedAgain struct {
	Version       string         `json:"version"`
	Project       string         `json:"project"`
	Target        string         `json:"target"`
	TargetProject string         `json:"targetProject"`
	By            string         `json:"by"`
	Reason        *reason.Reason `json:"reason,omitempty"`
}

// Described changes the language or the description of a link, which must then be decided again.
//
// History: {by} changes the link of the version {version} to the version {target}: a translation into {language}[ because {reason.code}].
type Described struct {
	Version       string         `json:"version"`
	Project       string         `json:"project"`
	Target        string         `json:"target"`
	TargetProject string         `json:"targetProject"`
	Language      Language       `json:"language"`
	Description   string         `json:"description"`
	By            string         `json:"by"`
	Reason        *reason.Reason `json:"reason,omitempty"`
}

// Withdrawn ends a link at the translator's request.
//
// History: {actor} withdraws the link of the version {version} to the version {target}[ because {reason.code}].
type Withdrawn struct {
	Version       string         `json:"version"`
	Project       string         `json:"project"`
	Target        string         `json:"target"`
	TargetProject string         `json:"targetProject"`
	Reason        *reason.Reason `json:"reason,omitempty"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"translation.asked.v1":       Asked{},
		"translation.accepted.v1":    Accepted{},
		"translation.rejected.v1":    Rejected{},
		"translation.revoked.v1":     Revoked{},
		"translation.asked-again.v1": AskedAgain{},
		"translation.described.v1":   Described{},
		"translation.withdrawn.v1":   Withdrawn{},
	}
}
