package demo

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/modyard/modyard/commands/organization"
	commands "github.com/modyard/modyard/commands/project"
	domain "github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
)

// Run loads the demonstration data into an empty log, or continues an interrupted run. After a complete run it does
// nothing. If the log has other data, it loads nothing and returns ErrNotEmpty. A project that cannot be loaded is
// reported in the error and does not prevent loading the others.
//
// The steps are those of the areas, in any order.
func Run(ctx context.Context, d Deps, steps []Step) (Result, error) {
	steps, err := InOrder(steps)
	if err != nil {
		return Result{}, err
	}
	catalogue, err := Load()
	if err != nil {
		return Result{}, err
	}
	return run(ctx, d, catalogue, steps)
}

func run(ctx context.Context, d Deps, c Catalogue, steps []Step) (Result, error) {
	var result Result
	d = d.asking()
	begun, err := begun(ctx, d, c)
	if err != nil {
		return result, err
	}
	missing := c.Projects
	if begun {
		if missing, err = absent(ctx, d, c.Projects); err != nil {
			return result, err
		}
		result.There = len(c.Projects) - len(missing)
	}
	p := &planner{deps: d, book: newBook(c), pictures: pictures{ctx: ctx, blobs: d.Blobs}}
	if err := p.resume(ctx, c.Projects, missing); err != nil {
		return result, err
	}
	if len(missing) == 0 {
		return result, finish(ctx, d, c, steps)
	}
	if result.Login, err = ensureTryOut(ctx, d, p.pictures.avatar); err != nil {
		return result, err
	}
	if err := settle(ctx, d, p, c); err != nil {
		return result, err
	}
	if result.Projects, err = load(ctx, p, missing); ctx.Err() != nil || held(err) {
		return result, err
	}
	return result, errors.Join(err, finish(ctx, d, c, steps))
}

// Step is the demonstration data of an area, which is loaded after the projects. It loads what is missing, so that an interrupted
// run can be repeated.
type Step struct {
	Area  string
	After string // the area whose data is loaded before; empty: none is
	Load  func(context.Context, Deps, Catalogue) error
}

// InOrder are the steps, each after the one that it names.
func InOrder(steps []Step) ([]Step, error) {
	var out []Step
	there := map[string]bool{"": true}
	for len(out) < len(steps) {
		before := len(out)
		for _, s := range steps {
			if there[s.After] && !there[s.Area] {
				out, there[s.Area] = append(out, s), true
			}
		}
		if len(out) == before {
			return nil, fmt.Errorf("after %d of %d areas, each step of the demonstration data waits for another one", before, len(steps))
		}
	}
	return out, nil
}

// finish loads the data of the areas.
func finish(ctx context.Context, d Deps, c Catalogue, steps []Step) error {
	return each(ctx, steps, func(s Step) error { return s.Load(ctx, d, c) })
}

// begun is true if the log contains the beginning of the set. It is false for an empty log or one with other data; the
// latter returns ErrNotEmpty.
func begun(ctx context.Context, d Deps, c Catalogue) (bool, error) {
	head, err := d.Log.Head(ctx)
	if err != nil {
		return false, fmt.Errorf("read the log: %w", err)
	}
	if head == 0 {
		return false, nil
	}
	there, err := exists(ctx, d.Log, "organization-"+teamID(c.Teams[0].Slug))
	if err == nil && !there {
		err = ErrNotEmpty
	}
	return there, err
}

func exists(ctx context.Context, log eventlog.Log, stream string) (bool, error) {
	for _, err := range log.Stream(ctx, stream, 0) {
		if err != nil {
			return false, fmt.Errorf("read %s: %w", stream, err)
		}
		return true, nil
	}
	return false, nil
}

// absent are the projects that an interrupted run has not loaded.
func absent(ctx context.Context, d Deps, all []Project) ([]Project, error) {
	var missing []Project
	for _, p := range all {
		there, err := exists(ctx, d.Log, "project-"+projectID(p.Slug))
		if err != nil {
			return nil, err
		}
		if !there {
			missing = append(missing, p)
		}
	}
	return missing, nil
}

