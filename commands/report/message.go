package report

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/platform/ids"
)

type messageInput struct {
	Body messageBody `json:"body"`
}

type messageBody struct {
	Type       string   `json:"type"`
	Body       string   `json:"body"`
	Private    bool     `json:"private,omitempty"`
	ReplyingTo *string  `json:"replying_to,omitempty"`
	Images     []string `json:"associated_images,omitempty" hidden:"true"` // unused: the body contains them
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
	id, err := tx.NewID(ctx, "message")
	if err != nil {
		return err
	}
	tx.Fresh(id)
	c := thread.Post{By: tx.By(), Team: team, Message: id, Body: message.Body, Private: message.Private}
	if message.ReplyingTo != nil {
		c.ReplyingTo = *message.ReplyingTo
	}
	if err := t.Do(c); err != nil {
		return err
	}
	place, err := places().Open(ctx, tx, id)
	if err != nil {
		return err
	}
	place.Follow(t.Role(), thread.MessagePlaced{Message: id, Thread: in.ID})
	return nil
}

// removeMessage is DELETE /message/{id}.
func (s *Service) removeMessage(ctx context.Context, tx *commands.Tx, in *one) error {
	if !ids.Valid(in.ID) {
		return errNoThread()
	}
	place, err := places().Get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	t, err := getThread(ctx, tx, place.State())
	if err != nil {
		return err
	}
	team, err := s.team(ctx, tx, t.State())
	if err != nil {
		return err
	}
	return t.Do(thread.Remove{By: tx.By(), Team: team, Message: in.ID, Reason: in.Reason()})
}

// team says whether the caller is one of those with whom the staff writes in the thread of a project or of a link.
func (s *Service) team(ctx context.Context, tx *commands.Tx, of thread.State) (bool, error) {
	switch {
	case !tx.By().SignedIn():
		return false, nil
	case of.Kind == thread.AboutProject:
		return s.Team(ctx, tx, of.Subject)
	case of.Kind == thread.AboutLink && s.Link != nil:
		return s.Link(ctx, tx, of.Subject)
	}
	return false, nil
}
