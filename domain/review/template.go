package review

import (
	"regexp"
	"slices"
	"strings"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// MaxTemplate is the maximum length of a template, in characters.
const MaxTemplate = 4000

// Templates that belong to no option: what a message begins and ends with, and the one for a project without a remark.
const (
	Opening  = "opening"
	Closing  = "closing"
	Kept     = "closing-withheld"
	Approved = "approved"
)

var placeholder = regexp.MustCompile(`%[A-Z][A-Z0-9_]*%`)

// Template is a text of the message, with its placeholders.
type Template struct {
	ID           string
	Name         string
	Placeholders []string // without percent signs
	Required     []string // those that the text must contain
	Text         string   // before the first change
}

// Templates lists every template: the general ones, then those of the options in the order of the checklist.
func Templates() []Template {
	project := projectPlaceholders()
	list := []Template{
		{ID: Opening, Name: "开头", Placeholders: project, Text: "你好，感谢你提交「%PROJECT_TITLE%」。我们看过了，下面几处还需要调整："},
		{ID: Closing, Name: "结尾（拒绝）", Placeholders: project, Text: "改好之后，在[审核页](%PROJECT_URL%/moderation)重新提交就可以了。有疑问或者觉得我们弄错了，也可以在那里直接回复。"},
		{ID: Kept, Name: "结尾（保留）", Placeholders: project, Text: "如果有疑问，或者觉得我们弄错了，可以在[审核页](%PROJECT_URL%/moderation)直接回复。"},
		{ID: Approved, Name: "没有意见时", Placeholders: project, Text: "「%PROJECT_TITLE%」已通过审核，感谢你的分享！"},
	}
	for _, s := range Steps() {
		for _, o := range s.Options {
			t := Template{ID: o.ID, Name: s.Title + " · " + o.Name, Placeholders: project, Text: o.Text}
			for _, f := range o.Fillers {
				t.Placeholders = append(slices.Clip(t.Placeholders), f.ID)
				if f.Required {
					t.Required = append(t.Required, f.ID)
				}
			}
			list = append(list, t)
		}
	}
	return list
}

func templateOf(id string) (Template, bool) {
	list := Templates()
	if i := slices.IndexFunc(list, func(t Template) bool { return t.ID == id }); i >= 0 {
		return list[i], true
	}
	return Template{}, false
}

// State is the current text of every template. The zero State has those that the site was delivered with.
type State struct {
	versions map[string][]string // texts by template: version 1 first; an empty one is the delivered text
}

// Evolve applies one event to a state.
func Evolve(s State, event any) State {
	e, ok := event.(TemplateChanged)
	if !ok {
		return s
	}
	next := make(map[string][]string, len(s.versions)+1)
	for id, texts := range s.versions {
		next[id] = texts
	}
	next[e.Template] = append(slices.Clip(next[e.Template]), e.Text)
	return State{next}
}

// Version is the current version of a template.
func (s State) Version(id string) int { return len(s.versions[id]) }

// Text is a template's text in a version; false if there is none.
func (s State) Text(id string, version int) (string, bool) {
	t, ok := templateOf(id)
	if !ok || version < 0 || version > s.Version(id) {
		return "", false
	}
	if version == 0 || s.versions[id][version-1] == "" {
		return t.Text, true
	}
	return s.versions[id][version-1], true
}

// Current is a template's current text.
func (s State) Current(id string) string {
	words, _ := s.Text(id, s.Version(id))
	return words
}

// Change gives a template a new text; an empty one restores the delivered text. Seen is the version that the editor was
// looking at.
type Change struct {
	By       actor.Actor
	Template string
	Text     string
	Seen     int
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Change) ([]decision.Event, error) {
	if !c.By.Staff() {
		return nil, fault.Forbidden("只有管理团队可以修改审核模板。")
	}
	t, ok := templateOf(c.Template)
	if !ok {
		return nil, fault.NotFound("没有这个模板。")
	}
	words, err := text.Prose("text", "模板", strings.ReplaceAll(c.Text, "\r\n", "\n"), MaxTemplate)
	if err != nil {
		return nil, err
	}
	if words = strings.TrimSpace(words); words == t.Text {
		words = ""
	}
	if err := t.check(words); err != nil {
		return nil, err
	}
	current := s.Current(t.ID)
	if words == current || words == "" && current == t.Text {
		return nil, nil
	}
	if c.Seen != s.Version(t.ID) {
		return nil, fault.Conflict("这个模板刚刚被他人修改，请刷新后再改。")
	}
	return decision.In(role.Moderator, []any{TemplateChanged{Template: t.ID, Version: c.Seen + 1, Text: words}}, nil)
}

// check finds placeholders that nothing would replace, and required ones that are missing.
func (t Template) check(words string) error {
	if words == "" {
		return nil
	}
	found := placeholder.FindAllString(words, -1)
	for _, p := range found {
		if !slices.Contains(t.Placeholders, strings.Trim(p, "%")) {
			return fault.Invalid("text", "模板里有未知的占位符 "+p+"。")
		}
	}
	for _, id := range t.Required {
		if !slices.Contains(found, "%"+id+"%") {
			return fault.Invalid("text", "模板里缺少占位符 %"+id+"%。")
		}
	}
	return nil
}
