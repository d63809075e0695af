package organization

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/fault"
)

// State is what decides about an organization, folded from its stream. The zero State is not there.
type State struct {
	ID          string
	Slug        string
	Name        string
	Description string
	IconURL     string
	Owner       string
	Repost      bool
}

// PermissionsOf is what an account may do with the organization itself.
func (s State) PermissionsOf(account string) Permissions {
	if account != "" && account == s.Owner {
		return AllPermissions
	}
	return 0
}

// Evolve adds one event to a state.
func Evolve(s State, event any) State {
	if e, ok := event.(Created); ok {
		return State{ID: e.Organization, Slug: e.Slug, Name: e.Name, Description: e.Description, IconURL: e.IconURL, Owner: e.Owner, Repost: e.Repost}
	}
	return s
}

// Create begins an organization. Slug must be normal already (see project.NormalSlug) and reserved with it.
type Create struct {
	Account      string
	Organization string
	Slug         string
	Name         string
	Description  string
	IconURL      string
	Repost       bool // only for the site's own import
}

// Decide answers the command with the events that follow, or with a *fault.Error.
func Decide(s State, c Create) ([]any, error) {
	if s.ID != "" {
		return nil, fault.Conflict("该团队已存在。")
	}
	if c.Account == "" {
		return nil, fault.Unauthorized("请先登录。")
	}
	name, err := text("name", "团队名称", c.Name, 3, 64)
	if err != nil {
		return nil, err
	}
	description, err := text("description", "团队简介", c.Description, 3, 256)
	if err != nil {
		return nil, err
	}
	return []any{Created{
		Organization: c.Organization, Slug: c.Slug, Name: name, Description: description,
		IconURL: c.IconURL, Owner: c.Account, Repost: c.Repost,
	}}, nil
}

func text(field, label, value string, lowest, highest int) (string, error) {
	if !utf8.ValidString(value) {
		return "", fault.Invalid(field, label+"不是有效的 UTF-8 文本。")
	}
	value = strings.TrimSpace(value)
	for _, r := range value {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return "", fault.Invalid(field, label+"包含不允许的控制字符。")
		}
	}
	if n := utf8.RuneCountInString(value); n < lowest || n > highest {
		return "", fault.Invalid(field, label+"的长度不符合要求。")
	}
	return value, nil
}

// Has says that p holds every bit of q.
func (p Permissions) Has(q Permissions) bool { return p&q == q }
