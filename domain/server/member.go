package server

import (
	"fmt"
	"maps"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Limits of the members of a server.
const (
	// MaxMembers is the largest number of members and invitations beside the owner.
	MaxMembers = 20
	// InvitationHolds is how long an invitation can be accepted.
	InvitationHolds = 14 * 24 * time.Hour
)

// Member is an account that has joined, or that is invited.
type Member struct {
	Role   MemberRole
	Joined bool
	Until  time.Time // of an invitation
}

// Rights are those of an account on the server; none of a stranger, and of an invited account.
func (s State) Rights(account string) Rights {
	switch m := s.Members[account]; {
	case account == "":
		return 0
	case account == s.Owner:
		return AllRights
	case m.Joined:
		return m.Role.Rights()
	}
	return 0
}

// memberChanged applies an event about members. Maps of the state before are not changed.
func (s State) memberChanged(event any) State {
	switch e := event.(type) {
	case MemberInvited:
		s.Members = with(s.Members, e.Account, Member{Role: e.Role, Until: e.Until})
	case MemberJoined:
		s.Members = with(s.Members, e.Account, Member{Role: s.Members[e.Account].Role, Joined: true})
	case MemberLeft:
		s.Members = without(s.Members, e.Account)
		return s.took(e.Account)
	case MemberRemoved:
		s.Members = without(s.Members, e.Account)
		return s.took(e.Account)
	case MemberRoleSet:
		m := s.Members[e.Account]
		m.Role = e.Role
		s.Members = with(s.Members, e.Account, m)
		if e.From.Lowers(e.Role) {
			return s.took(e.Account)
		}
	case HandedOver:
		s.Members = with(without(s.Members, e.Account), e.Owner, Member{Role: EditorRole, Joined: true})
		s.Owner = e.Account
		return s.took(e.Owner)
	}
	return s
}

// took raises the epoch of an account that has lost a right: it is the generation of the event.
func (s State) took(account string) State {
	s.Epochs = with(s.Epochs, account, s.Generation)
	return s
}

func with[V any](m map[string]V, key string, value V) map[string]V {
	own := make(map[string]V, len(m)+1)
	maps.Copy(own, m)
	own[key] = value
	return own
}

func without[V any](m map[string]V, key string) map[string]V {
	own := maps.Clone(m)
	delete(own, key)
	return own
}

// grants checks whether an actor may give a role: nobody gives a right that it lacks.
func (s State) grants(a actor.Actor, as role.Role, r MemberRole) error {
	switch {
	case r != EditorRole && r != ViewerRole:
		return fault.Invalid("role", "角色须为 editor 或 viewer。")
	case as != role.Admin && !s.Rights(a.Account).Has(r.Rights()):
		return fault.Denied("不能授予你自己没有的权限。")
	}
	return nil
}

// Invite asks an account to join.
type Invite struct {
	By      actor.Actor
	Account string // empty: there is no such account
	Role    MemberRole
	Now     time.Time
}

func (c Invite) decide(s State) ([]any, role.Role, error) {
	as, err := s.of(c.By, ManageUsers)
	if err != nil {
		return nil, "", err
	}
	count := 0
	for account, m := range s.Members {
		if account != c.Account && (m.Joined || c.Now.Before(m.Until)) {
			count++
		}
	}
	m, known := s.Members[c.Account]
	grantErr := s.grants(c.By, as, c.Role)
	switch {
	case c.Account == "":
		return nil, "", fault.Invalid("account", "没有这个用户。")
	case grantErr != nil:
		return nil, "", grantErr
	case c.Account == s.Owner || m.Joined:
		return nil, "", fault.Conflict("该用户已是此服务器的成员。")
	case known && c.Now.Before(m.Until):
		return nil, "", fault.Conflict("该用户已被邀请，尚未答复。")
	case count >= MaxMembers:
		return nil, "", &fault.Error{Kind: fault.KindConflict, Code: "quota_members", Text: fmt.Sprintf("除所有者外最多 %d 名成员与受邀者。", MaxMembers)}
	}
	return []any{MemberInvited{Server: s.ID, Account: c.Account, Role: c.Role, Until: c.Now.Add(InvitationHolds)}}, as, nil
}

// JoinMembers accepts the actor's invitation. Joining twice is joining once.
type JoinMembers struct {
	By  actor.Actor
	Now time.Time
}

func (c JoinMembers) decide(s State) ([]any, role.Role, error) {
	m, known := s.Members[c.By.Account]
	switch {
	case !c.By.SignedIn():
		return nil, "", fault.Unauthorized("请先登录。")
	case !known && c.By.Account != s.Owner || s.ID == "" || !s.Deleted.IsZero():
		return nil, "", missing()
	case m.Joined || c.By.Account == s.Owner:
		return nil, role.Self, nil
	case !c.Now.Before(m.Until):
		return nil, "", &fault.Error{Kind: fault.KindGone, Code: "invitation_expired", Text: "邀请已过期，请让所有者重新邀请。"}
	}
	return []any{MemberJoined{Server: s.ID, Account: c.By.Account}}, role.Self, nil
}

// RemoveMember ends a membership or an invitation: the actor's own, or another account's.
type RemoveMember struct {
	By      actor.Actor
	Account string
}

func (c RemoveMember) decide(s State) ([]any, role.Role, error) {
	_, known := s.Members[c.Account]
	if known && c.Account == c.By.Account && s.Deleted.IsZero() {
		return []any{MemberLeft{Server: s.ID, Account: c.Account}}, role.Self, nil
	}
	as, err := s.of(c.By, ManageUsers)
	switch {
	case err != nil:
		return nil, "", err
	case c.Account == s.Owner:
		return nil, "", fault.Conflict("所有者不能离开服务器，请先把它移交给一名成员。")
	case !known:
		return nil, "", fault.NotFound("没有这个成员。")
	}
	return []any{MemberRemoved{Server: s.ID, Account: c.Account}}, as, nil
}

// SetRole gives a member another role.
type SetRole struct {
	By      actor.Actor
	Account string
	Role    MemberRole
}

func (c SetRole) decide(s State) ([]any, role.Role, error) {
	as, err := s.of(c.By, ManageUsers)
	if err != nil {
		return nil, "", err
	}
	m, known := s.Members[c.Account]
	grantErr := s.grants(c.By, as, c.Role)
	switch {
	case c.Account == s.Owner:
		return nil, "", fault.Conflict("所有者的角色不能更改，可以移交服务器。")
	case !known:
		return nil, "", fault.NotFound("没有这个成员。")
	case grantErr != nil:
		return nil, "", grantErr
	case m.Role == c.Role:
		return nil, as, nil
	}
	return []any{MemberRoleSet{Server: s.ID, Account: c.Account, From: m.Role, Role: c.Role}}, as, nil
}

// HandOver makes a member the owner. The owner decides it, or an administrator with a reason.
type HandOver struct {
	By      actor.Actor
	Account string
	Reason  *reason.Reason
}

func (c HandOver) decide(s State) ([]any, role.Role, error) {
	as, err := s.of(c.By, ManageUsers)
	switch {
	case err != nil:
		return nil, "", err
	case as != role.Owner && as != role.Admin:
		return nil, "", fault.Denied("只有所有者可以移交服务器。")
	case c.Account == s.Owner:
		return nil, as, nil
	case !s.Members[c.Account].Joined:
		return nil, "", fault.Invalid("account", "只能移交给已加入的成员。")
	}
	why, err := reason.For(as, c.Reason)
	if err != nil {
		return nil, "", err
	}
	return []any{HandedOver{Server: s.ID, Owner: s.Owner, Account: c.Account, Reason: why.To(s.Owner)}}, as, nil
}
