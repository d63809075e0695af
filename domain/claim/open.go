package claim

import (
	"maps"
	"slices"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
)

// MaxOpen is the maximum number of open claims of an account, and of open claims to a project.
const MaxOpen = 10

// CodeClaimed is the code of the error for claiming a project twice.
const CodeClaimed = "already_claimed"

// Open are the open claims of an account or to a project, by their ids.
type Open map[string]Listed

// EvolveOpen applies one event. It takes over its argument, which must not be used afterwards.
func EvolveOpen(o Open, event any) Open {
	if o == nil {
		o = Open{}
	}
	switch e := event.(type) {
	case Listed:
		o[e.Claim] = e
	case Unlisted:
		delete(o, e.Claim)
	}
	return o
}

// List lists an open claim, or ends that.
type List struct {
	decision.Entry
	Project, Account string
}

// DecideOpen returns the event of a list.
func DecideOpen(o Open, c List) ([]decision.Event, error) {
	_, open := o[c.ID]
	listed := Listed{Claim: c.ID, Project: c.Project, Account: c.Account}
	return c.Decide(open, listed, Unlisted(listed))
}

// IDs are the claims in the order of their ids.
func (o Open) IDs() []string { return slices.Sorted(maps.Keys(o)) }

// room returns an error if an account with these open claims may not claim a project with the claims to.
func (o Open) room(project string, to Open) error {
	for _, c := range o {
		if c.Project == project {
			return &fault.Error{Kind: fault.KindInvalid, Code: CodeClaimed, Field: "project", Text: "你已认领过该资源，管理人员正在核实。"}
		}
	}
	if len(o) >= MaxOpen {
		return fault.Invalid("project", "你有太多未处理的认领，请等待处理后再提交。")
	}
	if len(to) >= MaxOpen {
		return fault.Invalid("project", "该资源有太多未处理的认领，请等待处理后再提交。")
	}
	return nil
}
