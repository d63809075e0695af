// Package review defines the moderators' checklist: its steps, what may be wrong at each, and the message to the author
// that follows from what was chosen. The texts of the message are templates, which the staff changes by events.
package review

import "github.com/modyard/modyard/domain/reason"

// Verdict is the decision that an option suggests.
type Verdict string

// The verdicts.
const (
	Approve  Verdict = "approve"
	Reject   Verdict = "reject"
	Withhold Verdict = "withhold"
)

// Tab is the part of a project's page that a step is about.
type Tab string

// The tabs. Stay means that the step is about no special one.
const (
	Stay       Tab = ""
	Overview   Tab = "overview"
	Gallery    Tab = "gallery"
	Versions   Tab = "versions"
	Moderation Tab = "moderation"
)

// Filler is a text that the moderator enters for an option. It replaces %ID% in the template.
type Filler struct {
	ID       string
	Question string
	Required bool
	Large    bool // several lines of Markdown; otherwise one line of plain text
}

// Option is something that can be wrong.
type Option struct {
	ID      string
	Name    string
	Fillers []Filler
	Reason  reason.Code // of the decision, if nothing else is chosen
	Verdict Verdict
	Text    string // the template before the first change
}

// Step is one question of the checklist.
type Step struct {
	ID         string
	Title      string
	Question   string
	Rules      []string
	Examples   []string // of what is rejected
	Exceptions []string
	Tab        Tab
	Options    []Option
	shown      func(Facts) bool // nil: always
}

// ShownFor is true if the step applies to a project.
func (s Step) ShownFor(f Facts) bool { return s.shown == nil || s.shown(f) }

// Steps is the checklist, in the order in which it is worked through.
func Steps() []Step {
	return []Step{
		titleStep(), slugStep(), summaryStep(), descriptionStep(), linksStep(), categoriesStep(), sidesStep(), galleryStep(),
		versionsStep(), copyrightStep(), rulesStep(), packPermissionsStep(), privateServerStep(),
	}
}

// OptionName names what the checklist found wrong by its id, with the title of its step; an unknown id is its own name.
func OptionName(id string) string {
	step, option, ok := find(id)
	if !ok {
		return id
	}
	return step.Title + " · " + option.Name
}

// find returns an option and its step.
func find(id string) (Step, Option, bool) {
	for _, s := range Steps() {
		for _, o := range s.Options {
			if o.ID == id {
				return s, o, true
			}
		}
	}
	return Step{}, Option{}, false
}

// Link is an external link of a project.
type Link struct{ Name, URL string }

// Facts are what the checklist needs to know about a project.
type Facts struct {
	ID         string
	Type       string
	Title      string
	Slug       string
	Summary    string
	Client     string // support on the client's side, and on the server's
	Server     string
	Links      []Link
	Categories []string
	Pictures   int // in the gallery
}

func (f Facts) is(types ...string) bool {
	for _, t := range types {
		if f.Type == t {
			return true
		}
	}
	return false
}
