package risk

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

const (
	// MaxWords is the maximum number of phrases.
	MaxWords = 2000

	// MaxWord is the maximum length of a phrase, in characters.
	MaxWord = 64

	// MaxNote is the maximum length of the note on a change, in characters.
	MaxNote = 500

	// CodeLimit is the code of the fault of an account that may not write for a while.
	CodeLimit = "risk_limit"

	fieldWords = "words"
	fieldNote  = "note"
)

// Words is the list, folded from its stream. The zero Words is empty.
type Words struct {
	Version int
	List    []string // in the order in which they were added
}

// Evolve applies one event. It changes no earlier state.
func Evolve(s Words, event any) Words {
	e, ok := event.(WordsChanged)
	if !ok {
		return s
	}
	gone := make(map[string]bool, len(e.Removed))
	for _, w := range e.Removed {
		gone[w] = true
	}
	list := make([]string, 0, len(s.List)+len(e.Added))
	for _, w := range s.List {
		if !gone[w] {
			list = append(list, w)
		}
	}
	return Words{Version: e.Version, List: append(list, e.Added...)}
}

// Newest is the version of a stream by its last event.
func Newest(version int, event any) int {
	if e, ok := event.(WordsChanged); ok {
		return e.Version
	}
	return version
}

// Change puts another list in place of the one that the administrator was looking at, whose version is Seen.
type Change struct {
	By   actor.Actor
	List []string
	Note string
	Seen int
}

// MayRead is why an actor may not read the list; nil if they may.
func MayRead(by actor.Actor) error {
	if !by.Staff() {
		return fault.Forbidden("只有管理团队可以查看词语检查。")
	}
	return nil
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s Words, c Change) ([]decision.Event, error) {
	if !c.By.Admin() {
		return nil, fault.Forbidden("只有管理员可以修改检查的词语。")
	}
	list, err := checked(c.List)
	if err != nil {
		return nil, err
	}
	note, err := text.Line(fieldNote, "修改说明", c.Note, 1, MaxNote)
	if err != nil {
		return nil, err
	}
	added, removed := without(list, s.List), without(s.List, list)
	switch {
	case len(added) == 0 && len(removed) == 0:
		return nil, nil
	case c.Seen != s.Version:
		return nil, fault.Conflict("词语列表刚刚被他人修改，请核对后再保存。")
	}
	return decision.In(role.Admin, []any{
		WordsChanged{Version: s.Version + 1, Added: added, Removed: removed, By: c.By.Account, Note: erasable.Of(c.By.Account, note)},
	}, nil)
}

// checked are the phrases trimmed. A fault names the phrase that it is about.
func checked(given []string) ([]string, error) {
	if len(given) > MaxWords {
		return nil, fault.Invalid(fieldWords, fmt.Sprintf("最多 %d 个词语。", MaxWords))
	}
	list, seen := make([]string, 0, len(given)), make(map[string]string, len(given))
	for i, w := range given {
		label := fmt.Sprintf("第 %d 个词语", i+1)
		if utf8.ValidString(w) && utf8.RuneCountInString(w) <= 2*MaxWord {
			label = fmt.Sprintf("词语「%s」", strings.TrimSpace(w))
		}
		w, err := text.Line(fieldWords, label, w, 1, MaxWord)
		if err != nil {
			return nil, err
		}
		folded := Fold(w)
		if folded == "" {
			return nil, fault.Invalid(fieldWords, label+"没有可见的字符。")
		}
		if other, there := seen[folded]; there {
			return nil, fault.Invalid(fieldWords, fmt.Sprintf("词语「%s」与「%s」重复。", w, other))
		}
		seen[folded] = w
		list = append(list, w)
	}
	return list, nil
}

// without are the phrases of a list that are not in another one.
func without(list, other []string) []string {
	there := make(map[string]bool, len(other))
	for _, w := range other {
		there[w] = true
	}
	return slices.DeleteFunc(slices.Clone(list), func(w string) bool { return there[w] })
}
