package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	commandserver "github.com/modyard/modyard/commands/server"
	"github.com/modyard/modyard/domain/server"
	readproject "github.com/modyard/modyard/readapi/project"
)

const (
	selectSoftware = `select loader, game_version from server.servers where id = $1`

	selectTitles = `select id, title from catalog.projects where id = any($1) and visible`
)

// requirements resolve what content requires on a server.
type requirements struct {
	site *Site
	// plan resolves it for some software, and present are the projects that lie on a server's disk.
	plan    func(context.Context, readproject.InstallQuestion) (readproject.InstallPlan, error)
	present func(ctx context.Context, server string) ([]string, error)
}

// of implements Options.Required of commandserver.
func (r *requirements) of(ctx context.Context, by commandserver.RequiredBy) (out commandserver.ContentAnswer, err error) {
	var loader, game string
	if err := r.site.DB.Pool.QueryRow(ctx, selectSoftware, by.Server).Scan(&loader, &game); err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return out, fmt.Errorf("read the software of a server: %w", err)
	}
	present, err := r.present(ctx, by.Server)
	if err != nil {
		return out, err
	}
	plan, err := r.plan(ctx, readproject.InstallQuestion{
		ProjectID: by.Project, VersionID: &by.Version, Target: targetOf(loader, game, by.Folder), ExistingProjectIDs: append(by.Has, present...),
	})
	if err != nil {
		return out, err
	}
	for _, item := range plan.Dependencies {
		out.Added = append(out.Added, commandserver.AddedContent{
			Project: item.ProjectID, Version: item.VersionID, Title: item.Metadata.Title, Number: item.Metadata.VersionNumber,
		})
	}
	for _, item := range plan.Skipped {
		switch item.Reason {
		case "already_installed", "duplicate_project", "excluded_by_user":
			continue
		}
		left := commandserver.MissingContent{Project: item.ProjectID, Reason: item.Reason}
		if item.FileName != nil {
			left.Title = *item.FileName
		}
		out.Missing = append(out.Missing, left)
	}
	return out, r.name(ctx, out.Missing)
}

// targetOf is what content must be for. Data packs are read by the game itself, and what a server does not say fits everything.
func targetOf(loader, game string, folder server.Folder) (target readproject.Place) {
	if game != "" {
		target.GameVersions = []string{game}
	}
	switch {
	case folder == server.Datapacks:
		target.Loaders = []string{"datapack"}
	case loader != "":
		target.Loaders = []string{strings.ToLower(loader)}
	}
	return target
}

// name gives the projects that everybody sees their titles.
func (r *requirements) name(ctx context.Context, list []commandserver.MissingContent) error {
	var projects []string
	for _, m := range list {
		if m.Project != "" {
			projects = append(projects, m.Project)
		}
	}
	if len(projects) == 0 {
		return nil
	}
	rows, err := r.site.DB.Pool.Query(ctx, selectTitles, projects)
	if err != nil {
		return fmt.Errorf("read titles of projects: %w", err)
	}
	titles := map[string]string{}
	var id, title string
	if _, err := pgx.ForEachRow(rows, []any{&id, &title}, func() error { titles[id] = title; return nil }); err != nil {
		return fmt.Errorf("read titles of projects: %w", err)
	}
	for i, m := range list {
		if m.Project != "" {
			list[i].Title = titles[m.Project]
		}
	}
	return nil
}
