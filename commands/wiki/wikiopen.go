package wiki

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/wiki"
)

// SetOpen sets within a command on a project whether every account with a verified address may edit its wiki: the member
// wiki_open of the project's document.
func SetOpen(ctx context.Context, tx *commands.Tx, target *project.Target, open bool) error {
	id := target.State().ID
	w, err := wikis().Get(ctx, tx, id)
	if err != nil {
		return fmt.Errorf("load the wiki of a project: %w", err)
	}
	return w.Do(wiki.SetOpen{By: callerOf(target), Project: id, Open: open})
}
