package project

import (
	"context"
	"errors"
	"slices"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
)

// Stored is stored content that may belong to a project. Kind is file, gallery or icon.
type Stored struct {
	Project, Version string
	Kind             string
	SHA512           string // of a file
	URL              string // of a picture, by which the project knows it
}

// Uses is true if the project, or one of its versions, refers to the content, and the staff does not hide the project.
func Uses(ctx context.Context, tx *commands.Tx, of Stored) (bool, error) {
	t, v, err := of.find(ctx, tx)
	if err != nil || !t.State().Exists() || t.State().Status == project.Refused {
		return false, err
	}
	return of.shown(t, v), nil
}

// Withdraw removes the content from what refers to it, by law: also the last file of a version. It does nothing if the
// reference has ended.
func Withdraw(ctx context.Context, tx *commands.Tx, of Stored, why *reason.Reason) error {
	t, v, err := of.find(ctx, tx)
	if err != nil || !t.State().Exists() || !of.shown(t, v) {
		return err
	}
	switch of.Kind {
	case "file":
		return v.Do(ctx, project.RemoveFile{By: v.By, Reason: why, SHA512: of.SHA512, Legal: true})
	case "gallery":
		return t.Do(project.RemovePicture{By: t.By, Reason: why, URL: of.URL})
	}
	return t.Do(project.ChangeIcon{By: t.By, Reason: why})
}

func (of Stored) find(ctx context.Context, tx *commands.Tx) (*Target, *VersionTarget, error) {
	t, err := find(ctx, tx, of.Project)
	if err != nil || of.Version == "" {
		return t, nil, err
	}
	v, err := FindVersion(ctx, tx, of.Version)
	var f *fault.Error
	if errors.As(err, &f) && f.Kind == fault.KindNotFound {
		return t, nil, nil
	}
	return t, v, err
}

func (of Stored) shown(t *Target, v *VersionTarget) bool {
	switch {
	case of.Kind == "icon":
		return t.State().IconURL == of.URL
	case of.Kind == "gallery":
		return slices.ContainsFunc(t.State().Gallery, func(p project.Picture) bool { return p.URL == of.URL })
	case v == nil || v.Version().Deleted:
		return false
	}
	return slices.ContainsFunc(v.Version().Files, func(f project.File) bool { return f.URL == of.URL })
}
