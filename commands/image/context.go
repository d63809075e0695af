package image

import (
	"context"
	"net/http"
	"net/url"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/ids"
)

// asked reads what a picture is for and refuses those who may not write there.
func (s *Service) asked(ctx context.Context, caller identity.Caller, r *http.Request) (image.Add, error) {
	q := r.URL.Query()
	add := image.Add{Picture: image.Added{Owner: caller.Account}, As: role.Self, Reason: commands.ReasonOf(r)}
	kind, err := image.ParseContext(q.Get("context"))
	if err != nil {
		return add, err
	}
	add.Picture.Context = kind
	if err := caller.Require(scopeOf(kind)); err != nil {
		return add, err
	}
	switch kind {
	case image.Project, image.Version:
		add.As, add.Picture.Subject, err = s.least(caller, func(by project.Actor) (string, error) {
			if kind == image.Project {
				return s.ofProject(ctx, by, q.Get("project_id"), project.EditBody)
			}
			return s.ofVersion(ctx, by, q)
		})
	case image.ThreadMessage:
		add.Picture.Subject, err = optionalID(q, "thread_message_id")
	case image.Report:
		add.Picture.Subject, err = optionalID(q, "report_id")
	}
	return add, err
}

// least finds the least role in which the caller may write a text, and gives the text's id: his picture is his own
// unless it takes a rank of the staff.
func (s *Service) least(caller identity.Caller, of func(by project.Actor) (string, error)) (role.Role, string, error) {
	staff := actor(caller).Staff
	id, err := of(project.Actor{Account: caller.Account})
	if err == nil || staff == project.NotStaff {
		return role.Self, id, err
	}
	if id, err = of(project.Actor{Account: caller.Account, Staff: project.Moderator}); err == nil || staff == project.Moderator {
		return role.Moderator, id, err
	}
	id, err = of(project.Actor{Account: caller.Account, Staff: staff})
	return role.Admin, id, err
}

func scopeOf(kind image.Context) identity.Scopes {
	switch kind {
	case image.Project:
		return identity.ScopeProjectWrite
	case image.Version:
		return identity.ScopeVersionWrite
	case image.ThreadMessage:
		return identity.ScopeThreadWrite
	default:
		return identity.ScopeReportCreate
	}
}

func (s *Service) ofProject(ctx context.Context, by project.Actor, id string, needed project.Permissions) (string, error) {
	if id == "" {
		return "", fault.Invalid("project_id", "请说明图片属于哪个资源。")
	}
	id, may, err := s.options.Projects.Rights(ctx, by, id)
	if err != nil {
		return "", err
	}
	if !may.Has(needed) {
		return "", fault.Forbidden("您不能为该资源上传图片。")
	}
	return id, nil
}

// ofVersion takes the version, or the project alone while its new version is being written.
func (s *Service) ofVersion(ctx context.Context, by project.Actor, q url.Values) (string, error) {
	version := q.Get("version_id")
	if version == "" {
		_, err := s.ofProject(ctx, by, q.Get("project_id"), project.UploadVersion)
		return "", err
	}
	_, may, err := s.options.Projects.VersionRights(ctx, by, version)
	if err != nil {
		return "", err
	}
	if !may.Has(project.UploadVersion) {
		return "", fault.Forbidden("您不能为该资源上传图片。")
	}
	return version, nil
}

func optionalID(q url.Values, name string) (string, error) {
	id := q.Get(name)
	if id != "" && !ids.Valid(id) {
		return "", fault.Invalid(name, name+" 不是有效的 ID。")
	}
	return id, nil
}

func actor(caller identity.Caller) project.Actor {
	by := project.Actor{Account: caller.Account}
	switch caller.Role {
	case identity.RoleModerator:
		by.Staff = project.Moderator
	case identity.RoleAdmin:
		by.Staff = project.Admin
	}
	return by
}
