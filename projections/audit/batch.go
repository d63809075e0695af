package audit

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// batch applies one batch of events.
type batch struct {
	rows     *rows.Set
	subjects map[string]*subject
	changed  map[string]bool
	texts    map[string]map[uint64]bool // positions of the entries with a text of an account
}

func newBatch(s *rows.Set) *batch {
	return &batch{rows: s, subjects: map[string]*subject{}, changed: map[string]bool{}, texts: map[string]map[uint64]bool{}}
}

// Load reads the subjects of the events, and the entries with texts of accounts that are erased.
func (b *batch) Load(ctx context.Context, tx pgx.Tx, events []runtime.Event) error {
	keys, gone := map[string]bool{}, map[string]bool{}
	for _, e := range events {
		if kind, id := subjectOf(e); kind == SubjectVersion {
			keys[key(SubjectProject, projectOf(e))] = true
		} else {
			keys[key(kind, id)] = true
		}
		switch p := e.Payload.(type) {
		case account.Erased:
			gone[p.Account] = true
		default:
			if project := projectOf(e); project != "" {
				keys[key(SubjectProject, project)] = true
			}
		}
	}
	for id := range b.subjects {
		delete(keys, id)
	}
	wanted := slices.Sorted(maps.Keys(keys))
	if err := subjects.Find(ctx, tx, "id", subjects.May(b.rows, wanted), func(s subject) { b.subjects[s.ID] = &s }); err != nil {
		return fmt.Errorf("load subjects: %w", err)
	}
	for id := range gone {
		for _, column := range []string{"text_of", "message_of"} {
			if err := entries.Find(ctx, tx, column, []string{id}, func(e entry) { b.keep(id, e.Position) }); err != nil {
				return fmt.Errorf("load texts of an erased account: %w", err)
			}
		}
	}
	return nil
}

// keep notes that an entry has a text of an account.
func (b *batch) keep(account string, position uint64) {
	if account == "" {
		return
	}
	if b.texts[account] == nil {
		b.texts[account] = map[uint64]bool{}
	}
	b.texts[account][position] = true
}

// Flush writes the subjects that changed.
func (b *batch) Flush(context.Context, pgx.Tx) error {
	for _, id := range slices.Sorted(maps.Keys(b.changed)) {
		subjects.Put(b.rows, *b.subjects[id])
	}
	b.changed = map[string]bool{}
	return nil
}

func key(kind, id string) string { return kind + "/" + id }

// of is what is known of a thing; change marks it to be written.
func (b *batch) of(kind, id string) *subject {
	k := key(kind, id)
	s := b.subjects[k]
	if s == nil {
		s = &subject{ID: k}
		b.subjects[k] = s
	}
	return s
}

func (b *batch) change(kind, id string) *subject {
	b.changed[key(kind, id)] = true
	return b.of(kind, id)
}

// subjectOf is the thing of an event's stream.
func subjectOf(e runtime.Event) (kind, id string) {
	switch eventlog.Category(e.Stream) {
	case "account":
		return SubjectUser, e.Subject()
	case "assignment", "claim", "translation", "undo", "wiki", "wikidraft", "wikieditor":
		return SubjectProject, projectOf(e)
	case "curation":
		return SubjectPlace, e.Subject()
	case "retention":
		return SubjectContent, e.Subject()
	}
	return eventlog.Category(e.Stream), e.Subject()
}

// projectOf is the project that a payload names, or that of the stream.
func projectOf(e runtime.Event) string {
	if eventlog.Category(e.Stream) == "project" {
		return e.Subject()
	}
	id, _ := field(e.Payload, "Project").(string)
	return id
}

// field is a field of a payload; nil where it has none of the name.
func field(payload any, name string) any {
	if v := reflect.ValueOf(payload); v.Kind() == reflect.Struct {
		if f := v.FieldByName(name); f.IsValid() {
			return f.Interface()
		}
	}
	return nil
}

// begin makes the entry of an event, with everything that is the same for all kinds.
func (b *batch) begin(e runtime.Event, kind string) entry {
	r := entry{
		Position: uint64(e.Position), At: e.At(), Event: e.ID.String(), Type: e.Type, Stream: e.Stream, Revision: int64(e.Revision),
		Kind: kind, Mark: MarkOf(e.Meta), Actor: e.Meta.Actor, Role: e.Meta.Role, Options: []string{},
	}
	r.SubjectKind, r.Subject = subjectOf(e)
	r.Project = projectOf(e)
	if known := b.of(r.SubjectKind, r.Subject); r.Project == "" {
		r.Name = known.Name
	} else {
		r.Name = b.of(SubjectProject, r.Project).Name
	}
	switch why := field(e.Payload, "Reason").(type) {
	case *reason.Reason:
		if why != nil {
			r.ReasonCode, r.ReasonText = string(why.Code), why.Text
		}
	case *reason.Addressed:
		if why != nil {
			r.ReasonCode = string(why.Code)
			if why.Text != nil {
				r.ReasonText, r.TextOf = why.Text.String(), why.Text.Subject
			}
		}
	case reason.Code:
		r.ReasonCode = string(why)
	}
	return r
}

// add stores an entry.
func (b *batch) add(r entry) {
	r.Concerns = []string{}
	for _, id := range []string{r.Subject, r.Project, r.About, r.Item} {
		if id != "" && !slices.Contains(r.Concerns, id) {
			r.Concerns = append(r.Concerns, id)
		}
	}
	r.index()
	b.keep(r.TextOf, r.Position)
	b.keep(r.MessageOf, r.Position)
	entries.Put(b.rows, r)
}

// aboutTerm makes a term the subject, because the stream is that of all terms.
func (r *entry) aboutTerm(term string) { r.SubjectKind, r.Subject, r.Name = SubjectTerm, term, term }

// aboutTemplate makes a template the subject, under its name in the checklist; the stream is that of all templates.
func (r *entry) aboutTemplate(p review.TemplateChanged) {
	r.SubjectKind, r.Subject, r.Value = SubjectTemplate, p.Template, strconv.Itoa(p.Version)
	for _, t := range review.Templates() {
		if t.ID == p.Template {
			r.Name = t.Name
		}
	}
}

func (r *entry) index() { r.Grams = Grams(r.Name, r.Message, r.ReasonText, r.Value) }

// erase blanks the texts of an account. A rebuild gives the same rows: texts without a key are shown as erased.
func (b *batch) erase(id string) {
	for _, position := range slices.Sorted(maps.Keys(b.texts[id])) {
		entries.Update(b.rows, entry{Position: position}, func(r *entry) {
			if r.TextOf == id {
				r.ReasonText = erasable.Erased
			}
			if r.MessageOf == id {
				r.Message = erasable.Erased
			}
			r.index()
		})
	}
}
