package thread

import (
	"fmt"
	"strings"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/text"
)

const (
	// MaxBody is the maximum length of a message, in characters.
	MaxBody = 65_536

	// MaxMessages is the maximum number of messages of a thread.
	MaxMessages = 500

	// MaxImages is the maximum number of pictures of a message.
	MaxImages = 10

	// maxUnanswered is how many messages may be added before the staff answers, or one side of a link before anybody else writes.
	maxUnanswered = 20

	// reserved is how many of the messages only the staff may add.
	reserved = 50
)

// Message is the state that decides about a message.
type Message struct {
	Author  string
	Private bool
	Deleted bool
	Images  []string `json:",omitempty"` // ids of the author's pictures
}

// State is a thread, folded from its stream. The zero State does not exist.
type State struct {
	ID         string
	Kind       Kind
	Subject    string
	Owner      string
	Closed     bool
	Messages   map[string]Message
	Unanswered int    // messages to the staff since its last answer
	Newest     string // id of the newest message
	Decision   bool   // the newest message is that of a decision
	InRow      int    // the newest messages that have the same author
}

// Evolve applies one event. It takes over its argument, which must not be used afterwards.
func Evolve(s State, event any) State {
	if s.Messages == nil {
		s.Messages = map[string]Message{}
	}
	switch e := event.(type) {
	case Opened:
		return State{ID: e.Thread, Kind: e.Kind, Subject: e.Subject, Owner: e.Owner, Messages: map[string]Message{}}
	case MessagePosted:
		if s.Messages[s.Newest].Author != e.Author {
			s.InRow = 0
		}
		s.InRow++
		s.Messages[e.Message] = Message{Author: e.Author, Private: e.Private, Images: e.Images}
		s.Newest, s.Decision = e.Message, e.Decision
		switch {
		case !e.Staff:
			s.Unanswered++
		case !e.Private:
			s.Unanswered = 0
		}
	case MessageDeleted:
		m := s.Messages[e.Message]
		m.Deleted = true
		s.Messages[e.Message] = m
	case Closed:
		s.Closed = true
	case Reopened:
		s.Closed = false
	}
	return s
}

// VisibleTo is true for the staff and for those with whom it writes: the owner of a thread about a report, or the
// accepted members of the project. team says whether the actor is such a member: the team is not in this stream.
func (s State) VisibleTo(a actor.Actor, team bool) bool {
	return s.ID != "" && (a.Staff() || s.concerns(a, team))
}

// concerns is true for an actor with whom the staff writes.
func (s State) concerns(a actor.Actor, team bool) bool {
	if s.Kind == AboutProject || s.Kind == AboutLink {
		return a.Account != "" && team
	}
	return a.Account != "" && a.Account == s.Owner
}

// Confides is true for those who read, write and delete private notes: the staff, but not moderators whom the thread of a
// project or of a link concerns. The notes are about their own team; an administrator may be the only one of the staff.
func (s State) Confides(a actor.Actor, team bool) bool {
	return a.Staff() && (a.Admin() || s.Kind == AboutReport || !s.concerns(a, team))
}

// Command is a command on a thread.
type Command interface {
	decide(s State) ([]any, role.Role, error)
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Command) ([]decision.Event, error) { return decision.Of(c.decide(s)) }

// Post adds a message.
type Post struct {
	By         actor.Actor
	Team       bool // the actor is an accepted member of the thread's project
	Message    string
	Body       string
	Private    bool
	ReplyingTo string
	Images     []string // ids of the actor's pictures in it
	Decision   bool     // it is the message of a decision in the same append
	Anyway     bool     // it tells of what happens in the same append: no limit but that of the thread holds for it
	Once       bool     // it is not added where the newest message is the author's and says the same
	Said       string   // the text of the newest message, where MayRepeat
}

// MayRepeat is true for a message that may be the one that a decision has just posted: programs of the API's family send
// it again to the thread. So is one that is added once.
func (s State) MayRepeat(c Post) bool {
	newest := s.Messages[s.Newest]
	return (s.Decision || c.Once && !newest.Private) && !c.Decision && !c.Private && c.ReplyingTo == "" && !newest.Deleted && c.By.Account != "" && newest.Author == c.By.Account
}

