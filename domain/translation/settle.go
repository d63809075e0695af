package translation

import (
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Accept shows a link on the original's page. The staff's reason is that nothing is to be said against it, if none is
// given.
type Accept struct {
	From, To End
	Reason   *reason.Reason
}

func (c Accept) decide(s State) ([]decision.Event, error) {
	as, l, err := settling(s, c.From, c.To, PendingLink)
	if err != nil {
		return nil, err
	}
	if !c.From.visible() {
		return nil, fault.Conflict("该汉化版本尚未公开，公开后才能通过。")
	}
	given := c.Reason
	if given == nil && as.Staff() {
		given = &reason.Reason{Code: reason.Complies}
	}
	why, err := reason.By(c.To.By, as, given)
	if err != nil {
		return nil, err
	}
	return []decision.Event{{Role: as, Payload: Accepted{
		Version: s.Version, Project: s.Project, Target: c.To.Version.ID, TargetProject: l.Project, By: l.By, Reason: why.To(l.By),
	}}}, nil
}

// Reject refuses a link. The reason may be missing only from a program.
type Reject struct {
	From, To End
	Reason   *reason.Reason
}

func (c Reject) decide(s State) ([]decision.Event, error) {
	as, l, err := settling(s, c.From, c.To, PendingLink)
	if err != nil {
		return nil, err
	}
	if c.Reason == nil && !c.To.By.Program {
		return nil, fault.Invalid(reason.Field, "请说明拒绝的理由。")
	}
	why, err := reason.By(c.To.By, as, c.Reason)
	if err != nil {
		return nil, err
	}
	return []decision.Event{{Role: as, Payload: Rejected{
		Version: s.Version, Project: s.Project, Target: c.To.Version.ID, TargetProject: l.Project, By: l.By, Reason: why.To(l.By),
	}}}, nil
}

// Revoke ends a link that was accepted. The reason is optional for members of the original project.
type Revoke struct {
	From, To End
	Reason   *reason.Reason
}

func (c Revoke) decide(s State) ([]decision.Event, error) {
	as, l, err := settling(s, c.From, c.To, AcceptedLink)
	if err != nil {
		return nil, err
	}
	why, err := reason.By(c.To.By, as, c.Reason)
	if err != nil {
		return nil, err
	}
	return []decision.Event{{Role: as, Payload: Revoked{
		Version: s.Version, Project: s.Project, Target: c.To.Version.ID, TargetProject: l.Project, By: l.By, Reason: why.To(l.By),
	}}}, nil
}

// settling returns the link that is decided about, which must have a status, and the role of the caller.
func settling(s State, from, to End, status Status) (role.Role, Link, error) {
	as, err := deciding(from, to)
	if err != nil {
		return "", Link{}, err
	}
	l, known := s.Links[to.Version.ID]
	switch {
	case !known || l.Status == WithdrawnLink || !from.exists():
		return "", l, errMissing()
	case l.Status == status:
		return as, l, nil
	}
	switch l.Status {
	case AcceptedLink:
		return "", l, fault.Conflict("该汉化已经通过。")
	case RejectedLink:
		return "", l, fault.Conflict("该汉化已被拒绝。")
	case RevokedLink:
		return "", l, fault.Conflict("该汉化已被撤销。")
	}
	return "", l, fault.Conflict("该汉化还没有通过，不能撤销。")
}
