package forum

import (
	"context"
	"net/url"

	"github.com/modyard/modyard/commands"
	commandimage "github.com/modyard/modyard/commands/image"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/identity"
)

// The contexts of pictures in opening texts and in answers.
const (
	DiscussionPicture image.Context = "discussion"
	PostPicture       image.Context = "post"
)

// Pictured are the texts of the forum: whoever may write may add pictures. A picture becomes public with a text that shows
// it, not by what its upload names: anybody could name a public discussion.
func Pictured() []commandimage.Subject {
	subject := func(kind image.Context, key, label string, answer func(*contract.Image) **string) commandimage.Subject {
		checked := commandimage.OptionalID(key)
		return commandimage.Subject{
			Context: kind, Scope: identity.ScopeThreadWrite, Key: key, Label: label, Answer: answer,
			Find: func(ctx context.Context, tx *commands.Tx, q url.Values) (string, role.Role, error) {
				_, as, err := checked(ctx, tx, q)
				return "", as, err
			},
		}
	}
	return []commandimage.Subject{
		subject(DiscussionPicture, "discussion_id", "讨论 ID", func(d *contract.Image) **string { return &d.DiscussionID }),
		subject(PostPicture, "post_id", "回复 ID", func(d *contract.Image) **string { return &d.PostID }),
	}
}
