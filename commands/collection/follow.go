package collection

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/collection"
)

// named is a project by its id or slug.
type named struct {
	ID string `path:"id"`
}

// follow is POST /project/{id}/follow.
func follow(ctx context.Context, tx *commands.Tx, in *named) error {
	p, err := project.Visible(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	return Follows().Do(ctx, tx, tx.By().Account, collection.Follow{Account: tx.By().Account, Project: p.State().ID})
}

// unfollow is DELETE /project/{id}/follow. A follower may unfollow the project in any state of the project.
func unfollow(ctx context.Context, tx *commands.Tx, in *named) error {
	p, err := project.Find(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	follows, err := Follows().Get(ctx, tx, tx.By().Account)
	if err != nil {
		return err
	}
	if !p.Visible() && !follows.State().Has(p.State().ID) {
		return errNoProject()
	}
	return follows.Do(collection.Unfollow{Account: tx.By().Account, Project: p.State().ID})
}
