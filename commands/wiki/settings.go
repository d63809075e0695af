package wiki

import (
	"context"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/account"
	domainaccount "github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/platform/ids"
)

type wikiSettingsInput struct {
	Editing *string        `json:"editing,omitempty" enum:"members,named,open,closed" doc:"谁可以编辑"`
	Locked  *bool          `json:"locked,omitempty" doc:"锁定或解锁；仅限管理人员"`
	Reason  *reason.Reason `json:"reason,omitempty" doc:"锁定或解锁的原因"`
}

type settingsIn struct {
	commands.Named
	Body wikiSettingsInput
}

// settings is PATCH wiki/settings.
func (s *Service) settings(ctx context.Context, tx *commands.Tx, in *settingsIn) error {
	d, err := s.desk(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	if in.Body.Editing != nil {
		c := wiki.SetEditing{By: d.by, Project: d.project, Editing: wiki.Editing(*in.Body.Editing)}
		if err := d.wiki.Do(c); err != nil {
			return err
		}
	}
	if in.Body.Locked != nil {
		return d.wiki.Do(wiki.SetLock{By: d.by, Project: d.project, Locked: *in.Body.Locked, Reason: in.Body.Reason})
	}
	return nil
}

// OfAccount names an account in the path, as a part of a command's input.
type OfAccount struct {
	commands.Named
	Account string `path:"account" doc:"用户 ID"`
}

// exists returns an error for an account that is closed or unknown.
func (s *Service) exists(ctx context.Context, id, field string) error {
	if ids.Valid(id) {
		if there, err := s.AccountExists(ctx, id); err != nil || there {
			return err
		}
	}
	return &fault.Error{Kind: fault.KindNotFound, Code: "not_found", Field: field, Text: "用户不存在。"}
}

// nameEditor is PUT wiki/editors/{account}.
func (s *Service) nameEditor(ctx context.Context, tx *commands.Tx, in *OfAccount) error {
	d, err := s.desk(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	c := wiki.NameEditor{By: d.by, Project: d.project, Account: in.Account}
	if err := d.wiki.Try(c); err != nil {
		return err
	}
	if err := s.exists(ctx, in.Account, "account"); err != nil {
		return err
	}
	return d.wiki.Do(c)
}

// unnameEditor is DELETE wiki/editors/{account}.
func (s *Service) unnameEditor(ctx context.Context, tx *commands.Tx, in *OfAccount) error {
	d, err := s.desk(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	return d.wiki.Do(wiki.UnnameEditor{By: d.by, Project: d.project, Account: in.Account})
}

type wikiBanInput struct {
	Account string         `json:"account" doc:"用户 ID"`
	Until   time.Time      `json:"until" doc:"结束时间，最长 365 天"`
	Msg     string         `json:"msg" doc:"原因，1 到 500 个字符；该用户可以看到"`
	Reason  *reason.Reason `json:"reason,omitempty" doc:"管理人员必填"`
}

type banIn struct {
	commands.Named
	Body wikiBanInput
}

// ban is POST wiki/bans.
func (s *Service) ban(ctx context.Context, tx *commands.Tx, in *banIn) error {
	d, err := s.desk(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	b := in.Body
	if !ids.Valid(b.Account) {
		return fault.Invalid("account", "用户不存在。")
	}
	place, err := d.place(ctx, b.Account)
	if err != nil {
		return err
	}
	editors, err := d.editors(ctx)
	if err != nil {
		return err
	}
	target, err := account.Roles().Get(ctx, tx, b.Account)
	if err != nil {
		return err
	}
	c := wiki.SetBan{
		By: d.by, Project: d.project, Account: b.Account, TargetEditor: editors[b.Account], TargetStaff: target.State().Role != domainaccount.None,
		Until: b.Until, Now: tx.Now(), Msg: b.Msg, Reason: b.Reason,
	}
	if err := place.Try(c); err != nil {
		return err
	}
	if err := s.exists(ctx, b.Account, "account"); err != nil {
		return err
	}
	return place.Do(c)
}

type liftIn struct {
	OfAccount
	commands.Because
	Msg string `query:"msg" doc:"原因，1 到 500 个字符"`
}

// liftBan is DELETE wiki/bans/{account}.
func (s *Service) liftBan(ctx context.Context, tx *commands.Tx, in *liftIn) error {
	d, err := s.desk(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	if !ids.Valid(in.Account) {
		return fault.NotFound("用户不存在。")
	}
	place, err := d.place(ctx, in.Account)
	if err != nil {
		return err
	}
	return place.Do(wiki.LiftBan{By: d.by, Project: d.project, Account: in.Account, Now: tx.Now(), Msg: in.Msg, Reason: in.Because.Reason()})
}
