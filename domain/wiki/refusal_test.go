package wiki

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
)

// refusal is an error as one line: kind, code, field or a hyphen, and the whole text.
func refusal(err error) string {
	var f *fault.Error
	if !errors.As(err, &f) {
		return fmt.Sprint(err)
	}
	return fmt.Sprintf("%s %s %s: %s", f.Kind, f.Code, cmp.Or(f.Field, "-"), f.Text)
}

// outcome is what a command led to: the names of its events, or its refusal.
func outcome(events []decision.Event, err error) string {
	if err != nil {
		return refusal(err)
	}
	names := make([]string, len(events))
	for i, e := range events {
		names[i] = reflect.TypeOf(e.Payload).Name()
	}
	return strings.Join(names, " ")
}

const (
	errSignIn  = "unauthorized unauthorized -: 请先登录。"
	errNoPage  = "not_found not_found -: 页面不存在。"
	errNoDraft = "not_found not_found -: 草稿不存在。"
)

// wikiOf is a wiki after one change, c1, that added pages and wrote those with an edition.
func wikiOf(pages ...Page) State {
	c := ChangePublished{Project: project, Change: "c1"}
	for _, p := range pages {
		c.Done = append(c.Done, Done{Page: p.ID, Op: OpAdded, Title: p.Title, Slug: p.Slug, Parent: p.Parent, Weight: p.Weight})
		if p.Edition != "" {
			c.Done = append(c.Done, Done{Page: p.ID, Op: OpWritten})
		}
	}
	return Evolve(State{}, c)
}

// branchOf are pages below each other, with titles, slugs and ids of the names.
func branchOf(names ...string) []Page {
	var pages []Page
	above := ""
	for _, name := range names {
		pages = append(pages, Page{ID: name, Title: "T" + name, Slug: "s" + name, Parent: above})
		above = name
	}
	return pages
}

// change publishes parts as another change.
func change(s State, id string, done ...Done) State {
	s = s.Clone()
	return Evolve(s, ChangePublished{Project: project, Change: id, Done: done})
}

// draft is a draft of alice after events.
func draft(events ...any) Draft {
	d := EvolveDraft(Draft{}, DraftOpened{Draft: "d1", Project: project, Account: alice, Base: "c1", Timed: true}, noon)
	for i, e := range events {
		d = EvolveDraft(d, e, noon.Add(time.Duration(i+1)*time.Minute))
	}
	return d
}

func submission() DraftSubmitted {
	return DraftSubmitted{Draft: "d1", Project: project, Account: alice, Submission: "s1", Msg: erasable.Of(alice, "更新")}
}

func rejection() DraftRejected {
	return DraftRejected{Draft: "d1", Project: project, Account: alice, Submission: "s1", Msg: erasable.Of(alice, "不行")}
}

func written(page, edition, body string) DraftPageWritten {
	return DraftPageWritten{Draft: "d1", Page: page, Edition: edition, Text: erasable.Of(alice, body)}
}

func retitled(page, was, now string) DraftPageRetitled {
	return DraftPageRetitled{Draft: "d1", Page: page, Was: was, Title: erasable.Of(alice, now)}
}

func addedPage(id, title, slug, parent string) DraftPageAdded {
	return DraftPageAdded{Draft: "d1", Page: id, Title: erasable.Of(alice, title), Slug: erasable.Of(alice, slug), Parent: parent}
}

func same(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func none(string) string { return "" }
