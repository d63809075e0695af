package curation

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// Limits of a choice.
const (
	MaxEntries     = 12
	maxTitle       = 64
	maxDescription = 160
	maxImage       = 2048
)

// Known is true if the place exists.
func (p Place) Known() bool { return p == Home || p == Modpack || p == Software }

// Takes is true if the place accepts projects of the type.
func (p Place) Takes(projectType string) bool { return p == Home || string(p) == projectType }

// State is the current choice of one place. The zero State is empty.
type State struct{ Entries []Entry }

// Evolve applies one event to a state.
func Evolve(s State, event any) State {
	if e, ok := event.(Changed); ok {
		return State{Entries: e.Entries}
	}
	return s
}

// Change replaces the choice. The caller checks that the projects exist and have a type that the place accepts.
type Change struct {
	By      actor.Actor
	Place   Place
	Entries []Entry
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Change) ([]decision.Event, error) {
	if !c.By.Staff() {
		return nil, fault.Forbidden("只有管理团队可以选择精选内容。")
	}
	if !c.Place.Known() {
		return nil, fault.Invalid("place", "没有这个精选位置。")
	}
	if len(c.Entries) > MaxEntries {
		return nil, fault.Invalid("entries", "精选内容不能超过 "+strconv.Itoa(MaxEntries)+" 项。")
	}
	entries, seen := make([]Entry, 0, len(c.Entries)), map[string]bool{}
	for _, e := range c.Entries {
		if e.Project == "" || seen[e.Project] {
			return nil, fault.Invalid("entries", "每一项都应是不同的资源。")
		}
		seen[e.Project] = true
		e.Title, e.Description = strings.TrimSpace(e.Title), strings.TrimSpace(e.Description)
		if !line(e.Title, maxTitle) || !line(e.Description, maxDescription) {
			return nil, fault.Invalid("entries", "标题或简介过长，或包含不允许的字符。")
		}
		if !picture(e.Image) {
			return nil, fault.Invalid("entries", "图片应是 http 或 https 地址。")
		}
		entries = append(entries, e)
	}
	if slices.Equal(entries, s.Entries) {
		return nil, nil
	}
	return decision.In(role.Moderator, []any{Changed{Place: c.Place, Entries: entries}}, nil) // all members of the staff share the choices
}

func line(s string, most int) bool {
	return utf8.ValidString(s) && utf8.RuneCountInString(s) <= most && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
	})
}

// picture is true if an image is empty or can be displayed.
func picture(s string) bool {
	if s == "" {
		return true
	}
	u, err := url.Parse(s)
	return err == nil && len(s) <= maxImage && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil && line(s, maxImage)
}
