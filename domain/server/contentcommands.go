package server

import (
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// AddContent decides that a server has a version.
type AddContent struct {
	By actor.Actor
	Offered
}

func (c AddContent) decide(s State) ([]any, role.Role, error) {
	as, err := s.changesContent(c.By)
	if err != nil {
		return nil, "", err
	}
	if err := s.check(c.Offered, "rinth_ids.version_id"); err != nil {
		return nil, "", err
	}
	present, has := s.Content[c.Project]
	if has && present.Version != c.Version {
		return nil, "", fault.Conflict("服务器上已有此资源的另一个版本，请在内容列表中更换版本。")
	}
	return []any{ContentAdded{
		Server: s.ID, Project: c.Project, Version: c.Version, Folder: c.Folder, File: c.File, SHA512: c.SHA512, Size: c.Size, URL: c.URL, Pinned: present.Pinned,
	}}, as, nil
}

// RemoveContent takes content from a server, by the path or name of its file.
type RemoveContent struct {
	By   actor.Actor
	Path string
}

func (c RemoveContent) decide(s State) ([]any, role.Role, error) {
	as, err := s.changesContent(c.By)
	if err != nil {
		return nil, "", err
	}
	project := s.Named(c.Path)
	if project == "" {
		return nil, "", fault.Invalid("path", "这个文件不是从本站安装的，请在「文件」中删除。")
	}
	is := s.Content[project]
	return []any{ContentRemoved{Server: s.ID, Project: project, Version: is.Version, Folder: is.Folder, File: is.File, SHA512: is.SHA512}}, as, nil
}

// SetContentVersion replaces the version of a project that a server has, also one that is pinned.
type SetContentVersion struct {
	By actor.Actor
	Offered
}

func (c SetContentVersion) decide(s State) ([]any, role.Role, error) {
	as, err := s.changesContent(c.By)
	if err != nil {
		return nil, "", err
	}
	is, has := s.Content[c.Project]
	if !has {
		return nil, "", fault.Invalid("version_id", "此版本的资源不在服务器上。")
	}
	if c.Folder != "" {
		c.Folder = is.Folder
	}
	if err := s.check(c.Offered, "version_id"); err != nil {
		return nil, "", err
	}
	return []any{ContentVersionSet{
		Server: s.ID, Project: c.Project, From: is.Version, Version: c.Version, Folder: c.Folder, File: c.File, SHA512: c.SHA512, Size: c.Size, URL: c.URL,
		Replaced: is.File, ReplacedSHA512: is.SHA512,
	}}, as, nil
}

// PinContent pins a project to its version, or ends that.
type PinContent struct {
	By      actor.Actor
	Project string
	Pinned  bool
}

func (c PinContent) decide(s State) ([]any, role.Role, error) {
	as, err := s.changesContent(c.By)
	if err != nil {
		return nil, "", err
	}
	is, has := s.Content[c.Project]
	switch {
	case !has:
		return nil, "", fault.Invalid("project", "此资源不在服务器上。")
	case is.Pinned == c.Pinned:
		return nil, as, nil
	case c.Pinned:
		return []any{ContentPinned{Server: s.ID, Project: c.Project, Version: is.Version}}, as, nil
	}
	return []any{ContentUnpinned{Server: s.ID, Project: c.Project, Version: is.Version}}, as, nil
}
