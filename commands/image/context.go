package image

import (
	"context"
	"net/url"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/ids"
)

// asked reads what a picture is for and refuses those who may not write there.
func (s *Service) asked(ctx context.Context, caller identity.Caller, q url.Values) (image.Added, error) {
	added := image.Added{Owner: caller.Account}
	kind, err := image.ParseContext(q.Get("context"))
	if err != nil {
		return added, err
	}
	added.Context = kind
	if err := caller.Require(scopeOf(kind)); err != nil {
		return added, err
	}
	switch kind {
	case image.Project:
		added.Subject, err = s.ofProject(ctx, caller, q.Get("project_id"), project.EditBody)
	case image.Version:
		added.Subject, err = s.ofVersion(ctx, caller, q)
	case image.ThreadMessage:
		added.Subject, err = optionalID(q, "thread_message_id")
	case image.Report:
		added.Subject, err = optionalID(q, "report_id")
	}
	return added, err
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

func (s *Service) ofProject(ctx context.Context, caller identity.Caller, id string, needed project.Permissions) (string, error) {
	if id == "" {
		return "", fault.Invalid("project_id", "请说明图片属于哪个资源。")
	}
	id, may, err := s.options.Projects.Rights(ctx, actor(caller), id)
	if err != nil {
		return "", err
	}
	if !may.Has(needed) {
		return "", fault.Forbidden("您不能为该资源上传图片。")
	}
	return id, nil
}

// ofVersion takes the version, or the project alone while its new version is being written.
func (s *Service) ofVersion(ctx context.Context, caller identity.Caller, q url.Values) (string, error) {
	version := q.Get("version_id")
	if version == "" {
		_, err := s.ofProject(ctx, caller, q.Get("project_id"), project.UploadVersion)
		return "", err
	}
	_, may, err := s.options.Projects.VersionRights(ctx, actor(caller), version)
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
