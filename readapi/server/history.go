package server

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

const selectEntries = `
select e.position, e.at, e.kind, e.actor, a.username, a.avatar_url, e.role, e.credential, e.run, e.detail,
       exists (select from identity.tokens t where t.id = e.credential), e.subject, b.username, b.avatar_url
from server.entries e left join identity.profiles a on a.id = e.actor left join identity.profiles b on b.id = e.subject
where e.server = $1 and ($2 = 0 or e.position < $2) order by e.position desc limit $3`

type historyIn struct {
	view.ByID
	view.Before
}

// history is GET /_internal/server/{id}/history. A member does not learn which administrator decided.
func (s *Routes) history(ctx context.Context, in *historyIn) (contract.HostedHistory, error) {
	out := contract.HostedHistory{Entries: []contract.HostedEntry{}}
	record, err := s.read(ctx, string(in.ID))
	if err != nil {
		return out, err
	}
	account, admin := caller(ctx)
	most := in.Most()
	list, err := view.Rows(ctx, s.source, "a server's history", scanEntry(account, admin), selectEntries, record.ID, int64(in.Position), most+1)
	if err != nil {
		return out, err
	}
	if len(list) > most {
		list = list[:most]
		next := list[most-1].Position
		out.Next = &next
	}
	out.Entries = list
	return out, nil
}

func scanEntry(account string, admin bool) pgx.RowToFunc[contract.HostedEntry] {
	return func(row pgx.CollectableRow) (contract.HostedEntry, error) {
		var e contract.HostedEntry
		var actor, credential, subject string
		var username, avatar, subjectName, subjectAvatar *string
		var detail []byte
		if err := row.Scan(&e.Position, &e.At, &e.Kind, &actor, &username, &avatar, &e.Role, &credential, &e.Run, &detail, &e.Token, &subject, &subjectName, &subjectAvatar); err != nil {
			return e, err
		}
		if actor != "" && (admin || actor == account || e.Role == "owner" || e.Role == "member" || e.Role == "self") {
			e.Actor = view.Author(&actor, username, avatar)
		}
		e.Subject = view.Author(&subject, subjectName, subjectAvatar)
		if err := json.Unmarshal(detail, &e.Detail); err != nil {
			return e, fmt.Errorf("read the details of an entry: %w", err)
		}
		return e, nil
	}
}
