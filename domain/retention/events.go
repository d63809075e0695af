// Package retention defines how long the site stores what nothing shows any more, and the legal removal that destroys it
// at once. The stream is retention-<id>, of the project or the account that the content was stored for.
package retention

import "github.com/modyard/modyard/domain/reason"

// Destroyed records that an administrator had stored content destroyed, because the law or a person's right demands it.
// The hashes remain, so that the content can be recognised; they are empty if no event has told them.
//
// History: {actor} has the {kind} {name} ({key}) destroyed[, with the SHA-512 {sha512}] because {reason.code}[:
// {reason.text}].
type Destroyed struct {
	Key     string         `json:"key"` // in the store of files
	Kind    string         `json:"kind"`
	Name    string         `json:"name"`
	Size    int64          `json:"size,omitempty"` // bytes
	SHA1    string         `json:"sha1,omitempty"`
	SHA512  string         `json:"sha512,omitempty"`
	Project string         `json:"project,omitempty"`
	Version string         `json:"version,omitempty"`
	Reason  *reason.Reason `json:"reason"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{"retention.destroyed.v1": Destroyed{}}
}
