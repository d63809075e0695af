package organization

import (
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// Create begins an organization. Its slug must be reserved with it.
type Create struct {
	Account      string
	Organization string
	Slug         string
	Name         string
	Description  string
	IconURL      string
	Repost       bool // only set by the site's own import
}

func (c Create) decide(s State) ([]any, role.Role, error) {
	if s.ID != "" {
		return nil, "", fault.Conflict("该团队已存在。")
	}
	if c.Account == "" {
		return nil, "", fault.Unauthorized("请先登录。")
	}
	name, err := nameOf(c.Name)
	if err != nil {
		return nil, "", err
	}
	slug, err := project.NormalSlug(c.Slug)
	if err != nil {
		return nil, "", err
	}
	description, err := descriptionOf(c.Description)
	if err != nil {
		return nil, "", err
	}
	return []any{Created{
		Organization: c.Organization, Slug: slug, Name: name, Description: description,
		IconURL: c.IconURL, Owner: c.Account, Repost: c.Repost,
	}}, role.Owner, nil
}

func nameOf(v string) (string, error) { return text.Line("name", "团队名称", v, 3, 64) }

func descriptionOf(v string) (string, error) {
	return text.Line("description", "团队简介", v, 3, 256)
}