// resume appends what an interrupted run has left out of the last project that it began: a project is several appends. Of a
// complete project it appends nothing.
func (p *planner) resume(ctx context.Context, all, missing []Project) error {
	if len(missing) == len(all) {
		return nil
	}
	absent := map[string]bool{}
	for _, c := range missing {
		absent[c.Slug] = true
	}
	var last Project
	for _, c := range all {
		if !absent[c.Slug] {
			last = c
		}
	}
	appends, err := p.plan(ctx, last)
	for _, writes := range appends {
		if err == nil {
			_, err = p.deps.Log.Append(ctx, writes...)
		}
	}
	if err != nil && !refused(err) {
		return fmt.Errorf("continue the demonstration project %s: %w", last.Slug, err)
	}
	return nil // it was loaded by another version of the set, or people have changed it since
}

// settle creates the people and their teams: all teams in one append, which is the first of the set.
func settle(ctx context.Context, d Deps, p *planner, c Catalogue) error {
	accounts, err := people(c.People, p.pictures.avatar)
	if err != nil {
		return err
	}
	if _, err := d.Accounts.Ensure(ctx, accounts...); err != nil {
		return err
	}
	var writes []eventlog.Write
	for i, t := range c.Teams {
		icon, err := p.pictures.avatar(t.Motif, t.Slug)
		if err != nil {
			return err
		}
		more, err := organization.PlanOrganization(ctx, d.Codec, organization.Planned{
			Command: "demo team " + t.Slug, At: Today().AddDate(-2, 0, i-40),
			Create:  domain.Create{Account: accountID(t.Owner), Organization: teamID(t.Slug), Slug: t.Slug, Name: t.Name, Description: t.Description, IconURL: icon, Repost: t.Repost},
			Members: membersOf(t), Projects: projectsOf(c, t),
		})
		if err != nil {
			return fmt.Errorf("plan team %s: %w", t.Slug, err)
		}
		writes = append(writes, more...)
	}
	if _, err := d.Log.Append(ctx, writes...); err != nil {
		return fmt.Errorf("append the teams: %w", err)
	}
	return nil
}

// membersOf are a team's members without its owner; the trial account is a member of the first team.
func membersOf(t Team) []domain.Invite {
	var members []domain.Invite
	for _, name := range t.Members {
		members = append(members, domain.Invite{
			Account: accountID(name), Role: "成员", Permissions: domain.AddProject,
			ProjectPermissions: project.UploadVersion | project.EditDetails | project.EditBody,
		})
	}
	if t.Slug == tryOutTeam {
		members = append(members, domain.Invite{
			Account: accountID(CreatorName), Role: "协作者", Permissions: domain.EditDetails | domain.ManageInvites | domain.AddProject | domain.RemoveProject,
			ProjectPermissions: project.UploadVersion | project.EditDetails | project.EditBody,
		})
	}
	return members
}

// tryOutTeam is the team of the trial account.
const tryOutTeam = "tongxiu-workshop"

func projectsOf(c Catalogue, t Team) []string {
	var ids []string
	for _, p := range c.Projects {
		if p.Team == t.Slug {
			ids = append(ids, projectID(p.Slug))
		}
	}
	return ids
}

// outcome is the result of planning one project.
type outcome struct {
	appends [][]eventlog.Write
	err     error
}

// refused is true if an error concerns only one project: a rule or another project's slug rejects it.
func refused(err error) bool {
	var step *commands.StepError
	var conflict *eventlog.Conflict
	return errors.As(err, &step) || errors.As(err, &conflict)
}

// load draws, packs and plans with one worker for each processor, and appends in the catalogue's order.
func load(ctx context.Context, p *planner, projects []Project) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	outcomes := make([]chan outcome, len(projects))
	for i := range outcomes {
		outcomes[i] = make(chan outcome, 1)
	}
	var next atomic.Int64
	var workers sync.WaitGroup
	defer workers.Wait()
	defer cancel()
	for range max(2, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(projects) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				appends, err := p.plan(ctx, projects[i])
				outcomes[i] <- outcome{appends, err}
			}
		})
	}
	loaded := 0
	var failed []error
	for i, c := range projects {
		select {
		case <-ctx.Done():
			return loaded, ctx.Err()
		case o := <-outcomes[i]:
			for _, writes := range o.appends {
				if _, o.err = p.deps.Log.Append(ctx, writes...); o.err != nil {
					break
				}
			}
			if o.err == nil {
				loaded++
				continue
			}
			if ctx.Err() != nil {
				return loaded, ctx.Err()
			}
			if !refused(o.err) {
				return loaded, fmt.Errorf("load the demonstration project %s: %w", c.Slug, o.err)
			}
			failed = append(failed, fmt.Errorf("load the demonstration project %s: %w", c.Slug, o.err))
		}
	}
	return loaded, errors.Join(failed...)
}
