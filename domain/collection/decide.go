package collection

import (
	"slices"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Command is a command on a collection.
type Command interface {
	decide(State) ([]any, role.Role, error)
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Command) ([]decision.Event, error) { return decision.Of(c.decide(s)) }

// Create begins a collection with Projects, which its owner may see. An empty status is listed.
type Create struct {
	By          actor.Actor
	Collection  string
	Name        string
	Description string
	Status      Status
	Projects    []string
}

func (c Create) decide(s State) ([]any, role.Role, error) {
	if s.ID != "" {
		return nil, "", fault.Conflict("该收藏夹已存在。")
	}
	if c.By.Account == "" {
		return nil, "", fault.Unauthorized("请先登录。")
	}
	name, err := nameOf(c.Name)
	if err != nil {
		return nil, "", err
	}
	description, err := descriptionOf(c.Description)
	if err != nil {
		return nil, "", err
	}
	if c.Status == "" {
		c.Status = Listed
	}
	if !c.Status.Chosen() {
		return nil, "", errStatus()
	}
	events := []any{Created{Collection: c.Collection, Owner: c.By.Account, Name: name, Description: description, Status: c.Status}}
	projects := distinct(c.Projects)
	if len(projects) > MaxProjects {
		return nil, "", errFull()
	}
	for _, p := range projects {
		events = append(events, ProjectAdded{Collection: c.Collection, Project: p})
	}
	return events, role.Owner, nil
}

// ChangeIcon sets the picture that was stored under URL, or removes it (empty URL).
type ChangeIcon struct {
	By     actor.Actor
	URL    string
	Color  *int
	Reason *reason.Reason
}

// Check returns an error if By may not change the picture. It runs before a picture is stored.
func (c ChangeIcon) Check(s State) error {
	_, _, err := s.may(c.By, c.Reason, s.allow)
	return err
}

func (c ChangeIcon) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.may(c.By, c.Reason, s.allow)
	if err != nil {
		return nil, "", err
	}
	if c.URL == s.IconURL {
		return nil, as, nil
	}
	return []any{IconChanged{Collection: s.ID, URL: c.URL, Color: c.Color, Reason: why}}, as, nil
}

// Delete deletes the collection permanently.
type Delete struct {
	By     actor.Actor
	Reason *reason.Reason
}

func (c Delete) decide(s State) ([]any, role.Role, error) {
	as, why, err := s.may(c.By, c.Reason, s.allow)
	if err != nil {
		return nil, "", err
	}
	return []any{Deleted{Collection: s.ID, Reason: why}}, as, nil
}

func errMissing() error { return fault.NotFound("收藏夹不存在。") }
func errFull() error {
	return fault.Invalid("projects", "一个收藏夹最多收藏 1024 个资源。")
}
func errStatus() error {
	return fault.Invalid("status", "可见性须为 listed、unlisted 或 private。")
}

// distinct removes repeated ids.
func distinct(list []string) []string {
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(slices.Clone(list), func(id string) bool {
		again := seen[id]
		seen[id] = true
		return again
	})
}

// DeleteErased deletes a collection of an erased account, with the name and the description that the account wrote. The
// program decides it; a repeated one changes nothing.
type DeleteErased struct{ Account string }

func (c DeleteErased) decide(s State) ([]any, role.Role, error) {
	if !s.Exists() || s.Owner != c.Account {
		return nil, role.System, nil
	}
	return []any{Deleted{Collection: s.ID}}, role.System, nil
}
