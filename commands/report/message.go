package report

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/thread"
)

type messageInput struct {
	Body messageBody `json:"body"`
}

type messageBody struct {
	Type       string   `json:"type"`
	Body       string   `json:"body"`
	Private    bool     `json:"private,omitempty"`
	ReplyingTo *string  `json:"replying_to,omitempty"`
	Images     []string `json:"associated_images,omitempty" doc:"消息中的图片的 ID，至多 10 个；正文引用的图片会自动算在内"`
}

type postMessage struct {
	ID   string `path:"id"`
	Body messageInput
}

// post is POST /thread/{id}.
func (s *Service) post(ctx context.Context, tx *commands.Tx, in *postMessage) error {
	message := in.Body.Body
	if message.Type != "text" {
		return fault.Invalid("body", "消息类型须为 text。")
	}
	t, err := getThread(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	team, err := s.team(ctx, tx, t.State())
	if err != nil {
		return err
	}
	c := thread.Post{By: tx.By(), Team: team, Body: message.Body, Private: message.Private}
	if message.ReplyingTo != nil {
		c.ReplyingTo = *message.ReplyingTo
	}
	if t.State().MayRepeat(c) {
		if c.Said, err = newestText(ctx, t); err != nil {
			return err
		}
	}
	if c.Message, err = tx.NewID(ctx, "message"); err != nil {
		return err
	}
	tx.Fresh(c.Message)
	if c.Images, err = picturesOf(ctx, tx, message.Body, message.Images); err != nil {
		return err
	}
	return place(ctx, tx, t, c)
}

// conversation is a thread within a decision.
type conversation = commands.Entity[thread.State, thread.Command]

// Place posts a message with an id in a thread, for a plan, which makes its own ids.
func Place(ctx context.Context, tx *commands.Tx, in string, c thread.Post) error {
	t, err := getThread(ctx, tx, in)
	if err != nil {
		return err
	}
	return place(ctx, tx, t, c)
}

// place posts a message, and records its thread under its id.
func place(ctx context.Context, tx *commands.Tx, t *conversation, c thread.Post) error {
	if err := t.Do(c); err != nil || len(t.Decided()) == 0 {
		return err
	}
	placed, err := places().Open(ctx, tx, c.Message)
	if err != nil {
		return err
	}
	return placed.Do(thread.Place{As: t.Role(), Message: c.Message, Thread: t.State().ID})
}

// newestText is the text of a thread's newest message.
func newestText(ctx context.Context, t *conversation) (string, error) {
	for past, err := range t.Past(ctx) {
		if err != nil {
			return "", err
		}
		if _, is := past.Payload.(thread.MessagePosted); !is {
			continue
		}
		readable, err := t.Readable(ctx, past)
		if err != nil {
			return "", err
		}
		said, _ := readable.(thread.MessagePosted)
		return said.Body.String(), nil
	}
	return "", nil
}

// team says whether the caller is one of those with whom the staff writes in the thread of a project or of a link.
func (s *Service) team(ctx context.Context, tx *commands.Tx, of thread.State) (bool, error) {
	return inTeam(ctx, tx, of, s.Team, s.Link)
}

type belongs func(ctx context.Context, tx *commands.Tx, subject string) (bool, error)

func inTeam(ctx context.Context, tx *commands.Tx, of thread.State, team, link belongs) (bool, error) {
	switch {
	case !tx.By().SignedIn():
	case of.Kind == thread.AboutProject:
		return team(ctx, tx, of.Subject)
	case of.Kind == thread.AboutLink && link != nil:
		return link(ctx, tx, of.Subject)
	}
	return false, nil
}
