// Package reason defines why the staff changed another account's content.
package reason

import (
	"strings"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// Field is the API's name of the reason; in a request without a body it is the query parameter beside Field + "_code".
const Field = "reason"

// MaxText is the maximum length of a reason's text, in characters.
const MaxText = 2000

// Code is the category of a reason. The list is closed, so that decisions can be counted by code.
type Code string

// The codes.
const (
	Complies      Code = "complies" // no objection
	Incomplete    Code = "incomplete"
	Misleading    Code = "misleading"
	Inappropriate Code = "inappropriate"
	Spam          Code = "spam"
	Copyright     Code = "copyright"
	Malicious     Code = "malicious"
	Duplicate     Code = "duplicate"
	NameSquatting Code = "name-squatting"
	Rules         Code = "rules"
	Correction    Code = "correction"
	Request       Code = "request"
	Legal         Code = "legal"
	Security      Code = "security"
	Housekeeping  Code = "housekeeping"
	Other         Code = "other" // with a text

	// Unstated is the code of a decision that a program made without a reason, since programs of this API family know of
	// none. Nobody chooses it: Codes does not contain it, and only By accepts it.
	Unstated Code = "unstated"

	// Held is the code of the program that hides a text until the staff has looked at it. Nobody chooses it.
	Held Code = "held"
)

// Name is the Chinese name of the code, as letters and notifications write it; an unknown code is its own name.
func (c Code) Name() string {
	switch c {
	case Complies:
		return "符合规则"
	case Incomplete:
		return "资料不完整"
	case Misleading:
		return "信息有误导"
	case Inappropriate:
		return "内容不当"
	case Spam:
		return "垃圾内容"
	case Copyright:
		return "侵犯版权"
	case Malicious:
		return "恶意内容"
	case Duplicate:
		return "重复内容"
	case NameSquatting:
		return "抢注名称"
	case Rules:
		return "违反其他规则"
	case Correction:
		return "更正错误"
	case Request:
		return "应当事人请求"
	case Legal:
		return "法律要求"
	case Security:
		return "安全原因"
	case Housekeeping:
		return "站点维护"
	case Other:
		return "其他"
	case Held:
		return "新账号的链接，等待管理人员查看"
	case Unstated:
		return "未说明（由程序执行）"
	}
	return string(c)
}

// Codes lists the codes that can be chosen, in the order of the menu.
func Codes() []Code {
	return []Code{
		Complies, Incomplete, Misleading, Inappropriate, Spam, Copyright, Malicious, Duplicate, NameSquatting, Rules,
		Correction, Request, Legal, Security, Housekeeping, Other,
	}
}

// Reason is a code and, if the code is not sufficient, a text.
type Reason struct {
	Code Code   `json:"code"`
	Text string `json:"text,omitempty"`
}

// Check returns the reason with its text in normal form. It rejects an unknown code, a text that is too long and an
// Other without a text, as the field reason.
func (r Reason) Check() (Reason, error) {
	if !r.Code.known() {
		return r, fault.Invalid(Field, "请选择操作原因。")
	}
	t, err := text.Prose(Field, "操作原因", r.Text, MaxText)
	if err != nil {
		return r, err
	}
	r.Text = strings.TrimSpace(t)
	if r.Code == Other && r.Text == "" {
		return r, fault.Invalid(Field, "请填写操作原因。")
	}
	return r, nil
}

func (c Code) known() bool {
	for _, known := range Codes() {
		if c == known {
			return true
		}
	}
	return false
}

// For returns the reason for an event in a role: nil if the role needs none and none was given. The staff must give a
// reason; a reason of other roles is checked in the same way.
func For(as role.Role, given *Reason) (*Reason, error) {
	if given == nil {
		if as.Staff() {
			return nil, fault.Invalid(Field, "请说明操作原因。")
		}
		return nil, nil
	}
	checked, err := given.Check()
	if err != nil {
		return nil, err
	}
	return &checked, nil
}

// By is For about an action that programs of this API family know. Without a reason, the staff's action by such a program
// has the code Unstated, which is accepted from programs only.
func By(a actor.Actor, as role.Role, given *Reason) (*Reason, error) {
	if a.Program && as.Staff() && (given == nil || given.Code == Unstated) {
		return unstated(given)
	}
	return For(as, given)
}

// unstated is the reason of a program that gave none, with its text, if there is one.
func unstated(given *Reason) (*Reason, error) {
	r := Reason{Code: Unstated}
	if given == nil {
		return &r, nil
	}
	words, err := text.Prose(Field, "操作原因", given.Text, MaxText)
	if err != nil {
		return nil, err
	}
	r.Text = strings.TrimSpace(words)
	return &r, nil
}

// Unsaid is true for the reason of a program that gave none.
func (r *Reason) Unsaid() bool { return r != nil && r.Code == Unstated }
