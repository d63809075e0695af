package claim

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// MaxNote is the maximum length of a claimant's note, in characters.
const MaxNote = 2000

// State is a claim, folded from its stream. The zero State does not exist.
type State struct {
	ID, Project, Organization, Account string
	Closed                             bool
}

// Evolve applies one event to a state.
func Evolve(s State, event any) State {
	switch e := event.(type) {
	case Filed:
		return State{ID: e.Claim, Project: e.Project, Organization: e.Organization, Account: e.Account}
	case Withdrawn, Accepted, Rejected, Superseded:
		s.Closed = true
	}
	return s
}

// Command is a command on a claim.
type Command interface {
	decide(s State) ([]any, role.Role, error)
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Command) ([]decision.Event, error) { return decision.Of(c.decide(s)) }

// File claims a project that the actor can see.
type File struct {
	By            actor.Actor
	Claim         string
	Project       string
	Organization  string // the project's owner; empty if it has no organization
	Repost        bool   // the organization is one of the site's repost teams
	Proof         Proof
	Address, Note string
	Of, To        Open // the open claims of the account, and those to the project
}

func (c File) decide(s State) ([]any, role.Role, error) {
	note, noteErr := text.Prose("note", "补充说明", c.Note, MaxNote)
	address, addressErr := text.WebLink("address", "证明链接", c.Address)
	full := c.Of.room(c.Project, c.To)
	switch {
	case s.ID != "":
		return nil, "", fault.Conflict("该认领已存在。")
	case !c.By.SignedIn():
		return nil, "", fault.Unauthorized("请先登录。")
	case c.Organization == "" || !c.Repost:
		return nil, "", fault.Invalid("project", "只有搬运团队发布的资源可以认领。")
	case c.Proof != Link && c.Proof != Token:
		return nil, "", fault.Invalid("proof", "证明方式须为 link 或 token。")
	case addressErr != nil:
		return nil, "", addressErr
	case address == "":
		return nil, "", fault.Invalid("address", "请填写证明链接。")
	case noteErr != nil:
		return nil, "", noteErr
	case full != nil:
		return nil, "", full
	}
	a := c.By.Account
	return []any{Filed{
		Claim: c.Claim, Project: c.Project, Organization: c.Organization, Account: a, Proof: c.Proof,
		Address: erasable.Of(a, address), Note: erasable.Of(a, note),
	}}, role.Self, nil
}

// Withdraw ends an open claim. Only its claimant may do it.
type Withdraw struct{ By actor.Actor }

func (c Withdraw) decide(s State) ([]any, role.Role, error) {
	if err := s.open(c.By); err != nil {
		return nil, "", err
	}
	if c.By.Account != s.Account {
		return nil, "", fault.Forbidden("只有认领人可以撤回认领。")
	}
	return []any{Withdrawn{Claim: s.ID, Project: s.Project, Account: s.Account}}, role.Self, nil
}

// Settle accepts or rejects a claim. Only the staff may do it, but not for their own claims.
type Settle struct {
	By     actor.Actor
	Accept bool
	Reason *reason.Reason
}

func (c Settle) decide(s State) ([]any, role.Role, error) {
	if err := s.open(c.By); err != nil {
		return nil, "", err
	}
	switch {
	case !c.By.Staff():
		return nil, "", fault.Forbidden("只有管理人员可以处理认领。")
	case c.By.Account == s.Account:
		return nil, "", fault.Forbidden("不能处理自己的认领，请由其他管理人员核实。")
	}
	why, err := reason.For(role.Moderator, c.Reason)
	if err != nil {
		return nil, "", err
	}
	if c.Accept {
		return []any{Accepted{Claim: s.ID, Project: s.Project, Account: s.Account, Reason: why.To(s.Account)}}, role.Moderator, nil
	}
	return []any{Rejected{Claim: s.ID, Project: s.Project, Account: s.Account, Reason: why.To(s.Account)}}, role.Moderator, nil
}

// Supersede ends a claim because another claim to its project was accepted.
type Supersede struct{ By string }

func (c Supersede) decide(s State) ([]any, role.Role, error) {
	if s.Closed {
		return nil, "", nil
	}
	return []any{Superseded{Claim: s.ID, Project: s.Project, Account: s.Account, By: c.By}}, role.Moderator, nil
}

// open returns an error if the actor may not see the claim, or if the claim has ended.
func (s State) open(a actor.Actor) error {
	switch {
	case !a.SignedIn():
		return fault.Unauthorized("请先登录。")
	case s.ID == "" || !a.Staff() && a.Account != s.Account:
		return fault.NotFound("认领不存在。")
	case s.Closed:
		return fault.Conflict("该认领已处理完毕。")
	}
	return nil
}

// TokenOf is the token that a claimant puts into the description of a project's source repository. It is unique to the
// account and the project, and reveals nothing about the account. The argument key is the site's own.
func TokenOf(key []byte, account, project string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("claim\x00" + account + "\x00" + project))
	return "modyard-" + hex.EncodeToString(mac.Sum(nil)[:10])
}
