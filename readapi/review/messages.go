package review

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// messagesOfDecisions are those in the thread of the project $1. A decision and its message have the same time, because
// they are one append.
const messagesOfDecisions = `
select m.at, m.id from report.threads t join report.messages m on m.thread = t.id and m.decision and m.kind = 'text'
where t.kind = 'project' and t.subject = $1`

// linkMessages names in each decision, and in each undone one, its message in the project's thread.
func (s *Routes) linkMessages(ctx context.Context, project string, entries []Entry) error {
	rows, err := s.source.Pool.Query(ctx, messagesOfDecisions, project)
	if err != nil {
		return fmt.Errorf("read the messages of decisions: %w", err)
	}
	said := map[int64]string{}
	var at time.Time
	var id string
	if _, err := pgx.ForEachRow(rows, []any{&at, &id}, func() error {
		said[at.UnixMicro()] = id
		return nil
	}); err != nil {
		return fmt.Errorf("read the messages of decisions: %w", err)
	}
	for i := range entries {
		switch entries[i].Type {
		case "approved", "rejected", "withheld", "undone":
			if id, is := said[entries[i].At.UnixMicro()]; is {
				entries[i].ThreadMessage = &id
			}
		}
	}
	return nil
}
