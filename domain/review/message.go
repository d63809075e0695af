package review

import (
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/text"
)

// The bounds of what a moderator enters.
const (
	MaxChosen = 64
	MaxFiller = 8000 // characters
)

// MaxMessage is the maximum length of a message, in characters: that of a decision's message.
const MaxMessage = 65536

// Chosen is an option that a moderator has chosen, with the values of its fillers by their ids.
type Chosen struct {
	Option string            `json:"option"`
	Values map[string]string `json:"values,omitempty"`
}

// Use names the version of a template that a message was made from.
type Use struct {
	Template string `json:"template"`
	Version  int    `json:"version"`
}

// Message is what the chosen options say to the author.
type Message struct {
	Text    string
	Options []string    // the chosen ones, in the order of the checklist
	Uses    []Use       // the templates of the text
	Missing []string    // required fillers without a value, as option/ID
	Reason  reason.Code // the suggested reason of the decision
	Verdict Verdict     // the suggested decision
}

// Check rejects options and fillers that do not exist, repeated options, and values that are too long.
func Check(chosen []Chosen) error {
	if len(chosen) > MaxChosen {
		return fault.Invalid("chosen", "选项过多。")
	}
	seen := map[string]bool{}
	for _, c := range chosen {
		_, o, ok := find(c.Option)
		if !ok || seen[c.Option] {
			return fault.Invalid("chosen", "选项不存在或重复。")
		}
		seen[c.Option] = true
		known := map[string]bool{}
		for _, f := range o.Fillers {
			known[f.ID] = true
		}
		for id, value := range c.Values {
			if !known[id] {
				return fault.Invalid("chosen", "选项没有这一项内容。")
			}
			if _, err := text.Prose("chosen", "填写的内容", value, MaxFiller); err != nil {
				return err
			}
		}
	}
	return nil
}

// ComposeFor makes the message about a project from the chosen options. site is the address of the site, without a slash at
// the end. Every step keeps its place in the order of the checklist, in whichever order the options were chosen. The message
// ends as a decision that the moderator has made; without a verdict, or without an option, as the options suggest.
func ComposeFor(want Verdict, s State, site string, f Facts, chosen []Chosen) (Message, error) {
	if want != "" && want != Reject && want != Withhold {
		return Message{}, fault.Invalid("verdict", "没有这个决定。")
	}
	if err := Check(chosen); err != nil {
		return Message{}, err
	}
	values := map[string]map[string]string{}
	for _, c := range chosen {
		values[c.Option] = c.Values
		if c.Values == nil {
			values[c.Option] = map[string]string{}
		}
	}
	m := Message{Verdict: Approve, Reason: reason.Complies, Options: []string{}, Missing: []string{}}
	var parts []string
	add := func(id string, own map[string]string) string {
		m.Uses = append(m.Uses, Use{Template: id, Version: s.Version(id)})
		return fill(s.Current(id), site, f, own)
	}
	for _, step := range Steps() {
		for _, o := range step.Options {
			given, on := values[o.ID]
			if !on {
				continue
			}
			if len(parts) == 0 {
				m.Verdict, m.Reason = o.Verdict, o.Reason
				parts = append(parts, add(Opening, nil))
			}
			if o.Verdict == Reject && m.Verdict != Reject { // what must be mended outweighs what may stay
				m.Verdict, m.Reason = Reject, o.Reason
			}
			m.Options = append(m.Options, o.ID)
			own := map[string]string{}
			for _, filler := range o.Fillers {
				value := strings.TrimSpace(given[filler.ID])
				if value == "" && filler.Required {
					m.Missing = append(m.Missing, o.ID+"/"+filler.ID)
				}
				if !filler.Large {
					value = plain(value)
				}
				own[filler.ID] = value
			}
			parts = append(parts, "## "+step.Title+" · "+o.Name, add(o.ID, own))
		}
	}
	if len(parts) > 0 && (want == Reject || want == Withhold) {
		m.Verdict = want
	}
	switch {
	case len(parts) == 0:
		parts = append(parts, add(Approved, nil))
	case m.Verdict == Withhold:
		parts = append(parts, add(Kept, nil))
	default:
		parts = append(parts, add(Closing, nil))
	}
	m.Text = strings.Join(parts, "\n\n")
	if utf8.RuneCountInString(m.Text) > MaxMessage {
		return Message{}, fault.Invalid("chosen", "消息过长，请缩短填写的内容。")
	}
	return m, nil
}
