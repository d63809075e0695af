package audit

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

type listIn struct {
	Filter
	view.Before
}

func (s *Routes) list(ctx context.Context, in *listIn) (contract.AuditPage, error) {
	out := contract.AuditPage{}
	if err := staff(ctx); err != nil {
		return out, err
	}
	limit := in.Most()
	sql, args, err := page(in.Filter, s.Codes, int64(in.Position), limit+1)
	if err != nil {
		return out, err
	}
	if out.Entries, err = view.Rows(ctx, s.source, "audit", scan, sql, args...); err != nil {
		return out, err
	}
	if len(out.Entries) == 0 && limit > 0 {
		if err := s.known(ctx, in.Actor); err != nil {
			return out, err
		}
	}
	if len(out.Entries) > limit {
		out.Entries = out.Entries[:limit]
		if limit > 0 {
			out.Next = &out.Entries[limit-1].Position
		}
	}
	return out, nil
}

const knownActor = `select exists (select from identity.profiles where id = $1) or exists (select from identity.accounts where username_key = lower($1))
  or exists (select from audit.entries where actor = $1)`

// known refuses an actor that is nobody: without an entry, a mistyped name would look like one who did nothing.
func (s *Routes) known(ctx context.Context, actor string) error {
	if actor == "" || actor == System {
		return nil
	}
	var known bool
	if err := s.source.Pool.QueryRow(ctx, knownActor, actor).Scan(&known); err != nil {
		return fmt.Errorf("find the actor of an audit: %w", err)
	}
	if !known {
		return httpkit.Invalid("actor", "没有这个用户："+actor)
	}
	return nil
}

// The names are joined after the page is chosen, so that they are read for its rows only.
const (
	columns = `
select e.position, e.at, e.kind, e.mark, e.actor, a.username, a.avatar_url, e.role, e.subject_kind, e.subject, coalesce(nullif(e.name, ''), d.title || coalesce(' #' || q.floor, ''), ''),
       u.username, u.avatar_url, p.id, coalesce(nullif(p.slug, ''), p.id), p.url_type, p.title, p.icon_url, v.number,
       e.about, b.username, b.avatar_url, e.item_kind, e.item, e.round, e.from_status, e.to_status, e.value, e.options, e.message,
       e.reason_code, e.reason_text, e.event, e.type, e.stream, e.revision
from (select e.* from audit.entries e`

	joins = `) e
left join identity.profiles a on e.actor <> '' and a.id = e.actor
left join identity.profiles u on e.subject_kind = 'user' and u.id = e.subject
left join identity.profiles b on e.about <> '' and b.id = e.about
left join catalog.projects p on e.project <> '' and p.id = e.project
left join catalog.versions v on e.subject_kind = 'version' and v.id = e.subject
left join forum.posts q on e.subject_kind = 'post' and q.id = e.subject
left join forum.discussions d on d.id = case e.subject_kind when 'discussion' then e.subject when 'post' then q.discussion end
order by e.at desc, e.position desc`
)

// page is the statement of the entries of a filter after one of them, newest first; before is 0 for the newest ones.
func page(f Filter, codes []string, before int64, limit int) (string, []any, error) {
	where, args, err := f.where(codes)
	if err != nil {
		return "", nil, err
	}
	var sql strings.Builder
	sql.WriteString(columns)
	word := " where "
	if where != "" {
		sql.WriteString(word + where)
		word = " and "
	}
	if before > 0 {
		args = append(args, before)
		n := strconv.Itoa(len(args))
		sql.WriteString(word + "(e.at, e.position) < ((select o.at from audit.entries o where o.position = $" + n + "), $" + n + "::bigint)")
	}
	args = append(args, limit)
	sql.WriteString(" order by e.at desc, e.position desc limit $" + strconv.Itoa(len(args)) + joins)
	return sql.String(), args, nil
}

func scan(row pgx.CollectableRow) (contract.AuditEntry, error) {
	var e contract.AuditEntry
	var why contract.ClaimReason
	var actor, actorFace, user, userFace, project, slug, urlType, title, icon, about, aboutFace *string
	if err := row.Scan(&e.Position, &e.At, &e.Kind, &e.Mark, &e.ActorID, &actor, &actorFace, &e.Role, &e.Subject.Type, &e.Subject.ID, &e.Subject.Name,
		&user, &userFace, &project, &slug, &urlType, &title, &icon, &e.Subject.Version,
		&e.AboutID, &about, &aboutFace, &e.ItemType, &e.Item, &e.Round, &e.From, &e.To, &e.Value, &e.Options, &e.Message,
		&why.Code, &why.Text, &e.Event.ID, &e.Event.Type, &e.Event.Stream, &e.Event.Revision); err != nil {
		return e, err
	}
	e.Actor, e.About = view.Author(&e.ActorID, actor, actorFace), view.Author(&e.AboutID, about, aboutFace)
	e.Subject.Account = view.Author(&e.Subject.ID, user, userFace)
	if project != nil {
		e.Subject.Project = &contract.ProjectLink{ID: *project, Slug: *slug, URLType: *urlType, Title: *title, IconURL: view.Present(icon)}
	}
	if why.Code != "" {
		e.Reason = &why
	}
	return e, nil
}
