package report

import (
	"context"
	"strconv"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/platform/ids"
)

// Write posts a message of the caller in a thread because of something that happens anyway. In a thread that is full it is
// missing, except one with words that stand nowhere else: then the whole command fails. team is true if the caller belongs to
// those with whom the staff writes.
func Write(ctx context.Context, tx *commands.Tx, in string, team, words bool, body string) error {
	t, err := getThread(ctx, tx, in)
	if err != nil {
		return err
	}
	p := thread.Post{By: tx.By(), Team: team, Body: body, Anyway: true}
	if !words && t.State().Full(p) {
		return nil
	}
	return Post(ctx, tx, in, p)
}

// PostOnce posts a message of the caller whose words stand nowhere else, in a thread in which something could have been decided
// but was decided already. A request that is sent again adds no second one. Without a thread the whole command fails.
func PostOnce(ctx context.Context, tx *commands.Tx, in string, team bool, body string) error {
	if in == "" {
		return errNowhere()
	}
	t, err := getThread(ctx, tx, in)
	if err != nil {
		return err
	}
	if t.State().ID == "" {
		return errNowhere()
	}
	p := thread.Post{By: tx.By(), Team: team, Body: body, Anyway: true, Once: true}
	if t.State().MayRepeat(p) {
		if p.Said, err = newestText(ctx, t); err != nil {
			return err
		}
	}
	if p.Images, err = shownIn(ctx, tx, body); err != nil {
		return err
	}
	if p.Message, err = tx.NewID(ctx, "message"); err != nil {
		return err
	}
	tx.Fresh(p.Message)
	return place(ctx, tx, t, p)
}

func errNowhere() error {
	return fault.Invalid("moderation_message", "该项目还没有会话，留言无处保存。")
}

// Answer posts a message of the caller with its pictures in a thread.
func Answer(ctx context.Context, tx *commands.Tx, in string, team bool, body string) error {
	shown, err := shownIn(ctx, tx, body)
	if err != nil {
		return err
	}
	return Post(ctx, tx, in, thread.Post{By: tx.By(), Team: team, Body: body, Images: shown})
}

// Post posts a message in a thread. Its id follows from the thread and the number of its messages, so that many threads
// can get a message in one command.
func Post(ctx context.Context, tx *commands.Tx, in string, p thread.Post) error {
	t, err := getThread(ctx, tx, in)
	if err != nil {
		return err
	}
	for n := len(t.State().Messages); ; n++ {
		p.Message = ids.FromBytes([]byte("message " + in + " " + strconv.Itoa(n)))
		place, err := places().Open(ctx, tx, p.Message)
		if err != nil {
			return err
		}
		if place.State() != "" {
			continue // another message has the id
		}
		if err := t.Do(p); err != nil {
			return err
		}
		return place.Do(thread.Place{As: t.Role(), Message: p.Message, Thread: in})
	}
}
