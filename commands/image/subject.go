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

// Subject is a kind of text that may contain pictures.
type Subject struct {
	Context image.Context
	Scope   identity.Scopes // required to upload a picture
	// Find returns the id of the text that the query names, empty if it does not exist yet, and the role in which the
	// caller may write it: a picture is uploaded in one's own role unless writing the text takes a role of the staff.
	Find func(ctx context.Context, tx *commands.Tx, q url.Values) (id string, as role.Role, err error)

	Key, Label string // the query parameter that names the text, and its name in the documentation
	Answer     func(*contract.Image) **string
}

// OptionalID is the Find of a text that always belongs to the caller, and may be named by its id.
func OptionalID(key string) func(context.Context, *commands.Tx, url.Values) (string, role.Role, error) {
	return func(_ context.Context, _ *commands.Tx, q url.Values) (string, role.Role, error) {
		id := q.Get(key)
		if id != "" && !ids.Valid(id) {
			return "", "", fault.Invalid(key, key+" 不是有效的 ID。")
		}
		return id, role.Self, nil
	}
}
