package project

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/ids"
)

// Planned is the whole history of a project that comes from elsewhere: what was asked of it, step by step.
type Planned struct {
	Project string // the project's id
	// Command names the plan for ever: the ids of all events are derived from it. The same plan under the
	// same name gives the same writes, so that appending it twice is appending it once.
	Command string
	// Role is that of all its events; empty for the role in which each step is decided.
	Role  role.Role
	Steps []Step
}

// Step is one command of a plan. Exactly one of Do and DoVersion is set.
type Step struct {
	At        time.Time // when it is said to have happened
	Do        project.Command
	Version   string // id of the version that DoVersion is about
	DoVersion project.VersionCommand
}

// StepError says which step of a plan was refused, and why.
type StepError struct {
	Step int
	Err  error
}

// Error names the step by its place, from zero.
func (e *StepError) Error() string { return fmt.Sprintf("step %d: %v", e.Step, e.Err) }

// Unwrap gives the reason.
func (e *StepError) Unwrap() error { return e.Err }

// PlanProject decides every step by the same rules as a person's commands, on a project that does not exist
// yet, and gives the writes that make it exist: its stream, its slugs', its versions' and its files', to be
// appended together. Each expects an empty stream: an append answers with a conflict where the slug, a file or
// the id is taken, and with success where the same plan was appended before.
func PlanProject(codec commands.Codec, p Planned) ([]eventlog.Write, error) {
	plan := &plan{codec: codec, command: p.Command, role: p.Role, byStream: map[string]int{}, versions: map[string]project.Version{}, slugs: map[string]project.Slug{}}
	for i, step := range p.Steps {
		if err := plan.step(p.Project, step); err != nil {
			return nil, &StepError{Step: i, Err: err}
		}
	}
	return plan.writes, nil
}

type plan struct {
	codec    commands.Codec
	command  string
	role     role.Role
	writes   []eventlog.Write
	byStream map[string]int
	count    int

	state    project.State
	list     project.Versions
	versions map[string]project.Version
	slugs    map[string]project.Slug
}

// decided is who decided a step, in which role and when.
type decided struct {
	at    time.Time
	actor string
	role  role.Role
}

func (p *plan) step(id string, s Step) error {
	if s.DoVersion != nil {
		return p.versionStep(s)
	}
	switch c := s.Do.(type) {
	case project.Create:
		if c.Project != id {
			return fmt.Errorf("plan of project %s creates %s", id, c.Project)
		}
		if c.Thread == "" {
			c.Thread = ids.FromBytes([]byte("plan thread:" + p.command))
		}
		s.Do = c
	case project.Submit:
		c.Submission = ids.FromBytes(fmt.Appendf(nil, "plan submission:%s %d", p.command, p.state.Round))
		c.Versions = p.list.Len()
		s.Do = c
	}
	before, began := p.state.Slug, p.state.ID == ""
	events, err := project.Decide(p.state, s.Do)
	if err != nil {
		return err
	}
	by := decided{at: s.At, actor: actorOf(s.Do), role: cmp.Or(p.role, project.RoleIn(p.state, s.Do))}
	for _, e := range events {
		p.state = project.Evolve(p.state, e)
	}
	if err := p.append("project-"+p.state.ID, by, events); err != nil {
		return err
	}
	if began {
		if err := p.append(threadStream(p.state.Thread), by, []any{threadOf(p.state)}); err != nil {
			return err
		}
	}
	return p.moveSlug(by, before)
}

// moveSlug follows the project's slug with its reservations.
func (p *plan) moveSlug(by decided, before string) error {
	now := p.state.Slug
	if p.state.Gone {
		now = ""
	}
	if now == before {
		return nil
	}
	if now != "" {
		events, err := project.ReserveSlug(p.slugs[now], now, p.state.ID)
		if err != nil {
			return err
		}
		if err := p.keepSlug(by, now, events); err != nil {
			return err
		}
	}
	if before == "" {
		return nil
	}
	return p.keepSlug(by, before, project.ReleaseSlug(p.slugs[before], before, p.state.ID, p.state.Gone))
}

func (p *plan) keepSlug(by decided, slug string, events []any) error {
	for _, e := range events {
		p.slugs[slug] = project.EvolveSlug(p.slugs[slug], e)
	}
	return p.append("slug-"+slug, by, events)
}

func (p *plan) versionStep(s Step) error {
	if c, adds := s.DoVersion.(project.CreateVersion); adds {
		c.Versions = p.list.Len()
		s.DoVersion = c
	}
	events, err := project.DecideVersion(p.state, p.versions[s.Version], s.DoVersion)
	if err != nil {
		return err
	}
	by := decided{at: s.At, actor: versionActorOf(s.DoVersion), role: cmp.Or(p.role, project.VersionRoleIn(p.state, s.DoVersion))}
	v := p.versions[s.Version]
	for _, e := range events.Version {
		v = project.EvolveVersion(v, e)
		if err := p.claims(s.Version, by, e); err != nil {
			return err
		}
	}
	p.versions[s.Version] = v
	for _, e := range events.List {
		p.list = project.EvolveVersions(p.list, e)
	}
	if err := p.append(listStream(p.state.ID), by, events.List); err != nil {
		return err
	}
	return p.append("version-"+s.Version, by, events.Version)
}

// claims reserves the files that an event brings. A plan never frees one: what comes from elsewhere is complete.
func (p *plan) claims(version string, by decided, event any) error {
	var files []project.File
	switch e := event.(type) {
	case project.VersionCreated:
		files = e.Files
	case project.FilesAdded:
		files = e.Files
	case project.FileRemoved, project.VersionDeleted:
		return errors.New("a plan cannot take files away")
	}
	for _, f := range files {
		if f.SHA512 == "" {
			continue // kept elsewhere
		}
		stream := "file-" + f.SHA512
		if _, claimed := p.byStream[stream]; claimed {
			return project.DuplicateFile()
		}
		if err := p.append(stream, by, []any{project.FileClaimed{SHA512: f.SHA512, Version: version}}); err != nil {
			return err
		}
	}
	return nil
}

func (p *plan) append(stream string, by decided, events []any) error {
	if len(events) == 0 {
		return nil
	}
	i, known := p.byStream[stream]
	if !known {
		i = len(p.writes)
		p.byStream[stream] = i
		p.writes = append(p.writes, eventlog.Write{Stream: stream, Expected: eventlog.NoStream})
	}
	for _, payload := range events {
		typ, data, err := p.codec.Encode(payload)
		if err != nil {
			return fmt.Errorf("plan %s: %w", stream, err)
		}
		p.writes[i].Events = append(p.writes[i].Events, eventlog.Event{
			ID: eventlog.DeriveEventID(p.command, p.count), Type: typ, Data: data,
			Meta: commands.PlanMetadata(by.actor, by.role, p.command, by.at),
		})
		p.count++
	}
	return nil
}
