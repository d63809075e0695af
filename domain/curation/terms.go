package curation

import (
	"strconv"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Searches is the id of the stream of struck terms.
const Searches = "searches"

// Limits of struck terms.
const (
	MaxStruck = 500
	maxTerm   = 32
)

// TermStruck keeps a term out of the popular searches.
//
// History: {actor} strikes {term} from the popular searches.
type TermStruck struct {
	Term   string         `json:"term"` // in normal form
	Reason *reason.Reason `json:"reason"`
}

// TermAllowed lets a struck term become popular again.
//
// History: {actor} allows {term} among the popular searches again.
type TermAllowed struct {
	Term   string         `json:"term"`
	Reason *reason.Reason `json:"reason"`
}

// Struck are the terms that the staff has struck. The zero Struck is empty.
type Struck struct{ terms map[string]bool }

// EvolveStruck applies one event to a state.
func EvolveStruck(s Struck, event any) Struck {
	next := func() map[string]bool {
		terms := make(map[string]bool, len(s.terms)+1)
		for t := range s.terms {
			terms[t] = true
		}
		return terms
	}
	switch e := event.(type) {
	case TermStruck:
		terms := next()
		terms[e.Term] = true
		return Struck{terms}
	case TermAllowed:
		terms := next()
		delete(terms, e.Term)
		return Struck{terms}
	}
	return s
}

// Judge strikes a term, or allows it again. The caller brings the term into normal form.
type Judge struct {
	By     actor.Actor
	Term   string
	Strike bool
	Reason *reason.Reason
}

// DecideStruck returns the events of a command, or a *fault.Error.
func DecideStruck(s Struck, c Judge) ([]decision.Event, error) {
	if !c.By.Staff() {
		return nil, fault.Forbidden("只有管理团队可以撤下搜索词。")
	}
	if n := utf8.RuneCountInString(c.Term); n == 0 || n > maxTerm || !line(c.Term, maxTerm) {
		return nil, fault.Invalid("term", "这不是可以统计的搜索词。")
	}
	why, err := reason.For(role.Moderator, c.Reason)
	if err != nil {
		return nil, err
	}
	if s.terms[c.Term] == c.Strike {
		return nil, nil
	}
	if !c.Strike {
		return decision.In(role.Moderator, []any{TermAllowed{Term: c.Term, Reason: why}}, nil)
	}
	if len(s.terms) >= MaxStruck {
		return nil, fault.Invalid("term", "撤下的搜索词不能超过 "+strconv.Itoa(MaxStruck)+" 个。")
	}
	return decision.In(role.Moderator, []any{TermStruck{Term: c.Term, Reason: why}}, nil)
}
