// Package notification says what an account does with its notifications. What it is notified of follows from the
// events of other areas; its own stream, inbox-<account>, only says what it has read and put away.
package notification

// Read says that notifications were read: those with the ids, and all whose event stands at UpTo or before.
type Read struct {
	Account string   `json:"account"`
	UpTo    uint64   `json:"upTo,omitempty"` // position in the log
	IDs     []string `json:"ids,omitempty"`
}

// Removed puts notifications away.
type Removed struct {
	Account string   `json:"account"`
	IDs     []string `json:"ids"`
}

// Restored takes back that notifications were put away.
type Restored struct {
	Account string   `json:"account"`
	IDs     []string `json:"ids"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"inbox.read.v1":     Read{},
		"inbox.removed.v1":  Removed{},
		"inbox.restored.v1": Restored{},
	}
}