// same compares texts as they are shown.
func same(one, other string) bool {
	plain := func(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n")) }
	return plain(one) == plain(other)
}

func (c Post) decide(s State) ([]any, role.Role, error) {
	if err := s.allow(c.By, c.Team); err != nil {
		return nil, "", err
	}
	if s.MayRepeat(c) && c.Said != "" && same(c.Said, c.Body) {
		return nil, role.Moderator, nil
	}
	body, err := text.Prose("body", "消息", c.Body, MaxBody)
	if err != nil {
		return nil, "", err
	}
	replied, known := s.Messages[c.ReplyingTo]
	confides := s.Confides(c.By, c.Team)
	switch {
	case !text.Visible(body):
		return nil, "", fault.Invalid("body", "消息不能为空。")
	case c.Private && !c.By.Staff():
		return nil, "", fault.Forbidden("只有管理人员可以写内部备注。")
	case c.Private && !confides:
		return nil, "", fault.Forbidden("你参与了这个项目，不能写它的内部备注。")
	case s.Closed && !c.By.Staff():
		return nil, "", fault.Invalid("body", "该会话已关闭，不能继续回复。")
	case c.ReplyingTo != "" && (!known || replied.Private && !confides):
		return nil, "", fault.Invalid("replying_to", "所回复的消息不在此会话中。")
	case replied.Private && !c.Private:
		return nil, "", fault.Invalid("replying_to", "对内部备注的回复也须是内部备注。")
	case len(c.Images) > MaxImages:
		return nil, "", fault.Invalid("associated_images", fmt.Sprintf("一条消息最多 %d 张图片。", MaxImages))
	case s.Full(c):
		return nil, "", fault.Invalid("body", "该会话的消息已达上限。")
	case c.Anyway || c.By.Staff():
	case s.Kind == AboutLink: // in which two teams answer each other
		if s.InRow >= maxUnanswered && s.Messages[s.Newest].Author == c.By.Account {
			return nil, "", fault.Invalid("body", "请等待对方或管理人员回复后再继续补充。")
		}
	case s.Unanswered >= maxUnanswered:
		return nil, "", fault.Invalid("body", "请等待管理人员回复后再继续补充。")
	}
	// A member of the staff whom the thread concerns writes as such, except for private notes and decisions.
	staff, as := c.By.Staff() && (c.Private || c.Decision || !s.concerns(c.By, c.Team)), role.Self
	if staff {
		as = role.Moderator
	}
	return []any{MessagePosted{
		Thread: s.ID, Message: c.Message, Author: c.By.Account, Staff: staff, Body: erasable.Of(c.By.Account, body),
		Private: c.Private, ReplyingTo: c.ReplyingTo, Decision: c.Decision, Images: c.Images,
	}}, as, nil
}

// Full is true where a message finds no room. Some is kept for the staff.
func (s State) Full(c Post) bool {
	return len(s.Messages) >= MaxMessages || !c.By.Staff() && !c.Anyway && len(s.Messages) >= MaxMessages-reserved
}

// Remove deletes a message: the actor's own, or any if the actor belongs to the staff.
type Remove struct {
	By      actor.Actor
	Team    bool // as of Post
	Message string
	Reason  *reason.Reason
}

func (c Remove) decide(s State) ([]any, role.Role, error) {
	if err := s.allow(c.By, c.Team); err != nil {
		return nil, "", err
	}
	m, known := s.Messages[c.Message]
	switch {
	case !known || m.Private && !s.Confides(c.By, c.Team):
		return nil, "", errMissing()
	case m.Author != c.By.Account && !c.By.Staff():
		return nil, "", fault.Forbidden("只能删除自己的消息。")
	case m.Deleted:
		return nil, role.Self, nil
	}
	as := role.Self
	if m.Author != c.By.Account {
		as = role.Moderator
	}
	why, err := reason.By(c.By, as, c.Reason)
	if err != nil {
		return nil, "", err
	}
	return []any{MessageDeleted{Thread: s.ID, Message: c.Message, Reason: why.To(m.Author)}}, as, nil
}

// Freed are the pictures of a message that no other message shows which still stands.
func (s State) Freed(message string) []string {
	used := map[string]bool{}
	for id, m := range s.Messages {
		for _, image := range m.Images {
			used[image] = used[image] || id != message && !m.Deleted
		}
	}
	var freed []string
	for _, image := range s.Messages[message].Images {
		if !used[image] {
			freed = append(freed, image)
		}
	}
	return freed
}

// SetClosed closes or reopens the thread, in a role that the thread's area has determined.
type SetClosed struct {
	Closed bool
	As     role.Role
}

func (c SetClosed) decide(s State) ([]any, role.Role, error) {
	switch {
	case s.ID == "" || s.Closed == c.Closed:
		return nil, c.As, nil
	case c.Closed:
		return []any{Closed{Thread: s.ID}}, c.As, nil
	}
	return []any{Reopened{Thread: s.ID}}, c.As, nil
}

func (s State) allow(a actor.Actor, team bool) error {
	switch {
	case a.Account == "":
		return fault.Unauthorized("请先登录。")
	case !s.VisibleTo(a, team):
		return errMissing()
	}
	return nil
}

func errMissing() error { return fault.NotFound("会话或消息不存在。") }
