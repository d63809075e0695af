package forum

import (
	"context"

	"github.com/modyard/modyard/commands"
	commandrisk "github.com/modyard/modyard/commands/risk"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/risk"
)

// Checker is a Rates that also refuses texts because of what they say.
type Checker interface {
	// Check is a fault if a text may not be written, or if its account may write nothing for a while.
	Check(ctx context.Context, w Writing) error
}

// Checked makes the texts pass a classifier too.
func (r *Counted) Checked(c commandrisk.Classifier) *Counted {
	return &Counted{pool: r.pool, newcomers: r.newcomers, guard: commandrisk.NewGuard(r.pool, c)}
}

// checks is Check for a text of anybody but the staff.
func (c *Count) checks(ctx context.Context, tx *commands.Tx, w Writing) error {
	checker, is := c.rates.(Checker)
	if !is || tx.Repeated() || tx.By().Staff() || w.Title == "" && w.Text == "" {
		return nil
	}
	w.Account, w.Command, w.At = tx.By().Account, c.command, tx.Now()
	return checker.Check(ctx, w)
}

// Check implements Checker. A text that did not pass counts once for each command.
func (r *Counted) Check(ctx context.Context, w Writing) error {
	if r.guard == nil {
		return nil
	}
	said := risk.Writing{Account: w.Account, Command: w.Command, At: w.At}
	if w.Title != "" && !w.Given {
		said.Texts = append(said.Texts, risk.Text{Field: forum.FieldTitle, Text: w.Title})
	}
	if w.Text != "" {
		said.Texts = append(said.Texts, risk.Text{Field: post.FieldBody, Text: w.Text})
	}
	return r.guard.Check(ctx, said)
}
