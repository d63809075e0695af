package organization

import (
	"context"

	"github.com/modyard/modyard/commands"
	commandsproject "github.com/modyard/modyard/commands/project"
	commandreport "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/domain/report"
)

// Reported are the organizations, all of which may be reported, by id or slug.
func Reported() commandreport.Subject {
	return commandreport.Subject{Type: report.Organization, Missing: "团队不存在。", Find: func(ctx context.Context, tx *commands.Tx, name string) (string, error) {
		o, err := Find(ctx, tx, name)
		if err != nil {
			return "", err
		}
		return o.State().ID, nil
	}, Own: func(ctx context.Context, tx *commands.Tx, id string) (bool, error) {
		o, err := commandsproject.Organizations().Get(ctx, tx, id)
		if err != nil {
			return false, err
		}
		_, member := o.State().Member(tx.By().Account)
		return member, nil
	}}
}
