package translation

import (
	"fmt"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// Command is a command on the links of a version.
type Command interface {
	decide(s State) ([]decision.Event, error)
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Command) ([]decision.Event, error) { return c.decide(s) }

// Ask asks for a link, or changes the language and the description of one. A link that stays as it is keeps its status.
type Ask struct {
	From, To    End
	Language    Language
	Description string
	Thread      string
	Reason      *reason.Reason
}

func (c Ask) decide(s State) ([]decision.Event, error) {
	as, why, err := asking(c.From, c.Reason)
	if err != nil {
		return nil, err
	}
	description, err := c.check()
	if err != nil {
		return nil, err
	}
	by, from, to := c.From.By.Account, c.From.Version, c.To.Version
	l, known := s.Links[to.ID]
	var first any
	switch {
	case known && l.Status.Standing() && l.Language == c.Language && l.Description == description:
		return nil, nil
	case known && l.Status.Standing():
		first = Described{
			Version: from.ID, Project: from.Project, Target: to.ID, TargetProject: to.Project,
			Language: c.Language, Description: description, By: by, Reason: why,
		}
	case s.Standing() >= MaxLinks:
		return nil, tooMany()
	default:
		first = Asked{
			Version: from.ID, Project: from.Project, Target: to.ID, TargetProject: to.Project,
			Language: c.Language, Description: description, Thread: c.Thread, By: by, Reason: why,
		}
	}
	return c.From.automatic(c.To, decision.Event{Role: as, Payload: first}), nil
}

// check returns the description in its normal form, or the error of a link that nobody may ask for.
func (c Ask) check() (string, error) {
	description, err := text.Line("description", "说明", c.Description, 0, MaxDescription)
	switch {
	case !c.From.translates():
		return "", fault.Invalid("version_links", "只有汉化资源的版本可以声明所汉化的版本。")
	case !c.To.visible():
		return "", fault.Invalid("joining_version_id", "所汉化的版本不存在。")
	case c.From.Project.ID == c.To.Project.ID:
		return "", fault.Invalid("joining_version_id", "所汉化的版本须属于另一个资源。")
	case !c.Language.Known():
		return "", fault.Invalid("language_code", "语言须为 zh_CN、zh_TW 或 en_US。")
	}
	return description, err
}

func tooMany() error {
	return fault.Invalid("version_links", fmt.Sprintf("每个版本最多声明 %d 个所汉化的版本。", MaxLinks))
}

// asking returns the role in which the caller asks for links of a version, and the reason, which the staff must give.
func asking(from End, given *reason.Reason) (role.Role, *reason.Reason, error) {
	switch {
	case !from.By.SignedIn():
		return "", nil, fault.Unauthorized("请先登录。")
	case !from.visible():
		return "", nil, fault.NotFound("版本不存在")
	}
	as := from.as()
	if as == "" {
		return "", nil, fault.Forbidden("只有有上传版本权限的成员可以声明所汉化的版本。")
	}
	why, err := reason.By(from.By, as, given)
	return as, why, err
}

// automatic adds the acceptance of a link whose translator may also decide about it.
func (e End) automatic(to End, first decision.Event) []decision.Event {
	as, err := deciding(e, to)
	if err != nil {
		return []decision.Event{first}
	}
	accepted := Accepted{
		Version: e.Version.ID, Project: e.Version.Project, Target: to.Version.ID, TargetProject: to.Version.Project, By: e.By.Account, Automatic: true,
	}
	if as.Staff() {
		accepted.Reason = (&reason.Reason{Code: reason.Complies}).To(e.By.Account)
	}
	return []decision.Event{first, {Role: as, Payload: accepted}}
}

// AskAgain asks again for a link that was rejected or revoked. The message is written in the thread.
type AskAgain struct {
	From, To End
	Message  string
	Reason   *reason.Reason
}

func (c AskAgain) decide(s State) ([]decision.Event, error) {
	as, why, err := asking(c.From, c.Reason)
	if err != nil {
		return nil, err
	}
	l, known := s.Links[c.To.Version.ID]
	switch {
	case !known || l.Status == WithdrawnLink:
		return nil, errMissing()
	case l.Status == PendingLink:
		return nil, fault.Conflict("该汉化正在等待审核。")
	case l.Status == AcceptedLink:
		return nil, fault.Conflict("该汉化已经通过。")
	case !c.To.visible():
		return nil, fault.Conflict("所汉化的版本已不存在。")
	case l.Status == RevokedLink && s.Standing() >= MaxLinks:
		return nil, tooMany()
	}
	if _, err := text.Prose("reason", "留言", c.Message, MaxMessage); err != nil {
		return nil, err
	}
	return c.From.automatic(c.To, decision.Event{Role: as, Payload: AskedAgain{
		Version: s.Version, Project: s.Project, Target: c.To.Version.ID, TargetProject: l.Project, By: c.From.By.Account, Reason: why,
	}}), nil
}

// Withdraw ends a link at the translator's request. A link that does not stand is left as it is.
type Withdraw struct {
	From   End
	Target string
	Reason *reason.Reason
}

func (c Withdraw) decide(s State) ([]decision.Event, error) {
	as, why, err := asking(c.From, c.Reason)
	if err != nil {
		return nil, err
	}
	l, known := s.Links[c.Target]
	if !known {
		return nil, errMissing()
	}
	if l.Status == WithdrawnLink {
		return nil, nil
	}
	return []decision.Event{{Role: as, Payload: Withdrawn{
		Version: s.Version, Project: s.Project, Target: c.Target, TargetProject: l.Project, Reason: why,
	}}}, nil
}
