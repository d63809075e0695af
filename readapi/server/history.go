package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

const (
	// The names are joined after the page is chosen, so that they are read for its rows only.
	entryColumns = `
select e.position, e.at, e.kind, e.actor, a.username, a.avatar_url, e.role, e.credential, t.name, e.run, e.detail, t.id is not null, e.subject, b.username, b.avatar_url, r.path
from (select e.* from server.entries e where `

	entryJoins = `) e
left join identity.profiles a on a.id = e.actor
left join identity.profiles b on b.id = e.subject
left join identity.tokens t on t.id = e.credential
left join server.restores r on r.server = e.server and r.position = e.position
order by e.at desc, e.position desc`

	// What stands at a position, else what stands before it.
	selectCursor = `select at, position from server.entries where server = $1 and position <= $2 order by position desc limit 1`
)

// Words for who it was, where it is no account.
const (
	ByNode  = "node"
	ByStaff = "staff"
)

// HistoryFilter selects entries. Each set parameter narrows the selection.
type HistoryFilter struct {
	Kind  string `query:"kind" enum:"power,run,backup,content,settings,network,members,admin" doc:"种类"`
	By    string `query:"by" doc:"操作者的账户 ID；node 表示节点，staff 表示管理员"`
	Token string `query:"token" doc:"自己的会话或访问令牌的 ID：只要由它执行的"`
	view.Between
}

type historyIn struct {
	view.ByID
	HistoryFilter
	view.Before
}

// cursor is where a page begins: after an entry, or with one.
type cursor struct {
	at       time.Time
	position int64
	with     bool
}

// entriesOf is the statement of the entries of a server that a caller selects, newest first.
func entriesOf(server, account string, admin bool, f HistoryFilter, from *cursor, most int) (string, []any, error) {
	var c view.Conditions
	c.Add("e.server = ?", server)
	if f.Kind != "" {
		c.Add("e.part = ?", f.Kind)
	}
	switch f.By {
	case "":
	case ByNode:
		c.Add("e.actor = ''")
	case ByStaff:
		c.Add("e.role in ('admin', 'moderator')")
	default:
		c.Add("e.actor = ?", f.By)
		if !admin && f.By != account { // nobody finds by trying which administrator decided
			c.Add("e.role in ('owner', 'member', 'self')")
		}
	}
	if f.Token != "" {
		c.Add("e.credential = ? and e.credential <> '' and e.actor = ?", f.Token, account)
	}
	if err := f.Between.Add(&c, "e.at"); err != nil {
		return "", nil, err
	}
	if from != nil {
		than := " < "
		if from.with {
			than = " <= "
		}
		c.Add("(e.at, e.position)"+than+"(?, ?)", from.at, from.position)
	}
	limit := c.Arg(most)
	return entryColumns + c.SQL() + " order by e.at desc, e.position desc limit " + limit + entryJoins, c.Args(), nil
}

func (s *Routes) entries(ctx context.Context, record found, f HistoryFilter, from *cursor, most int) ([]contract.HostedEntry, error) {
	account, admin := caller(ctx)
	sql, args, err := entriesOf(record.ID, account, admin, f, from, most)
	if err != nil {
		return nil, err
	}
	list, err := view.Rows(ctx, s.source, "a server's history", scanEntry(account, admin), sql, args...)
	if err != nil {
		return nil, err
	}
	return list, s.name(ctx, account, list)
}

// name adds to entries the project and the version that they are about.
func (s *Routes) name(ctx context.Context, account string, list []contract.HostedEntry) error {
	var projects, versions []string
	about := func(e contract.HostedEntry) (project, version string) {
		project, _ = e.Detail["project"].(string)
		version, _ = e.Detail["version"].(string)
		return project, version
	}
	for _, e := range list {
		if project, version := about(e); project != "" {
			projects, versions = append(projects, project), append(versions, version)
		}
	}
	if len(projects) == 0 {
		return nil
	}
	links, numbers, err := s.names(ctx, account, projects, versions)
	if err != nil {
		return err
	}
	for i, e := range list {
		project, version := about(e)
		list[i].Project, list[i].Version = links[project], numbers[version]
	}
	return nil
}

