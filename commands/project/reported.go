package project

import (
	"context"
	"errors"

	"github.com/modyard/modyard/commands"
	commandreport "github.com/modyard/modyard/commands/report"
	"github.com/modyard/modyard/domain/fault"
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
		}, Own: own},
		{Type: report.Version, Missing: "版本不存在。", Find: func(ctx context.Context, tx *commands.Tx, id string) (string, error) {
			v, err := FindVersion(ctx, tx, id)
			if err == nil && !v.Visible() {
				err = unknownVersion()
			}
			return id, err
		}, Own: func(ctx context.Context, tx *commands.Tx, id string) (bool, error) {
			v, err := FindVersion(ctx, tx, id)
			var gone *fault.Error
			if errors.As(err, &gone) && gone.Kind == fault.KindNotFound {
				return false, nil
			}
			if err != nil {
				return false, err
			}
			return v.State().Own(v.By), nil
		}},
	}
}

// own says whether the caller belongs to the team of a project, also as an invited account.
func own(ctx context.Context, tx *commands.Tx, id string) (bool, error) {
	t, err := find(ctx, tx, id)
	if err != nil {
		return false, err
	}
	return t.State().Own(t.By), nil
}
