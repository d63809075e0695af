package wiki

import (
	"errors"
	"fmt"
	"maps"
	"time"

	"pgregory.net/rapid"

	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// world is a wiki with drafts of several people, changed by random commands. What it knows of texts and of what was
// typed comes from the commands that it sent, not from the code under test.
type world struct {
	now      time.Time
	wiki     State
	history  []State // after each change; the first is the empty wiki
	changes  []ChangePublished
	texts    map[string]string            // published now
	written  map[string]map[string]string // by change, then by page
	drafts   map[string]Draft             // by account: the open one, or the last that ended
	events   map[string][]stored          // by draft
	places   map[string]Place
	typed    map[string]map[string]string // by draft, then by page: texts that must be in the draft
	of       map[string]OpenDrafts
	previews map[string]string // what was shown, by Seen
	open     OpenDrafts
	ids      int
}

type stored struct {
	event any
	at    time.Time
}

func newWorld() *world {
	return &world{
		now: noon, history: []State{{}}, texts: map[string]string{}, written: map[string]map[string]string{}, drafts: map[string]Draft{},
		events: map[string][]stored{}, places: map[string]Place{}, typed: map[string]map[string]string{}, of: map[string]OpenDrafts{}, previews: map[string]string{},
	}
}

func (w *world) id(kind string) string {
	w.ids++
	return fmt.Sprintf("%s%04d", kind, w.ids)
}

func (w *world) text(page string) string { return w.texts[page] }

func (w *world) merge(d Draft) Merged { return Merge(w.wiki.Tree, d, w.text) }

func (w *world) writer(account string) Writer {
	if account == reviewer {
		return Writer{By: editor(reviewer), Wiki: w.wiki}
	}
	return Writer{By: member(account), Wiki: w.wiki}
}

// ask sends a command on the draft of an account and returns its events; nil if it was refused.
func (w *world) ask(t rapid.TB, account string, c DraftCommand) []any {
	events, err := DecideDraft(w.drafts[account], c)
	var f *fault.Error
	if err != nil && !errors.As(err, &f) {
		t.Fatalf("%T: %v", c, err)
	}
	payloads := decisiontest.Payloads(events)
	for _, e := range payloads {
		w.follow(account, e)
	}
	return payloads
}

func (w *world) follow(account string, event any) {
	if o, ok := event.(DraftOpened); ok {
		w.drafts[account] = Draft{ID: o.Draft}
	}
	id := w.drafts[account].ID
	w.drafts[account] = EvolveDraft(w.drafts[account], event, w.now)
	w.events[id] = append(w.events[id], stored{event, w.now})
}

func (w *world) place(account string, events ...any) {
	for _, e := range events {
		w.places[account] = EvolvePlace(w.places[account], e, w.now)
		w.of[account], w.open = EvolveOpen(w.of[account], e), EvolveOpen(w.open, e)
	}
}

func (w *world) begin(t rapid.TB, account string, from Draft, reverts string) {
	c := OpenDraft{
		Writer: w.writer(account), ID: w.id("draft"), Project: project, Place: w.places[account], OfAccount: w.of[account], OfProject: w.open,
		Now: w.now, From: from, Reverts: reverts,
	}
	events, err := DecideDraft(Draft{}, c)
	if err != nil {
		return
	}
	w.typed[c.ID] = map[string]string{}
	for _, e := range events {
		w.follow(account, e.Payload)
		if p, ok := e.Payload.(DraftPageWritten); ok {
			w.typed[c.ID][p.Page] = p.Text.String()
		}
	}
	w.place(account, c.Begun())
}

// publish applies a change to everything that is published.
func (w *world) publish(t rapid.TB, c ChangePublished, m Merged) {
	w.history[len(w.history)-1] = w.wiki.Clone()
	w.wiki = Evolve(w.wiki, c)
	w.history, w.changes = append(w.history, w.wiki.Clone()), append(w.changes, c)
	w.written[c.Change] = map[string]string{}
	for _, d := range c.Done {
		if d.Op == OpWritten {
			text, ok := m.Texts[d.Page]
			if !ok {
				t.Fatalf("the change %s has no text of %s", c.Change, d.Page)
			}
			w.texts[d.Page], w.written[c.Change][d.Page] = text, text
		}
	}
	if len(w.written[c.Change]) != len(m.Texts) {
		t.Fatalf("%d texts, %d written pages", len(m.Texts), len(w.written[c.Change]))
	}
	for id, p := range m.Tree.Pages { // what Seen named is what is published
		_, written := w.written[c.Change][id]
		if p.Touched == pending || written {
			p.Touched = c.Change
		}
		if written {
			p.Edition = c.Change
		}
		if p.Gone == pending {
			p.Gone = c.Change
		}
		if p != w.wiki.Pages[id] {
			t.Fatalf("published %+v, seen %+v", w.wiki.Pages[id], p)
		}
	}
	if len(m.Tree.Pages) != len(w.wiki.Pages) || m.Tree.Home() != w.wiki.Home() {
		t.Fatalf("published %d pages, seen %d", len(w.wiki.Pages), len(m.Tree.Pages))
	}
	w.checkPublished(t)
}

// accept publishes the draft of an account that is in review.
func (w *world) accept(t rapid.TB, account string) {
	d := w.drafts[account]
	m := w.merge(d)
	change := w.id("change")
	var c DraftCommand = Accept{By: editor(reviewer), Wiki: w.wiki, Change: change, Merged: m, Seen: m.Seen}
	if account == reviewer {
		c = Publish{Writer: w.writer(account), Change: change, Merged: m}
	}
	if w.ask(t, account, c) == nil {
		return
	}
	if len(m.Conflicts) > 0 {
		t.Fatalf("published with conflicts: %+v", m.Conflicts)
	}
	d = w.drafts[account]
	for page, text := range w.typed[d.ID] { // a text that was typed is published, unless its page goes
		if _, live := m.Tree.Live(page); live && text != w.texts[page] && m.Texts[page] != text {
			t.Fatalf("the text %q of %s was lost: %+v", text, page, m)
		}
	}
	w.place(account, Ended(d, w.places[account], account == reviewer, w.now)...)
	e := Published(d, m, change, nil)
	if events, err := Decide(w.wiki, PublishDraft{Role: role.Member, Event: e}); err != nil || len(events) != 1 {
		t.Fatal(err)
	}
	w.publish(t, e, m)
}

func (w *world) inverse(n int) (ChangePublished, Draft) {
	c := w.changes[n]
	texts := map[string]string{}
	for _, past := range w.changes[:n] {
		maps.Copy(texts, w.written[past.Change])
	}
	return c, Inverse(c, w.history[n], w.history[n+1], func(page string) string { return texts[page] })
}

// revert publishes the inverse of a change, or opens a draft with it where it has conflicts.
func (w *world) revert(t rapid.TB, n int) {
	c, inverse := w.inverse(n)
	m := w.merge(inverse)
	if len(m.Conflicts) > 0 {
		w.begin(t, reviewer, inverse, c.Change)
		return
	}
	last := n == len(w.changes)-1
	events, err := Decide(w.wiki, Revert{
		By: editor(reviewer), Project: project, Change: w.id("change"), Reverts: c.Change, Base: w.wiki.Head, Merged: m, Msg: "撤销",
	})
	if err != nil {
		if last && visibly(w.history[n].Tree) != visibly(w.history[n+1].Tree) {
			t.Fatalf("the last change can not be reverted: %v", err)
		}
		return
	}
	before := w.textsOf(n)
	w.publish(t, events[0].Payload.(ChangePublished), m)
	if last {
		if was, is := visibly(w.history[n].Tree), visibly(w.wiki.Tree); was != is {
			t.Fatalf("the revert of %+v (%+v) gives\n%s\nit was\n%s", c, inverse, is, was)
		}
		for id, p := range w.wiki.Pages {
			if p.Gone == "" && before[id] != w.texts[id] {
				t.Fatalf("the text of %s is %q, it was %q", id, w.texts[id], before[id])
			}
		}
	}
}

// textsOf are the published texts before a change.
func (w *world) textsOf(n int) map[string]string {
	texts := map[string]string{}
	for _, c := range w.changes[:n] {
		maps.Copy(texts, w.written[c.Change])
	}
	return texts
}
