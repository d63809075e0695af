package wiki

import (
	"maps"
	"slices"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// MaxNamed is the maximum number of named editors of a wiki.
const MaxNamed = 100

// State is a wiki, folded from its stream. The zero State is the wiki of a project without pages.
type State struct {
	Tree
	Editing Editing // empty for Members
	Named   []string
	Locked  bool
	Head    string // the last change; empty before the first
	Number  int    // of changes
}

// Clone is a copy that Evolve can change while the original stays.
func (s State) Clone() State {
	s.Pages, s.Named = maps.Clone(s.Pages), slices.Clone(s.Named)
	return s
}

// Who is who may begin a draft.
func (s State) Who() Editing {
	if s.Editing == "" {
		return Members
	}
	return s.Editing
}

// Evolve applies one event to a wiki. It takes over its argument, which must not be used afterwards.
func Evolve(s State, event any) State {
	switch e := event.(type) {
	case EditingSet:
		s.Editing = e.Editing
	case EditorNamed:
		s.Named = append(s.Named, e.Account)
	case EditorUnnamed:
		s.Named = slices.DeleteFunc(s.Named, func(a string) bool { return a == e.Account })
	case Locked:
		s.Locked = true
	case Unlocked:
		s.Locked = false
	case ChangePublished:
		for _, d := range e.Done {
			s.apply(d, e.Change)
		}
		s.Head, s.Number = e.Change, s.Number+1
	}
	return s
}

// Command is a command on a wiki.
type Command interface {
	decide(s State) ([]any, role.Role, error)
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Command) ([]decision.Event, error) { return decision.Of(c.decide(s)) }

// SetEditing changes who may begin a draft. Holders of WIKI_EDIT may.
type SetEditing struct {
	By      Caller
	Project string
	Editing Editing
}

func (c SetEditing) decide(s State) ([]any, role.Role, error) {
	if err := c.By.settles(); err != nil {
		return nil, "", err
	}
	switch c.Editing {
	case Members, Named, Open, Closed:
	default:
		return nil, "", fault.Invalid("editing", "编辑权限须为 members、named、open 或 closed。")
	}
	if c.Editing == s.Who() {
		return nil, "", nil
	}
	return []any{EditingSet{Project: c.Project, Editing: c.Editing}}, c.By.Role, nil
}

// SetOpen opens the wiki to every account with a verified address, or ends that: members edit then. A wiki that is not
// open stays as it is when it is to be closed. Holders of WIKI_EDIT may.
type SetOpen struct {
	By      Caller
	Project string
	Open    bool
}

func (c SetOpen) decide(s State) ([]any, role.Role, error) {
	editing := s.Who()
	switch {
	case c.Open:
		editing = Open
	case editing == Open:
		editing = Members
	}
	return SetEditing{By: c.By, Project: c.Project, Editing: editing}.decide(s)
}

// NameEditor names an account that exists an editor.
type NameEditor struct {
	By      Caller
	Project string
	Account string
}

func (c NameEditor) decide(s State) ([]any, role.Role, error) {
	if err := c.By.settles(); err != nil {
		return nil, "", err
	}
	switch {
	case slices.Contains(s.Named, c.Account):
		return nil, "", nil
	case len(s.Named) >= MaxNamed:
		return nil, "", fault.Invalid("account", "最多指定 100 位编辑者。")
	}
	return []any{EditorNamed{Project: c.Project, Account: c.Account}}, c.By.Role, nil
}

// UnnameEditor takes that back.
type UnnameEditor struct {
	By      Caller
	Project string
	Account string
}

func (c UnnameEditor) decide(s State) ([]any, role.Role, error) {
	if err := c.By.settles(); err != nil {
		return nil, "", err
	}
	if !slices.Contains(s.Named, c.Account) {
		return nil, "", fault.NotFound("该用户不是指定的编辑者。")
	}
	return []any{EditorUnnamed{Project: c.Project, Account: c.Account}}, c.By.Role, nil
}

// SetLock locks or unlocks a wiki. The staff may.
type SetLock struct {
	By      Caller
	Project string
	Locked  bool
	Reason  *reason.Reason
}

func (c SetLock) decide(s State) ([]any, role.Role, error) {
	switch {
	case !c.By.SignedIn():
		return nil, "", signIn()
	case !c.By.Visible:
		return nil, "", noProject()
	case c.By.Suspended:
		return nil, "", inactive()
	case !c.By.Staff():
		return nil, "", fault.Forbidden("只有管理人员可以锁定百科。")
	case c.Locked == s.Locked:
		return nil, "", nil
	}
	why, err := reason.For(role.Moderator, c.Reason)
	if err != nil {
		return nil, "", err
	}
	if c.Locked {
		return []any{Locked{Project: c.Project, Reason: why}}, role.Moderator, nil
	}
	return []any{Unlocked{Project: c.Project, Reason: why}}, role.Moderator, nil
}
