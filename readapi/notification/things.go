package notification

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// Line is a notification that its kind completes. Detail is what its area has stored with it.
type Line struct {
	contract.Notification
	Detail  string
	byStaff bool // its actor acted as one of the staff
}

// Things complete the notifications of some kinds with what they are about. What the viewer may not see stays empty.
type Things struct {
	Complete func(ctx context.Context, s *view.Source, v view.Viewer, lines []*Line) error
}

// Posts complete notifications of texts: the thread of each is a discussion of the area, and the message is one of its posts or the
// discussion itself. The query has the arguments of view.Inside, the messages ($3) and their threads ($4); scan reads the message
// and what it belongs to.
func Posts[T any](query string, scan func(pgx.CollectableRow) (message string, thing T, err error), set func(n *Line, id string, thing T)) *Things {
	return &Things{Complete: func(ctx context.Context, s *view.Source, v view.Viewer, lines []*Line) error {
		messages, threads, found := make([]string, len(lines)), make([]string, len(lines)), map[string]T{}
		for i, n := range lines {
			messages[i], threads[i] = text(n.ThreadMessageID), text(n.ThreadID)
			n.ThreadID, n.ThreadMessageID = nil, nil // there is no conversation of this id
		}
		_, err := view.Rows(ctx, s, "the posts of notifications", func(row pgx.CollectableRow) (struct{}, error) {
			message, thing, err := scan(row)
			found[message] = thing
			return struct{}{}, err
		}, query, v.Staff, v.Account, messages, threads)
		if err != nil {
			return err
		}
		for i, n := range lines {
			if threads[i] != "" {
				set(n, threads[i], found[messages[i]])
			}
		}
		return nil
	}}
}

// complete completes notifications for a viewer.
func (s *Routes) complete(ctx context.Context, v view.Viewer, list []Line) error {
	of := map[*Things][]*Line{}
	for i := range list {
		if t := s.kind(list[i].Type).Things; t != nil {
			of[t] = append(of[t], &list[i])
		}
	}
	for t, lines := range of {
		if err := t.Complete(ctx, s.source, v, lines); err != nil {
			return fmt.Errorf("complete notifications: %w", err)
		}
	}
	return nil
}
