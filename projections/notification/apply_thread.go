package notification

import (
	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/projections/runtime"
)

const (
	openThread = `insert into threads (id, owner, subject) values ($1, $2, $3) on conflict do nothing`
	unsaid     = `with changed as (delete from notifications where thread_message = $2 returning account)` + touched
)

// maxMessage is how much of a message a notification repeats, in characters.
const maxMessage = 500

// applyThread tells the one whom a thread concerns what the staff says there.
func applyThread(e runtime.Event, q *pgx.Batch) bool {
	switch p := e.Payload.(type) {
	case thread.Opened:
		if p.Kind == thread.AboutReport {
			q.Queue(openThread, p.Thread, p.Owner, p.Subject)
		}
	case thread.MessagePosted:
		if p.Staff && !p.Private {
			tell(q, e, toOwner, p.Thread, news{kind: ModeratorMessage, thread: p.Thread, threadMessage: p.Message, message: excerpt(p.Body.String())})
		}
	case thread.MessageDeleted:
		q.Queue(unsaid, int64(e.Position), p.Message)
	default:
		return false
	}
	return true
}

func excerpt(s string) string {
	if r := []rune(s); len(r) > maxMessage {
		return string(r[:maxMessage]) + "…"
	}
	return s
}
