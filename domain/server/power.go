package server

import (
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// RequestPower asks the node for another power state.
type RequestPower struct {
	By        actor.Actor
	Action    Action
	Connected bool // the node is
	Now       time.Time
}

func (c RequestPower) decide(s State) ([]any, role.Role, error) {
	as, err := s.use(c.By, PowerActions)
	starts := c.Action == Start || c.Action == Restart
	switch {
	case err != nil:
		return nil, "", err
	case c.Action != Start && c.Action != Stop && c.Action != Restart && c.Action != Kill:
		return nil, "", fault.Invalid("action", "操作须为 Start、Stop、Restart 或 Kill。")
	case starts && s.busy() != nil:
		return nil, "", s.busy()
	case starts && !s.Installed:
		return nil, "", &fault.Error{Kind: fault.KindConflict, Code: "no_software", Text: "服务器还没有安装软件，无法启动。"}
	case starts && s.licence() != nil:
		return nil, "", s.licence()
	case !c.Connected:
		return nil, "", Unreachable()
	case c.Action != Kill && len(recent(s.Powers, c.Now)) >= PowerRequests:
		return nil, "", &fault.Error{Kind: fault.KindTooMany, Code: "rate_limited", Text: "电源操作过于频繁，请稍后再试。"}
	}
	return []any{PowerRequested{Server: s.ID, Action: c.Action}}, as, nil
}

// Unreachable is the error for what needs the node at once while it is away.
func Unreachable() error {
	return &fault.Error{Kind: fault.KindUnreachable, Code: "node_unreachable", Text: "节点暂时无法连接，请稍后再试。"}
}

// Rename gives a server another name.
type Rename struct {
	By   actor.Actor
	Name string
}

func (c Rename) decide(s State) ([]any, role.Role, error) {
	as, err := s.of(c.By, Setup)
	if err != nil {
		return nil, "", err
	}
	name, err := Name(c.Name)
	if err != nil {
		return nil, "", err
	}
	return []any{Renamed{Server: s.ID, Name: erasable.Of(s.Owner, name)}}, as, nil
}
