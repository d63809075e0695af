package image

import (
	"context"
	"net/url"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/ids"
)

// Subject is a kind of text that takes pictures.
type Subject struct {
	Context image.Context
	Scope   identity.Scopes // that a picture needs
	// Find gives the id of the text that the query names, empty where it is not written yet, and the least role in which
	// whoever asks may write it: one's picture is one's own unless it takes a rank of the staff.
	Find func(ctx context.Context, tx *commands.Tx, q url.Values) (id string, as role.Role, err error)

	Key, Label string // the query parameter that names the text, and what it is called in the documentation
	Answer     func(*contract.Image) **string
}

// OptionalID is the Find of a text that may be named by its id and is always the caller's own.
func OptionalID(key string) func(context.Context, *commands.Tx, url.Values) (string, role.Role, error) {
	return func(_ context.Context, _ *commands.Tx, q url.Values) (string, role.Role, error) {
		id := q.Get(key)
		if id != "" && !ids.Valid(id) {
			return "", "", fault.Invalid(key, key+" 不是有效的 ID。")
		}
		return id, role.Self, nil
	}
}
