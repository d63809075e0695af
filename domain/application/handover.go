package application

import (
	"fmt"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// HandOver gives an application to an organization, or to the account that acts, which has the right to manage the applications of both
// owners: nobody gets an application that they did not ask for. From one person to another it goes by way of an
// organization of both.
type HandOver struct {
	Right               // of the owner until now
	Organization string // that gets it; empty: the account itself does
	Confirmed    bool   // the account has a confirmed address
	Held         Held   // the applications of who gets it
}

func (c HandOver) decide(s State) ([]any, role.Role, error) {
	to := c.Organization
	if to == "" {
		to = c.Account
	}
	switch {
	case !s.Exists():
		return nil, "", notFound()
	case s.Owner() == to:
		return nil, c.As, nil
	case s.Suspended:
		return nil, "", fault.Invalid("", "已停用的应用不能转让。")
	case !c.Confirmed:
		return nil, "", fault.Invalid("", "请先验证邮箱，再转让应用。")
	case len(c.Held) >= MaxHeld:
		return nil, "", &fault.Error{Kind: fault.KindInvalid, Code: "limit_reached", Text: fmt.Sprintf("接收的一方最多有 %d 个应用。", MaxHeld)}
	}
	return []any{HandedOver{
		Application: s.ID, Account: c.Account, Organization: c.Organization, Name: erasable.Of(c.Account, s.Name), Description: described(c.Account, s.Description),
	}}, c.As, nil
}
