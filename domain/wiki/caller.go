package wiki

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Codes of errors for programs.
const (
	CodeBanned   = "wiki_ban"
	CodeConflict = "is_conflict"
	CodeExists   = "is_exists"
	CodeStale    = "stale_preview"
)

// Caller is who sends a command to a wiki, as the project sees them. A rule reads nothing else of the project.
type Caller struct {
	actor.Actor
	Role      role.Role // in the project's team; role.Self outside it
	Member    bool      // accepted, also by the organization
	Editor    bool      // a member that holds WIKI_EDIT
	Verified  bool      // has a verified address
	Suspended bool
	Visible   bool // the project is visible to them
	Hidden    bool // the project is hidden from the public
	Archived  bool // the project is archived
	NoEditor  bool // no accepted account holds WIKI_EDIT
}

func signIn() error    { return fault.Unauthorized("请先登录。") }
func noPage() error    { return fault.NotFound("页面不存在。") }
func noDraft() error   { return fault.NotFound("草稿不存在。") }
func noRights() error  { return fault.Forbidden("你没有编辑此百科的权限。") }
func noProject() error { return fault.NotFound("资源不存在") }
func inactive() error  { return fault.Forbidden("账号已被停用，不能编辑百科。") }
func locked() error    { return fault.Forbidden("百科已被锁定，暂时不能编辑。") }

const onlyEditors = "只有拥有百科编辑权限的成员可以执行此操作。"

// settles returns an error for whoever may not change who edits the wiki.
func (c Caller) settles() error {
	switch {
	case !c.SignedIn():
		return signIn()
	case !c.Visible:
		return noProject()
	case c.Suspended:
		return inactive()
	case !c.Editor:
		return fault.Forbidden(onlyEditors)
	}
	return nil
}

// MayDraft returns an error for whoever may not begin or change a draft of a wiki. A ban is not looked at.
func (c Caller) MayDraft(s State) error {
	switch {
	case !c.SignedIn():
		return signIn()
	case !c.Visible:
		return noProject()
	case c.Suspended:
		return inactive()
	case s.Locked:
		return locked()
	case c.Editor:
		return nil
	case s.Who() == Closed:
		return fault.Forbidden("此百科只允许拥有百科编辑权限的成员编辑。")
	case c.Member:
		return nil
	case c.Hidden || c.Archived:
		return fault.Forbidden("此资源的百科只允许成员编辑。")
	case s.Who() == Members:
		return fault.Forbidden("此百科只允许成员编辑。")
	case s.Who() == Named && !slices.Contains(s.Named, c.Account):
		return fault.Forbidden("此百科只允许成员和指定的编辑者编辑。")
	case s.Who() == Open && !c.Verified:
		return fault.Forbidden("请先验证邮箱，再编辑百科。")
	}
	return nil
}

// MayReview returns an error for whoever may not judge a draft of an author. Accept asks for more than rejecting: the
// staff accepts only where nobody else can, and never for its own project.
func (c Caller) MayReview(author string, accept bool) (role.Role, error) {
	switch {
	case !c.SignedIn():
		return "", signIn()
	case c.Suspended:
		return "", inactive()
	case author == c.Account:
		return "", fault.Forbidden("不能审核自己的草稿。")
	case c.Editor:
		return c.Role, nil
	case !c.Staff():
		return "", fault.Forbidden("只有拥有百科编辑权限的成员可以审核。")
	case c.Member:
		return "", fault.Forbidden("不能审核自己参与的项目，请交给其他审核人员。")
	case accept && !c.NoEditor:
		return "", fault.Forbidden("此百科有可以审核的成员，管理人员不能代为通过。")
	}
	return role.Moderator, nil
}

// acts returns the role of a caller for whom WIKI_EDIT, or being of the staff and not of the team, is enough, and the
// reason that the staff must give. Otherwise is the text for everybody else.
func (c Caller) acts(given *reason.Reason, otherwise string) (role.Role, *reason.Reason, error) {
	switch {
	case c.Editor:
		return c.Role, nil, c.settles()
	case !c.SignedIn():
		return "", nil, signIn()
	case !c.Visible:
		return "", nil, noProject()
	case c.Suspended:
		return "", nil, inactive()
	case !c.Staff():
		return "", nil, fault.Forbidden(otherwise)
	case c.Member:
		return "", nil, fault.Forbidden("不能处理自己参与的项目，请交给其他审核人员。")
	}
	why, err := reason.For(role.Moderator, given)
	return role.Moderator, why, err
}

// MayRead says whether the caller may read a draft of an author.
func (c Caller) MayRead(author string) bool {
	return c.SignedIn() && c.Visible && (author == c.Account || c.Editor || c.Staff())
}

// draftRole is the role in which the caller writes drafts.
func (c Caller) draftRole() role.Role {
	if c.Member {
		return c.Role
	}
	return role.Self
}

// zone is the time zone of moments in error texts.
func zone() *time.Location { return time.FixedZone("UTC+8", 8*60*60) }

// InWords is a moment as error texts name it.
func InWords(t time.Time) string { return t.In(zone()).Format("2006-01-02 15:04") + "（UTC+8）" }
