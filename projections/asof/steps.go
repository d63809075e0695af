package asof

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/read"
	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/projections/runtime"
)

// Step is what one command did to a project and its versions.
type Step struct {
	Position read.Position // of its last event
	At       time.Time
	Actor    string // account, or empty for the program
	Role     string // in which the actor acted
	Kinds    []string
	Outside  []string // those of Kinds whose effect visitors saw
	From, To string   // the project's status before and after it; From is empty for the first step
	Type     string   // what it did to the review: created, submitted, approved, rejected, withheld, undone, status_changed, or empty
	Forced   bool     // by the staff outside of a round: a change of status, and no decision
	Round    int      // of review, 0 before the first
	Versions []string // numbers of the versions that it concerns
	Listed   []string // those of Versions that visitors saw
	Message  string   // of a decision
	Options  []string // of the checklist that led to a decision
	Reason   *Reason  // of the staff
}

// Reason is why the staff did something. An erased text is erasable.Erased.
type Reason struct{ Code, Text string }

// Everything is a position after all events.
const Everything read.Position = math.MaxInt64

// Public is true for a status in which everybody may see a project that the staff does not withhold.
func Public(status string) bool {
	switch project.Status(status) {
	case project.Listed, project.Archived, project.Unlisted:
		return true
	}
	return false
}

// Steps are the steps of a project up to a position, oldest first; none for a project that did not exist then.
func (r *Reader) Steps(ctx context.Context, id string, at read.Position) ([]Step, error) {
	names, err := r.streams(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read the steps of project %s: %w", id, err)
	}
	var life catalog.Life
	var f steps
	for recorded, err := range r.opts.Log.Streams(ctx, names, at) {
		e := runtime.Event{Recorded: recorded}
		if err == nil {
			e.Payload, err = r.opts.Codec.Decode(e.Type, e.Data)
		}
		if err == nil {
			err = r.open(ctx, &e)
		}
		if err != nil {
			return nil, fmt.Errorf("read the steps of project %s: %w", id, err)
		}
		before := life.Standing()
		_, listed := life.Version(e.Subject())
		life.Apply(e)
		f.add(e, before, listed, &life)
	}
	return f.list, nil
}

// open decrypts the texts of an event, or finds that they were erased.
func (r *Reader) open(ctx context.Context, e *runtime.Event) error {
	if r.opts.Texts == nil || !r.opts.Texts.Seals(reflect.TypeOf(e.Payload)) {
		return nil
	}
	payloads := []any{e.Payload}
	if err := r.opts.Texts.Open(ctx, []eventlog.Recorded{e.Recorded}, payloads); err != nil {
		return fmt.Errorf("open texts: %w", err)
	}
	e.Payload = payloads[0]
	return nil
}

// steps joins events to steps.
type steps struct {
	list    []Step
	command string // of the last step
}

// add joins an event to the step of its command. listed says whether visitors saw its version before it.
func (f *steps) add(e runtime.Event, before catalog.Standing, listed bool, life *catalog.Life) {
	kind, now := typeOf(e.Payload), life.Standing()
	last := len(f.list) - 1
	if last < 0 || !f.continues(e) || kind != "" && f.list[last].Type != "" {
		f.list = append(f.list, Step{Actor: e.Meta.Actor, Role: e.Meta.Role, From: before.Status})
		f.command = e.Meta.Command
		last++
	}
	s := &f.list[last]
	s.Position, s.At, s.To, s.Round = e.Position, e.At(), now.Status, now.Rounds
	if kind != "" {
		s.Type = kind
	}
	name := number.ReplaceAllString(e.Type, "")
	s.Kinds = add(s.Kinds, name)
	if eventlog.Category(e.Stream) == "version" {
		number, now := life.Version(e.Subject())
		listed = listed || now
		s.Versions = add(s.Versions, number)
		if listed {
			s.Listed = add(s.Listed, number)
		}
	} else {
		listed = true
	}
	if listed && shown(e.Payload) {
		s.Outside = add(s.Outside, name)
	}
	s.decide(e.Payload)
	if why := reasonOf(e.Payload); why != nil {
		s.Reason = why
	}
}

// continues says whether an event belongs to the command of the last step.
func (f *steps) continues(e runtime.Event) bool {
	s := f.list[len(f.list)-1]
	return e.Meta.Command != "" && e.Meta.Command == f.command && e.Meta.Actor == s.Actor && e.At().Equal(s.At)
}

func add(list []string, one string) []string {
	if one == "" || slices.Contains(list, one) {
		return list
	}
	return append(list, one)
}

// number is the end of an event's type.
var number = regexp.MustCompile(`\.v\d+$`)

func typeOf(payload any) string {
	switch payload.(type) {
	case project.Created:
		return "created"
	case project.Submitted:
		return "submitted"
	case project.Approved:
		return "approved"
	case project.Rejected:
		return "rejected"
	case project.Withheld:
		return "withheld"
	case project.DecisionUndone:
		return "undone"
	case project.ListedByImport, project.ReleasePlanEnded, project.StatusChanged:
		return "status_changed"
	}
	return ""
}

func (s *Step) decide(payload any) {
	switch c := payload.(type) {
	case project.Approved:
		s.Message, s.Options, s.Forced = c.Message, c.Options, c.Submission == ""
	case project.Rejected:
		s.Message, s.Options, s.Forced = c.Message, c.Options, c.Submission == ""
	case project.Withheld:
		s.Message, s.Options, s.Forced = c.Message, c.Options, c.Submission == ""
	case project.DecisionUndone:
		if c.Reason != nil {
			s.Message = c.Reason.Text
		}
	}
}

// reasonOf is the member Reason of an event, which most events of projects have.
func reasonOf(payload any) *Reason {
	v := reflect.ValueOf(payload)
	if v.Kind() != reflect.Struct {
		return nil
	}
	member := v.FieldByName("Reason")
	if !member.IsValid() || member.Kind() != reflect.Pointer || member.IsNil() {
		return nil
	}
	switch why := member.Interface().(type) {
	case *reason.Reason:
		return &Reason{Code: string(why.Code), Text: why.Text}
	case *reason.Addressed:
		code, text := why.Words()
		return &Reason{Code: string(code), Text: text}
	}
	return nil
}

// shown is true for events whose effect visitors see on the page of a public project.
func shown(payload any) bool {
	switch payload.(type) {
	case project.Created, project.Renamed, project.SlugChanged, project.Summarised, project.Described, project.Categorised,
		project.LinksChanged, project.LicenceChanged, project.EnvironmentsChanged, project.AliasesChanged, project.IconChanged,
		project.PictureAdded, project.PictureCaptioned, project.PictureFeatured, project.PictureUnfeatured, project.PictureReordered,
		project.PictureRemoved, project.Approved, project.StatusChanged, project.ListedByImport,
		project.VersionCreated, project.VersionRenamed, project.VersionRenumbered, project.ChangelogWritten, project.VersionEnvironmentSet,
		project.ChannelChanged, project.VersionStatusChanged, project.VersionFeatured, project.VersionUnfeatured,
		project.CompatibilityChanged, project.DependenciesChanged, project.PrimaryFileChosen, project.FileKindsChanged,
		project.FilesAdded, project.FileRemoved, project.VersionDeleted:
		return true
	}
	return false
}
