package issue

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// Type is where a project takes issues.
type Type int

// The types, numbered as clients of this API family number them. A project begins with LinkOnly.
const (
	LinkOnly Type = iota // at its external address
	Both
	HereOnly
	NoIssues
)

const (
	// MaxPins is the maximum number of pinned issues of a project.
	MaxPins = 3

	// MaxOwnLabels is the maximum number of labels of a project beside the common ones.
	MaxOwnLabels = 50

	// MaxTemplate, maxLabel and maxDescription are maximum lengths, in characters.
	MaxTemplate    = 8192
	maxLabel       = 32
	maxDescription = 100

	// MaxSettings is how often a board can be changed, so that its stream stays short.
	MaxSettings = 2000
)

// Label is a label of issues.
type Label struct {
	ID, Name, Color, Description string
}

// CommonLabels are those that every project has.
func CommonLabels() []Label {
	return []Label{
		{ID: "1", Name: "错误", Color: "#dc3545"}, {ID: "2", Name: "改进", Color: "#0d6efd"}, {ID: "3", Name: "问题", Color: "#6f42c1"},
		{ID: "4", Name: "文档", Color: "#0dcaf0"}, {ID: "5", Name: "求助", Color: "#198754"}, {ID: "6", Name: "重复", Color: "#6c757d"},
		{ID: "7", Name: "无需修复", Color: "#495057"}, {ID: "8", Name: "已修复", Color: "#28a745"}, {ID: "9", Name: "已改进", Color: "#20c997"},
		{ID: "10", Name: "暂缓", Color: "#fd7e14"}, {ID: "11", Name: "计划", Color: "#6610f2"},
	}
}

// Board is how a project takes issues, folded from the stream board-<project>, in which other events stand too.
type Board struct {
	Type     Type
	Template string
	Labels   []Label // of the project alone, in the order in which they were added
	Pins     []string
	Changes  int // number of events of this package
}

// EvolveBoard applies one event to a board.
func EvolveBoard(b Board, event any) Board {
	b.Changes++
	switch e := event.(type) {
	case TypeSet:
		b.Type = e.Type
	case TemplateSet:
		b.Template = e.Template
	case LabelSet:
		set := Label{ID: e.Label, Name: e.Name, Color: e.Color, Description: e.Description}
		b.Labels = slices.Clone(b.Labels)
		if at := b.own(e.Label); at >= 0 {
			b.Labels[at] = set
		} else {
			b.Labels = append(b.Labels, set)
		}
	case LabelRemoved:
		b.Labels = slices.DeleteFunc(slices.Clone(b.Labels), func(l Label) bool { return l.ID == e.Label })
	case Pinned:
		b.Pins = append(slices.Clip(b.Pins), e.Issue)
	case Unpinned:
		b.Pins = without(b.Pins, e.Issue)
	default:
		b.Changes--
	}
	return b
}

func (b Board) own(label string) int {
	return slices.IndexFunc(b.Labels, func(l Label) bool { return l.ID == label })
}

// Label is a label that issues of the project may have, by its id.
func (b Board) Label(id string) (Label, bool) {
	for _, l := range slices.Concat(CommonLabels(), b.Labels) {
		if l.ID == id {
			return l, true
		}
	}
	return Label{}, false
}

// untouched is true for a text that says nothing but what the template says.
func (b Board) untouched(body string) bool {
	template := strings.Fields(b.Template)
	return len(template) > 0 && slices.Equal(template, strings.Fields(body))
}

// Resolve replaces the names of labels by their ids. What is no name stays.
func (b Board) Resolve(list []string) []string {
	resolved := make([]string, 0, min(len(list), MaxLabels+1)) // the rule rejects more
	for _, one := range list {
		if len(resolved) > MaxLabels {
			break
		}
		if _, known := b.Label(one); !known {
			for _, l := range slices.Concat(CommonLabels(), b.Labels) {
				if strings.EqualFold(l.Name, one) {
					one = l.ID
				}
			}
		}
		resolved = append(resolved, one)
	}
	return resolved
}

// named is true if another label of the project has the name.
func (b Board) named(name, but string) bool {
	return slices.ContainsFunc(slices.Concat(CommonLabels(), b.Labels), func(l Label) bool { return l.ID != but && strings.EqualFold(l.Name, name) })
}

// BoardCommand is a command on a board.
type BoardCommand interface {
	decideBoard(b Board) ([]any, role.Role, error)
}

// DecideBoard returns the events of a command, or a *fault.Error.
func DecideBoard(b Board, c BoardCommand) ([]decision.Event, error) {
	events, err := decision.Of(c.decideBoard(b))
	if err == nil && b.Changes+len(events) > MaxSettings && len(events) > 0 {
		err = fault.Invalid("", "该资源的反馈设置修改次数已达上限。")
	}
	return events, err
}

// settles is an error for a caller who may not change the board, otherwise the role and the reason.
func (c Caller) settles(given *reason.Reason) (role.Role, *reason.Reason, error) {
	switch {
	case !c.By.SignedIn():
		return "", nil, fault.Unauthorized("请先登录。")
	case c.Unseen:
		return "", nil, fault.NotFound("资源不存在。")
	case c.Manager == "":
		return "", nil, fault.Forbidden("你没有此资源的相应权限。")
	}
	why, err := reason.By(c.By, c.Manager, given)
	return c.Manager, why, err
}

