package project

import (
	"cmp"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/team"
)

// The limits of a project's texts, in characters.
const (
	MaxBody        = 65536
	MaxAliases     = 64
	OwnerRole      = team.OwnerRole
	MaxMessage     = 65536
	maxTitle       = 64
	maxSummary     = 256
	maxAliasLength = 128
)

// Create begins a project as a draft. If there is an organization, it owns the project; the caller then checks that the
// actor may add projects to it, and determines the role.
type Create struct {
	By           actor.Actor
	Reason       *reason.Reason
	Project      string
	Thread       string // id of the project's new thread
	Slug         string
	Type         Type
	Title        string
	Summary      string
	Body         string
	Organization string
	Role         role.Role // in the organization; empty for a member's
	License      License
	Environments Environment
	Categories   []string
	Additional   []string
	Links        Links
	Aliases      []Alias
	Requested    Status
}

func (c Create) decide(s State) ([]any, role.Role, error) {
	if s.ID != "" {
		return nil, "", fault.Conflict("该项目已存在。")
	}
	if c.By.Account == "" {
		return nil, "", fault.Unauthorized("请先登录。")
	}
	e, as := Created{Project: c.Project, Thread: c.Thread, Type: c.Type, Organization: c.Organization}, cmp.Or(c.Role, role.OrganizationMember)
	if c.Organization == "" {
		e.Owner, as = c.By.Account, role.Owner
	}
	var err error
	if e.Reason, err = reason.By(c.By, as, c.Reason); err != nil {
		return nil, "", err
	}
	if Loaders(c.Type) == nil {
		return nil, "", fault.Invalid("project_type", "未知的项目类型。")
	}
	if e.Title, err = titleOf(c.Title); err != nil {
		return nil, "", err
	}
	if e.Slug, err = NormalSlug(c.Slug); err != nil {
		return nil, "", err
	}
	if e.Summary, err = line("description", "简介", c.Summary, 3, maxSummary); err != nil {
		return nil, "", err
	}
	if e.Body, err = prose("body", "描述", c.Body, MaxBody); err != nil {
		return nil, "", err
	}
	if e.License, err = license(c.License); err != nil {
		return nil, "", err
	}
	if e.Environments, err = environment(c.Type, c.Environments); err != nil {
		return nil, "", err
	}
	if e.Categories, e.Additional, err = categories(c.Type, c.Categories, c.Additional); err != nil {
		return nil, "", err
	}
	if e.Links, err = links(c.Links); err != nil {
		return nil, "", err
	}
	if e.Aliases, err = aliases(c.Aliases); err != nil {
		return nil, "", err
	}
	if e.Requested, err = requested(c.Requested); err != nil {
		return nil, "", err
	}
	return []any{e}, as, nil
}

// requested checks the status after approval. Draft means no particular one.
func requested(s Status) (Status, error) {
	switch {
	case s == "" || s == Draft:
		return "", nil
	case s.Requestable():
		return s, nil
	}
	return "", fault.Invalid("requested_status", "不能请求此状态。")
}
