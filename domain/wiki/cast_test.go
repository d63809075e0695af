package wiki

import (
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/role"
)

const (
	project  = "Proj0001"
	alice    = "AAAAAAA1"
	bob      = "BBBBBBB2"
	reviewer = "RRRRRRR3"
	visitor  = "VVVVVVV4"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func account(id string) Caller {
	return Caller{Actor: actor.Actor{Account: id}, Role: role.Self, Visible: true}
}

func member(id string) Caller {
	c := account(id)
	c.Role, c.Member = role.Member, true
	return c
}

func editor(id string) Caller {
	c := member(id)
	c.Editor = true
	return c
}
