package packfile

import (
	"strings"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

// Status is whether a file may be redistributed in a modpack.
type Status string

// The statuses.
const (
	Yes                      Status = "yes"
	WithAttributionAndSource Status = "with-attribution-and-source" // its author and source are named, as its licence demands
	WithAttribution          Status = "with-attribution"            // only where its author is named
	No                       Status = "no"                          // not without the permission of its author
	PermanentNo              Status = "permanent-no"                // never
	Unidentified             Status = "unidentified"                // nobody could find out what it is
)

// Statuses lists the statuses in the order of the menu.
func Statuses() []Status {
	return []Status{Yes, WithAttributionAndSource, WithAttribution, No, PermanentNo, Unidentified}
}

func (s Status) known() bool {
	for _, one := range Statuses() {
		if s == one {
			return true
		}
	}
	return false
}

// The bounds of a judgement, in characters.
const (
	MaxTitle = 200
	MaxProof = 2000
	maxName  = 255
)

// Judgement is what the staff has found out.
type Judgement struct {
	Status Status
	Title  string
	Link   string
	Proof  string
}

// State is the present judgement. Number counts the judgements so far; 0 is for none.
type State struct {
	Judgement
	Number int
}

// Evolve applies one event to a state.
func Evolve(s State, event any) State {
	switch e := event.(type) {
	case Judged:
		return State{Judgement{e.Status, e.Title, e.Link, e.Proof}, s.Number + 1}
	case FlameJudged:
		return State{Judgement{e.Status, e.Title, e.Link, ""}, s.Number + 1}
	}
	return s
}

// Judge judges a file or, with Flame above 0, all files of a project of the platform "flame". The caller takes SHA512,
// SHA1 and Name from the pack that contains the file.
type Judge struct {
	By           actor.Actor
	Field        string // prefix of the fields that errors name
	SHA512, SHA1 string
	Name         string
	Flame        int64
	Judgement
	// Seen is the number of the judgement that the actor has seen: another one that was made since is not replaced. Nil:
	// it is replaced, whichever it is.
	Seen *int
}

// Decide returns the events of a command, or a *fault.Error. A judgement that says what the present one says is no event.
func Decide(s State, c Judge) ([]decision.Event, error) {
	if !c.By.Staff() {
		return nil, fault.Forbidden("只有审核人员可以判定整合包里的文件。")
	}
	j, err := c.checked()
	if err != nil {
		return nil, err
	}
	if s.Number > 0 && s.Judgement == j {
		return nil, nil
	}
	if c.Seen != nil && *c.Seen != s.Number {
		f := fault.Conflict("其他审核人员刚刚判定了这个文件，请看过新的判定再决定。")
		f.Field = c.Field + "seen"
		return nil, f
	}
	var event any = Judged{
		SHA512: c.SHA512, SHA1: c.SHA1, Name: c.Name, Status: j.Status, From: s.Status, Title: j.Title, Link: j.Link, Proof: j.Proof,
	}
	if c.Flame > 0 {
		event = FlameJudged{Flame: c.Flame, Status: j.Status, From: s.Status, Title: j.Title, Link: j.Link}
	}
	return decision.In(role.Moderator, []any{event}, nil)
}

// checked is the judgement in normal form.
func (c Judge) checked() (j Judgement, err error) {
	j.Status = c.Status
	if !j.Status.known() {
		return j, fault.Invalid(c.Field+"status", "请选择文件的授权情况。")
	}
	if c.Flame < 0 || c.Flame > 0 && c.Proof != "" {
		return j, fault.Invalid(c.Field+"id", "判定其他平台的资源时，编号须大于 0，且不填写证明。")
	}
	if j.Title, err = text.Line(c.Field+"title", "标题", c.Title, 0, MaxTitle); err != nil {
		return j, err
	}
	if j.Proof, err = text.Prose(c.Field+"proof", "证明", strings.TrimSpace(c.Proof), MaxProof); err != nil {
		return j, err
	}
	if j.Link, err = text.HTTPLink(c.Field+"link", "链接", c.Link); err != nil {
		return j, err
	}
	if c.Flame == 0 {
		_, err = text.Line(c.Field+"name", "文件名", c.Name, 1, maxName)
	}
	return j, err
}
