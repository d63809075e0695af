package wiki

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const (
	settings = `select editing, locked from wiki.settings where project = $1`

	editors = `
select e.account, a.username, a.avatar_url, e.named
from wiki.editors e join identity.profiles a on a.id = e.account where e.project = $1 order by e.named, e.account`

	bans = `
select b.account, a.username, a.avatar_url, b.until, b.cause, b.by, r.username, r.avatar_url, b.msg
from wiki.bans b left join identity.profiles a on a.id = b.account left join identity.profiles r on b.by <> '' and r.id = b.by
where b.project = $1 and b.until > $2 order by b.until desc, b.account limit 100`
)

func (s *Routes) settings(ctx context.Context, in *view.ByID) (out contract.WikiSettings, err error) {
	v := view.Caller(ctx)
	at, err := s.find(ctx, v, in.ID)
	if err != nil {
		return out, err
	}
	if !at.Holds && !v.Staff {
		return out, httpkit.Forbidden("只有拥有百科编辑权限的成员可以查看百科的设置")
	}
	out.Editing = "members"
	if err := s.source.Pool.QueryRow(ctx, settings, at.ID).Scan(&out.Editing, &out.Locked); err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return out, fmt.Errorf("read the settings of a wiki: %w", err)
	}
	if out.Editors, err = view.Rows(ctx, s.source, "editors of a wiki", scanEditor, editors, at.ID); err != nil {
		return out, err
	}
	out.Bans, err = view.Rows(ctx, s.source, "bans of a wiki", scanBan, bans, at.ID, time.Now())
	return out, err
}

func scanEditor(row pgx.CollectableRow) (contract.WikiEditor, error) {
	var e contract.WikiEditor
	var account string
	var name, avatar *string
	err := row.Scan(&account, &name, &avatar, &e.Named)
	e.User = view.Author(&account, name, avatar)
	return e, err
}

func scanBan(row pgx.CollectableRow) (contract.WikiBan, error) {
	var b contract.WikiBan
	var account, by string
	var name, avatar, byName, byAvatar *string
	err := row.Scan(&account, &name, &avatar, &b.Until, &b.Cause, &by, &byName, &byAvatar, &b.Msg)
	b.User, b.By = view.Author(&account, name, avatar), view.Author(&by, byName, byAvatar)
	return b, err
}