// history is GET /_internal/server/{id}/history. A member does not learn which administrator decided.
func (s *Routes) history(ctx context.Context, in *historyIn) (contract.HostedHistory, error) {
	out := contract.HostedHistory{Entries: []contract.HostedEntry{}}
	record, err := s.read(ctx, string(in.ID))
	if err != nil {
		return out, err
	}
	var from *cursor
	if in.Position > 0 {
		from = &cursor{}
		err := s.source.Pool.QueryRow(ctx, selectCursor, record.ID, int64(in.Position)).Scan(&from.at, &from.position)
		if errors.Is(err, pgx.ErrNoRows) {
			return out, nil
		}
		if err != nil {
			return out, fmt.Errorf("find where a page of a server's history begins: %w", err)
		}
		from.with = from.position != int64(in.Position)
	}
	most := in.Most()
	list, err := s.entries(ctx, record, in.HistoryFilter, from, most+1)
	if err != nil {
		return out, err
	}
	if len(list) > most {
		list = list[:most]
		if most > 0 {
			next := list[most-1].Position
			out.Next = &next
		}
	}
	out.Entries = list
	return out, nil
}

func scanEntry(account string, admin bool) pgx.RowToFunc[contract.HostedEntry] {
	return func(row pgx.CollectableRow) (contract.HostedEntry, error) {
		var e contract.HostedEntry
		var actor, credential, subject string
		var username, avatar, token, subjectName, subjectAvatar, path *string
		var detail []byte
		if err := row.Scan(&e.Position, &e.At, &e.Kind, &actor, &username, &avatar, &e.Role, &credential, &token, &e.Run, &detail, &e.Token, &subject, &subjectName, &subjectAvatar, &path); err != nil {
			return e, err
		}
		if actor != "" && (admin || actor == account || e.Role == "owner" || e.Role == "member" || e.Role == "self") {
			e.Actor = view.Author(&actor, username, avatar)
		}
		if actor == account && credential != "" {
			e.Credential = &contract.HostedCredential{ID: credential, Name: token}
		}
		e.Subject = view.Author(&subject, subjectName, subjectAvatar)
		if err := json.Unmarshal(detail, &e.Detail); err != nil {
			return e, fmt.Errorf("read the details of an entry: %w", err)
		}
		if path != nil {
			e.Detail["path"] = *path
		}
		return e, nil
	}
}

type historyExportIn struct {
	view.ByID
	HistoryFilter
	view.FileFormat
}

// historyExport is GET /_internal/server/{id}/history/export.
func (s *Routes) historyExport(ctx context.Context, in *historyExportIn) (view.Answer, error) {
	record, err := s.read(ctx, string(in.ID))
	if err != nil {
		return nil, err
	}
	return view.Export[contract.HostedEntry]{
		Name:    "server-" + record.ID,
		Columns: []string{"position", "at", "kind", "actor_id", "actor", "role", "token", "credential_id", "credential", "run", "subject_id", "subject", "detail"},
		Record:  recordOf,
		Page: func(ctx context.Context, after *contract.HostedEntry) ([]contract.HostedEntry, error) {
			var from *cursor
			if after != nil {
				from = &cursor{at: after.At, position: after.Position}
			}
			return s.entries(ctx, record, in.HistoryFilter, from, view.ExportPage)
		},
	}.Answer(ctx, in.FileFormat)
}

func recordOf(e contract.HostedEntry) []string {
	var credential, token string
	if e.Credential != nil {
		credential = e.Credential.ID
		if e.Credential.Name != nil {
			token = *e.Credential.Name
		}
	}
	var actor, subject contract.Author
	if e.Actor != nil {
		actor = *e.Actor
	}
	if e.Subject != nil {
		subject = *e.Subject
	}
	detail, err := json.Marshal(e.Detail)
	if err != nil {
		detail = nil // words and numbers can always be encoded
	}
	return []string{
		strconv.FormatInt(e.Position, 10), e.At.UTC().Format(time.RFC3339Nano), e.Kind, actor.ID, actor.Username, e.Role, strconv.FormatBool(e.Token), credential, token,
		e.Run, subject.ID, subject.Username, string(detail),
	}
}