// Settle changes what is set of where issues are taken and their template.
type Settle struct {
	Caller
	Type     *Type
	Template *string
	Reason   *reason.Reason
}

func (c Settle) decideBoard(b Board) ([]any, role.Role, error) {
	as, why, err := c.settles(c.Reason)
	if err != nil {
		return nil, "", err
	}
	var events []any
	if c.Type != nil {
		if *c.Type < LinkOnly || *c.Type > NoIssues {
			return nil, "", fault.Invalid("issues_type", "反馈方式须为 0、1、2 或 3。")
		}
		if *c.Type != b.Type {
			events = append(events, TypeSet{Project: c.Project, Type: *c.Type, Reason: why})
		}
	}
	if c.Template != nil {
		template, err := text.Prose("template", "模板", *c.Template, MaxTemplate)
		if err != nil {
			return nil, "", err
		}
		if template != b.Template {
			events = append(events, TemplateSet{Project: c.Project, Template: template, Reason: why})
		}
	}
	if len(events) == 0 {
		return nil, "", post.ErrUnchanged()
	}
	return events, as, nil
}

var color = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// SetLabel adds a label to the project, or changes what is set of one.
type SetLabel struct {
	Caller
	Label                    string
	New                      bool
	Name, Color, Description *string
	Reason                   *reason.Reason
}

func (c SetLabel) decideBoard(b Board) ([]any, role.Role, error) {
	as, why, err := c.settles(c.Reason)
	if err != nil {
		return nil, "", err
	}
	var old Label
	switch at := b.own(c.Label); {
	case !c.New && at < 0:
		return nil, "", fault.NotFound("标签不存在。")
	case !c.New:
		old = b.Labels[at]
	case at >= 0:
		return nil, "", fault.Conflict("该标签已存在。")
	case len(b.Labels) >= MaxOwnLabels:
		return nil, "", fault.Invalid("", fmt.Sprintf("一个资源最多有 %d 个自己的标签。", MaxOwnLabels))
	}
	set := LabelSet{Project: c.Project, Label: c.Label, Reason: why}
	if set.Name, err = text.Line("name", "标签名", either(c.Name, old.Name), 1, maxLabel); err != nil {
		return nil, "", err
	}
	if set.Description, err = text.Line("description", "标签说明", either(c.Description, old.Description), 0, maxDescription); err != nil {
		return nil, "", err
	}
	set.Color = strings.ToLower(either(c.Color, old.Color))
	switch {
	case !color.MatchString(set.Color):
		return nil, "", fault.Invalid("color", "颜色须为 #rrggbb。")
	case b.named(set.Name, c.Label):
		return nil, "", fault.Invalid("name", "已有同名的标签。")
	case !c.New && old == Label{ID: c.Label, Name: set.Name, Color: set.Color, Description: set.Description}:
		return nil, "", post.ErrUnchanged()
	}
	return []any{set}, as, nil
}

func either(given *string, old string) string {
	if given != nil {
		return *given
	}
	return old
}

// RemoveLabel removes a label of the project.
type RemoveLabel struct {
	Caller
	Label  string
	Reason *reason.Reason
}

func (c RemoveLabel) decideBoard(b Board) ([]any, role.Role, error) {
	as, why, err := c.settles(c.Reason)
	switch {
	case err != nil:
		return nil, "", err
	case b.own(c.Label) < 0:
		return nil, "", fault.NotFound("标签不存在。")
	}
	return []any{LabelRemoved{Project: c.Project, Label: c.Label, Reason: why}}, as, nil
}

// SetPinned pins an issue, or ends this.
type SetPinned struct {
	Caller
	Issue  State
	Pinned bool
	Reason *reason.Reason
}

func (c SetPinned) decideBoard(b Board) ([]any, role.Role, error) {
	as, _, err := c.Issue.manages(c.Caller, c.Reason)
	switch pinned := slices.Contains(b.Pins, c.Issue.ID); {
	case err != nil || pinned == c.Pinned:
		return nil, as, err
	case pinned:
		return []any{Unpinned{Project: c.Issue.Project, Issue: c.Issue.ID}}, as, nil
	case c.Issue.Hidden:
		return nil, "", fault.Invalid("", "隐藏的反馈不能置顶。")
	case len(b.Pins) >= MaxPins:
		return nil, "", fault.Invalid("", fmt.Sprintf("一个资源最多置顶 %d 个反馈。", MaxPins))
	}
	return []any{Pinned{Project: c.Issue.Project, Issue: c.Issue.ID}}, as, nil
}

// Unpin ends the pin of an issue that is hidden now.
type Unpin struct {
	Issue State
	As    role.Role
}

func (c Unpin) decideBoard(b Board) ([]any, role.Role, error) {
	if !slices.Contains(b.Pins, c.Issue.ID) {
		return nil, "", nil
	}
	return []any{Unpinned{Project: c.Issue.Project, Issue: c.Issue.ID}}, c.As, nil
}
