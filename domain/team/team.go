// Package team contains the rules about the members of projects and of organizations: inviting, joining, changing, leaving
// and handing over. Whose right it is, and which rights there are, is the thing's own (Thing).
package team

import (
	"fmt"
	"math"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/text"
)

const (
	// MaxMembers is the maximum number of members and invited accounts of a team.
	MaxMembers = 256

	// DefaultRole is the title of a member who was invited without one.
	DefaultRole = "Member"

	// OwnerRole is the title of an owner who has not chosen one.
	OwnerRole = "Owner"

	maxRole = 64
)

// Role checks the title of a member: one line of 1 to 64 characters.
func Role(role string) (string, error) { return text.Line("role", "身份", role, 1, maxRole) }

// Ordering checks a place in a list: 32 bits.
func Ordering(n int) (int, error) {
	if n < math.MinInt32 || n > math.MaxInt32 {
		return 0, fault.Invalid("ordering", "排序值超出范围。")
	}
	return n, nil
}

// Grant returns an error if the rights are not a subset of all, or include one that held lacks. The fault names the
// field.
func Grant[P ~uint64](field string, rights, held, all P) error {
	if rights&^all != 0 {
		return fault.Invalid(field, "未知的权限。")
	}
	if rights&^held != 0 {
		return fault.Invalid(field, "不能授予你自己没有的权限。")
	}
	return nil
}

// standing is the status of an account in a team.
type standing int

// The statuses. The zero value is an outsider's.
const (
	outsider standing = iota
	invited
	accepted
)

func standingOf[P comparable](t Thing[P], account string) standing {
	m, listed := t.Listed(account)
	switch {
	case !listed:
		return outsider
	case !*m.Accepted:
		return invited
	}
	return accepted
}

// invitable returns an error if an account cannot be invited to a team with this number of members.
func invitable(account string, is standing, members int) error {
	switch {
	case account == "":
		return fault.Invalid("user_id", "请指定要邀请的用户。")
	case is == accepted:
		return fault.Invalid("user_id", "该用户已经是成员。")
	case is == invited:
		return fault.Invalid("user_id", "该用户已被邀请。")
	case members >= MaxMembers:
		return fault.Invalid("user_id", fmt.Sprintf("成员最多 %d 人。", MaxMembers))
	}
	return nil
}

// unknown is the fault for an account that is not a member.
func unknown(kind string) error { return fault.NotFound("该用户不是此" + kind + "的成员。") }
