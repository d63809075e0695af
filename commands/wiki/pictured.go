package wiki

import (
	"context"
	"net/url"

	"github.com/modyard/modyard/commands"
	commandimage "github.com/modyard/modyard/commands/image"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/identity"
)

// Context is that of pictures in texts of wikis.
const Context image.Context = "wiki"

// Pictured are the texts of wikis: whoever has an open draft of a project may add pictures to it.
func Pictured() commandimage.Subject {
	return commandimage.Subject{
		Context: Context, Scope: identity.ScopeWikiWrite, Key: "project_id", Label: "资源 ID", Find: pictured,
		Answer: func(d *contract.Image) **string { return &d.ProjectID },
	}
}

func pictured(ctx context.Context, tx *commands.Tx, q url.Values) (string, role.Role, error) {
	name := q.Get("project_id")
	if name == "" {
		return "", "", fault.Invalid("project_id", "请说明图片属于哪个项目。")
	}
	target, err := project.Visible(ctx, tx, name)
	if err != nil {
		return "", "", err
	}
	id := target.State().ID
	place, err := places().Open(ctx, tx, id+"-"+tx.By().Account)
	if err != nil {
		return "", "", err
	}
	if place.State().Draft == "" {
		return "", "", fault.Forbidden("请先开始编辑此百科，再上传图片。")
	}
	e, err := drafts().Open(ctx, tx, place.State().Draft)
	if err != nil {
		return "", "", err
	}
	if e.State().Status != wiki.Editable {
		return "", "", fault.Forbidden("草稿正在审核或已被拒绝，请先撤回或重新编辑它，再上传图片。")
	}
	return id, role.Self, nil
}
