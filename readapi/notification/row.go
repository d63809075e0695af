package notification

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/markdown"
	"github.com/modyard/modyard/readapi/view"
)

// The parts of every query. $1 and $2 are the viewer (see view.Inside), who owns the inbox. Notifications about
// deleted items, or items that the account may no longer see, are neither listed nor counted.
const (
	isRead = `coalesce(n.read or m.read or n.recorded < i.read_before, false)`

	sources = `
from notification.notifications n
left join inbox.inboxes i on i.account = n.account
left join inbox.marks m on m.account = n.account and m.notification = n.id
left join catalog.projects p on n.project <> '' and p.id = n.project
left join catalog.versions v on n.version <> '' and v.id = n.version
left join catalog.organizations o on n.organization <> '' and o.id = n.organization
where n.account = $2 and m.removed is not true
  and (n.project = '' or (p.id is not null and ` + view.VisibleProject + `))
  and (n.version = '' or (v.id is not null and ` + view.VisibleVersion + `))
  and (n.organization = '' or o.id is not null)`

	columns = `
select n.id, n.type, n.position, n.at, ` + isRead + `, n.open, n.from_status, n.to_status, n.message, n.reason_code, n.reason_text, n.points, n.role, n.report, n.thread, n.thread_message, n.wiki_draft, n.server, n.detail,
       p.id, p.slug, p.url_type, p.title, convert_from(p.doc_page, 'UTF8')::json ->> 'title_zh', p.icon_url, p.status,
       v.id, convert_from(v.doc_v2, 'UTF8')::json ->> 'name', v.number, v.channel, o.id, o.slug, o.name, o.icon_url, o.repost,
       (select a.username from identity.profiles a where a.id = n.actor), (select a.avatar_url from identity.profiles a where a.id = n.actor), n.actor,
       coalesce((select ` + asStaff + ` from identity.profiles a where a.id = n.actor), false)`

	// asStaff holds for an actor of the staff who does not belong to the team that the notification is about.
	asStaff = `a.role in ('moderator', 'admin')
         and not exists (select from catalog.members t where t.project = n.project and t.account = a.id)
         and not exists (select from catalog.organization_members t where t.organization = n.organization and t.account = a.id and t.accepted)`
)

func (s *Routes) rows(ctx context.Context, v view.Viewer, more string, args ...any) ([]contract.Notification, error) {
	out := []contract.Notification{}
	list, err := view.Rows(ctx, s.source, "notifications", s.scan, columns+sources+more, append([]any{v.Staff, v.Account}, args...)...)
	if err == nil {
		err = s.complete(ctx, v, list)
	}
	for i := range list {
		k := s.kind(list[i].Type)
		if k.Unsigned || !v.Staff && (k.OfStaff || list[i].byStaff && (k.Public == nil || !k.Public(list[i].Notification))) {
			list[i].Actor = nil // authors learn the role of the staff, and not the name
		}
		out = append(out, list[i].Notification)
		word(&out[i], k)
	}
	return out, err
}

func (s *Routes) scan(row pgx.CollectableRow) (Line, error) {
	var n Line
	var from, to, message, reason, why, role, report, thread, threadMessage, wikiDraft, server, detail, actor string
	var points []string
	var project, slug, urlType, title, titleZH, icon, status *string
	var version, name, number, channel *string
	var org, orgSlug, orgName, orgIcon *string
	var repost *bool
	var username, avatar *string
	err := row.Scan(&n.ID, &n.Type, &n.Position, &n.Created, &n.Read, &n.Open, &from, &to, &message, &reason, &why, &points, &role, &report, &thread, &threadMessage, &wikiDraft, &server, &detail,
		&project, &slug, &urlType, &title, &titleZH, &icon, &status, &version, &name, &number, &channel,
		&org, &orgSlug, &orgName, &orgIcon, &repost, &username, &avatar, &actor, &n.byStaff)
	if err != nil {
		return n, err
	}
	message = markdown.Plain(message)
	n.FromStatus, n.ToStatus, n.Message, n.Role = view.Present(&from), view.Present(&to), view.Present(&message), view.Present(&role)
	n.ReportID, n.ThreadID, n.ThreadMessageID = view.Present(&report), view.Present(&thread), view.Present(&threadMessage)
	n.WikiDraftID = view.Present(&wikiDraft)
	n.Detail = detail
	n.Points = []contract.DecisionPoint{}
	if Refuses(to) {
		n.Points = s.decisionPoints(points)
	}
	if reason != "" && (to == "" || Refuses(to)) {
		n.Reason = &contract.StepReason{Code: reason, Text: view.Present(&why)}
	}
	if server != "" {
		n.Server = &contract.NotificationServer{ID: server, Detail: detail}
	}
	if project != nil {
		n.Project = &contract.NotificationProject{ProjectLink: contract.ProjectLink{ID: *project, Slug: *slug, URLType: *urlType, Title: *title, IconURL: view.Present(icon)}, TitleZH: titleZH, Status: *status}
	}
	if version != nil {
		n.Version = &contract.NotificationVersion{ID: *version, Name: text(name), Number: *number, Channel: *channel}
	}
	if org != nil {
		n.Organization = &contract.Organization{ID: *org, Slug: *orgSlug, Name: *orgName, IconURL: view.Present(orgIcon), Repost: *repost}
	}
	n.Actor = view.Author(&actor, username, avatar)
	return n, nil
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
