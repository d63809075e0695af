package image

import (
	"context"
	"net/url"

	"github.com/modyard/modyard/commands"
	commandsproject "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/ids"
)

// scopes are the scopes that each context requires.
func scopes() map[image.Context]identity.Scopes {
	return map[image.Context]identity.Scopes{
		image.Project: identity.ScopeProjectWrite, image.Version: identity.ScopeVersionWrite,
		image.ThreadMessage: identity.ScopeThreadWrite, image.Report: identity.ScopeReportCreate,
	}
}

// subject finds the text to which a picture belongs, and the role in which the caller may write it: a picture is
// uploaded in one's own role unless writing the text takes a role of the staff.
func subject(ctx context.Context, tx *commands.Tx, kind image.Context, q url.Values) (id string, as role.Role, err error) {
	switch kind {
	case image.ThreadMessage:
		id, err = optionalID(q, "thread_message_id")
	case image.Report:
		id, err = optionalID(q, "report_id")
	case image.Version:
		return ofVersion(ctx, tx, q)
	case image.Project:
		return ofProject(ctx, tx, q.Get("project_id"), project.EditBody)
	}
	return id, role.Self, err
}

func ofProject(ctx context.Context, tx *commands.Tx, name string, right project.Permissions) (string, role.Role, error) {
	if name == "" {
		return "", "", fault.Invalid("project_id", "请说明图片属于哪个资源。")
	}
	t, err := commandsproject.Visible(ctx, tx, name)
	if err != nil {
		return "", "", err
	}
	as, err := writes(t, right)
	return t.State().ID, as, err
}

// ofVersion returns the version, or only the project while its new version is being written.
func ofVersion(ctx context.Context, tx *commands.Tx, q url.Values) (string, role.Role, error) {
	id := q.Get("version_id")
	if id == "" {
		_, as, err := ofProject(ctx, tx, q.Get("project_id"), project.UploadVersion)
		return "", as, err
	}
	v, err := commandsproject.FindVersion(ctx, tx, id)
	if err == nil && !v.Visible() {
		err = fault.NotFound("资源不存在")
	}
	if err != nil {
		return "", "", err
	}
	as, err := writes(v.Target, project.UploadVersion)
	return id, as, err
}

// writes is the role in which the caller may write a text that requires a right.
func writes(t *commandsproject.Target, right project.Permissions) (role.Role, error) {
	switch as := t.State().RoleOf(t.By, right); {
	case as == "":
		return "", fault.Forbidden("您不能为该资源上传图片。")
	case as.Staff():
		return as, nil
	}
	return role.Self, nil
}

func optionalID(q url.Values, name string) (string, error) {
	id := q.Get(name)
	if id != "" && !ids.Valid(id) {
		return "", fault.Invalid(name, name+" 不是有效的 ID。")
	}
	return id, nil
}
