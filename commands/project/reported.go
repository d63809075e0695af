package project

import (
	"context"

	"github.com/modyard/modyard/commands"
	commandreport "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/domain/report"
)

// Reported are the things of projects that may be reported.
func Reported() []commandreport.Subject {
	return []commandreport.Subject{
		{Type: report.Project, Missing: "资源不存在。", Find: func(ctx context.Context, tx *commands.Tx, name string) (string, error) {
			t, err := Visible(ctx, tx, name)
			if err != nil {
				return "", err
			}
			return t.State().ID, nil
		}},
		{Type: report.Version, Missing: "版本不存在。", Find: func(ctx context.Context, tx *commands.Tx, id string) (string, error) {
			v, err := FindVersion(ctx, tx, id)
			if err == nil && !v.Visible() {
				err = unknownVersion()
			}
			return id, err
		}},
	}
}
