package project

import (
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// ListByImport makes a draft public that was imported from another site's catalogue. People cannot send it.
type ListByImport struct {
	Source string // name of the catalogue
	Status Status // empty for listed

	Author  string // who made the project; empty if the catalogue does not say
	Undated bool   // the catalogue does not say when it was published
}

func (c ListByImport) decide(s State) ([]any, role.Role, error) {
	if !s.Exists() {
		return nil, "", notFound()
	}
	source, err := line("source", "来源", c.Source, 1, 128)
	if err != nil {
		return nil, "", err
	}
	author, err := line("author", "原作者", c.Author, 0, 128)
	if err != nil {
		return nil, "", err
	}
	to := c.Status
	if to == "" {
		to = Listed
	}
	switch {
	case !to.Approved():
		return nil, "", fault.Invalid("status", "不能以此状态收录。")
	case s.Status == to:
		return nil, "", nil
	case s.Status != Draft || s.EverApproved:
		return nil, "", fault.Conflict("该项目不是新收录的草稿。")
	}
	return []any{ListedByImport{Source: source, Status: to, Author: author, Undated: c.Undated}}, role.Import, nil
}
