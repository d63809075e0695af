package collection

import (
	"context"

	"github.com/modyard/modyard/commands"
	commandreport "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/domain/report"
)

// Reported are the collections that may be reported: those that the caller sees.
func Reported() commandreport.Subject {
	return commandreport.Subject{Type: report.Collection, Missing: "收藏夹不存在。", Find: func(ctx context.Context, tx *commands.Tx, id string) (string, error) {
		c, err := get(ctx, tx, id)
		if err == nil && !c.State().VisibleTo(tx.By()) {
			err = errMissing()
		}
		return id, err
	}, Own: func(ctx context.Context, tx *commands.Tx, id string) (bool, error) {
		c, err := Collections().Open(ctx, tx, id)
		return err == nil && c.State().Owner == tx.By().Account, err
	}}
}
