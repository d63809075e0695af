package project

import (
	"fmt"
	"math"

	"github.com/modyard/modyard/domain/fault"
)

const (
	maxMembers = 256
	maxRole    = 64
	maxSplit   = 5000
)

// Invite asks an account to join the team. That the account exists is for the caller to know.
type Invite struct {
	By          Actor
	Account     string
	Role        string
	Permissions Permissions
	Split       float64
	Ordering    int
}

func (c Invite) decide(s State) ([]any, error) {
	if err := s.allow(c.By, ManageInvites); err != nil {
		return nil, err
	}
	if c.Account == "" {
		return nil, fault.Invalid("user_id", "请指定要邀请的用户。")
	}
	if m, ok := s.Member(c.Account); ok {
		if m.Accepted {
			return nil, fault.Invalid("user_id", "该用户已经是成员。")
		}
		return nil, fault.Invalid("user_id", "该用户已被邀请。")
	}
	if len(s.Members) >= maxMembers {
		return nil, fault.Invalid("user_id", fmt.Sprintf("成员最多 %d 人。", maxMembers))
	}
	if c.Role == "" {
		c.Role = "Member"
	}
	role, err := line("role", "身份", c.Role, 1, maxRole)
	if err != nil {
		return nil, err
	}
	if err := grant(c.Permissions, s.PermissionsOf(c.By)); err != nil {
		return nil, err
	}
	if err := split(c.Split); err != nil {
		return nil, err
	}
	if err := ordering(c.Ordering); err != nil {
		return nil, err
	}
	return []any{MemberInvited{Account: c.Account, Role: role, Permissions: c.Permissions, Split: c.Split, Ordering: c.Ordering}}, nil
}

// grant says that rights may be given by someone who holds held: nobody gives what he has not.
func grant(rights, held Permissions) error {
	if rights&^AllPermissions != 0 {
		return fault.Invalid("permissions", "未知的权限。")
	}
	if !held.Has(rights) {
		return fault.Invalid("permissions", "不能授予您自己没有的权限。")
	}
	return nil
}

func split(weight float64) error {
	if math.IsNaN(weight) || weight < 0 || weight > maxSplit {
		return fault.Invalid("payouts_split", fmt.Sprintf("收益分成须在 0 到 %d 之间。", maxSplit))
	}
	return nil
}

// Join accepts an invitation.
type Join struct{ By Actor }

func (c Join) decide(s State) ([]any, error) {
	if !s.VisibleTo(c.By) {
		return nil, notFound()
	}
	m, ok := s.Member(c.By.Account)
	switch {
	case !ok:
		return nil, fault.Forbidden("您没有收到加入该团队的邀请。")
	case m.Accepted:
		return nil, nil
	}
	return []any{MemberJoined{Account: c.By.Account}}, nil
}
