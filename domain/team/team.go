// Package team holds what the teams of projects and of organizations have in common: who may be invited and as
// what, and that nobody gives away what he does not hold.
package team

import (
	"fmt"
	"math"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/text"
)

const (
	// MaxMembers bounds a team together with those who are invited to it.
	MaxMembers = 256

	// DefaultRole is what someone is called who was invited without a role.
	DefaultRole = "Member"

	// OwnerRole is what an owner is called until he says otherwise.
	OwnerRole = "Owner"

	maxRole = 64
)

// Role checks the free text under a member's name: one line of 1 to 64 characters.
func Role(role string) (string, error) { return text.Line("role", "身份", role, 1, maxRole) }

// Ordering checks a place among others: 32 bits.
func Ordering(n int) error {
	if n < math.MinInt32 || n > math.MaxInt32 {
		return fault.Invalid("ordering", "排序值超出范围。")
	}
	return nil
}

// Grant says that rights, a subset of all, may be given by someone who holds held. The fault names the field.
func Grant[P ~uint64](field string, rights, held, all P) error {
	if rights&^all != 0 {
		return fault.Invalid(field, "未知的权限。")
	}
	if rights&^held != 0 {
		return fault.Invalid(field, "不能授予您自己没有的权限。")
	}
	return nil
}

// Standing is how an account stands to a team.
type Standing int

// The standings. The zero value is an outsider's.
const (
	Outsider Standing = iota
	Invited
	Accepted
)

// Invitable says that an account may be asked to join a team of so many members.
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

// Joinable says that someone of this standing may accept an invitation.
func Joinable(standing Standing) error {
	if standing == Outsider {
		return fault.Forbidden("您没有收到加入该团队的邀请。")
	}
	return nil
}

// Heir says that an account of this standing may become the owner. what names the thing in the fault of an outsider.
func Heir(standing Standing, what string) error {
	switch standing {
	case Outsider:
		return Unknown(what)
	case Invited:
		return fault.Invalid("user_id", "只能转让给已接受邀请的成员。")
	}
	return nil
}

// Unknown says that an account is no member of what.
func Unknown(what string) error { return fault.NotFound("该用户不是此" + what + "的成员。") }

// KeepsOwner refuses to take the owner out of a team.
func KeepsOwner(account, owner string) error {
	if account == owner {
		return fault.Invalid("user_id", "不能移除所有者。")
	}
	return nil
}
