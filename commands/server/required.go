package server

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/server"
)

// RequiredBy is a version that a server gets, with the projects that the server has.
type RequiredBy struct {
	Server, Project, Version string
	Folder                   server.Folder
	Has                      []string
}

// Why a required project is not added, beside the reasons of the resolver of POST /v3/content/resolve.
const (
	// requiredRefused: a rule refuses it, such as one of two files with one name.
	requiredRefused = "refused"
	// requiredTooMany: more than maxRequired are required.
	requiredTooMany = "too_many"
)

// maxRequired is the largest number of required projects that one command adds.
const maxRequired = 50

// ContentAnswer is what a server gets beside the content that was asked for. Both lists may be empty.
type ContentAnswer struct {
	Added   []AddedContent   `json:"added" doc:"一并添加的前置资源"`
	Missing []MissingContent `json:"missing" doc:"没有添加的前置资源和原因"`
}

// AddedContent is a version that another one requires.
type AddedContent struct {
	Project string `json:"project_id"`
	Version string `json:"version_id"`
	Title   string `json:"title" doc:"资源的标题"`
	Number  string `json:"version_number"`
}

// MissingContent is what a version requires and the server does not get.
type MissingContent struct {
	Project string `json:"project_id" doc:"空表示站外的文件"`
	Title   string `json:"title" doc:"资源的标题，或站外文件的名称；空表示无法显示"`
	Reason  string `json:"reason" enum:"conflicting_dependency,no_compatible_version,missing_version,dependency_depth_exceeded,refused,too_many" doc:"冲突、没有适用的版本、找不到、依赖层次过多、规则不允许、数量过多"`
}

// addRequired adds the projects that a version requires and the server does not have, in the decision about that version. What a rule refuses
// keeps the rest from nothing.
func (s *Service) addRequired(ctx context.Context, tx *commands.Tx, e *entity, of server.Offered) (ContentAnswer, error) {
	answer, err := s.Required(ctx, RequiredBy{
		Server: e.State().ID, Project: of.Project, Version: of.Version, Folder: of.Folder, Has: slices.Sorted(maps.Keys(e.State().Content)),
	})
	if err != nil {
		return ContentAnswer{}, err
	}
	wanted := answer.Added
	answer.Added = []AddedContent{}
	if answer.Missing == nil {
		answer.Missing = []MissingContent{}
	}
	leave := func(w AddedContent, why string) {
		answer.Missing = append(answer.Missing, MissingContent{Project: w.Project, Title: w.Title, Reason: why})
	}
	for i, w := range wanted {
		if i >= maxRequired {
			leave(w, requiredTooMany)
			continue
		}
		var refused *fault.Error
		switch err := addOne(ctx, tx, e, w); {
		case err == nil:
			answer.Added = append(answer.Added, w)
		case errors.As(err, &refused):
			leave(w, requiredRefused)
		default:
			return ContentAnswer{}, err
		}
	}
	return answer, nil
}

func addOne(ctx context.Context, tx *commands.Tx, e *entity, w AddedContent) error {
	o, err := offer(ctx, tx, e.State(), rinthIDs{Project: w.Project, Version: w.Version}, "")
	if err != nil {
		return err
	}
	return e.Do(server.AddContent{By: tx.By(), Offered: o})
}
