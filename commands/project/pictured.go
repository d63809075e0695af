package project

import (
	"context"
	"net/url"

	"github.com/modyard/modyard/commands"
	commandimage "github.com/modyard/modyard/commands/image"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/identity"
)

// Pictured are the texts of projects that may contain pictures.
func Pictured() []commandimage.Subject {
	return []commandimage.Subject{
		{
			Context: image.Project, Scope: identity.ScopeProjectWrite, Key: "project_id", Label: "资源 ID",
			Find: func(ctx context.Context, tx *commands.Tx, q url.Values) (string, role.Role, error) {
				return pictured(ctx, tx, q, project.EditBody)
			},
			Answer: func(d *contract.Image) **string { return &d.ProjectID },
		},
		{
			Context: image.Version, Scope: identity.ScopeVersionWrite, Key: "version_id", Label: "版本 ID", Find: picturedVersion,
			Answer: func(d *contract.Image) **string { return &d.VersionID },
		},
	}
}

// pictured returns the project that the query names; writing its text requires a right.
func pictured(ctx context.Context, tx *commands.Tx, q url.Values, right project.Permissions) (string, role.Role, error) {
	name := q.Get("project_id")
	if name == "" {
		return "", "", fault.Invalid("project_id", "请说明图片属于哪个项目。")
	}
	t, err := Visible(ctx, tx, name)
	if err != nil {
		return "", "", err
	}
	as, err := writes(t, right)
	return t.State().ID, as, err
}

// picturedVersion returns the version, or only the project while its new version is being written.
func picturedVersion(ctx context.Context, tx *commands.Tx, q url.Values) (string, role.Role, error) {
	id := q.Get("version_id")
	if id == "" {
		_, as, err := pictured(ctx, tx, q, project.UploadVersion)
		return "", as, err
	}
	v, err := FindVersion(ctx, tx, id)
	if err == nil && !v.Visible() {
		err = missing()
	}
	if err != nil {
		return "", "", err
	}
	as, err := writes(v.Target, project.UploadVersion)
	return id, as, err
}

// writes is the role in which the caller may write a text that requires a right.
func writes(t *Target, right project.Permissions) (role.Role, error) {
	switch as := t.State().RoleOf(t.By, right); {
	case as == "":
		return "", fault.Forbidden("你不能为该项目上传图片。")
	case as.Staff():
		return as, nil
	}
	return role.Self, nil
}
