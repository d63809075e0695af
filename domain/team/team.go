// Package team contains the common rules for teams of projects and of organizations: who may be invited with which
// title, and that members cannot grant rights that they lack.
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
func Ordering(n int) error {
	if n < math.MinInt32 || n > math.MaxInt32 {
		return fault.Invalid("ordering", "排序值超出范围。")
	}
	return nil
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

// Standing is the status of an account in a team.
type Standing int

// The statuses. The zero value is an outsider's.
const (
	Outsider Standing = iota
	Invited
	Accepted
)

// Invitable returns an error if an account cannot be invited to a team with this number of members.
func Invitable(account string, standing Standing, members int) error {
	switch {
	case account == "":
		return fault.Invalid("user_id", "请指定要邀请的用户。")
	case standing == Accepted:
		return fault.Invalid("user_id", "该用户已经是成员。")
	case standing == Invited:
		return fault.Invalid("user_id", "该用户已被邀请。")
	case members >= MaxMembers:
		return fault.Invalid("user_id", fmt.Sprintf("成员最多 %d 人。", MaxMembers))
	}
	return nil
}

// Joinable returns an error if an account of this standing has no invitation to accept.
func Joinable(standing Standing) error {
	if standing == Outsider {
		return fault.Forbidden("你没有收到加入该团队的邀请。")
	}
	return nil
}

// Heir returns an error if an account of this standing cannot become the owner. The argument what names the thing in
// the fault for an outsider.
func Heir(standing Standing, what string) error {
	switch standing {
	case Outsider:
		return Unknown(what)
	case Invited:
		return fault.Invalid("user_id", "只能转让给已接受邀请的成员。")
	}
	return nil
}

// Unknown is the fault for an account that is not a member. The argument what names the thing.
func Unknown(what string) error { return fault.NotFound("该用户不是此" + what + "的成员。") }

// KeepsOwner returns an error if the owner would be removed from a team.
func KeepsOwner(account, owner string) error {
	if account == owner {
		return fault.Invalid("user_id", "不能移除所有者。")
	}
	return nil
}
