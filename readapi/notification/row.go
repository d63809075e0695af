package notification

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// Notification is one line of an inbox. Fields that do not belong to its type are null. Open says that an invitation
// is unanswered. Title, Text and Link come from its kind, for clients without texts of their own. FromStatus and
// ToStatus are the statuses of a project, Message is a moderator's message.
type Notification struct {
	ID              string                 `json:"id"`
	Type            string                 `json:"type"`
	Position        int64                  `json:"position"`
	Created         time.Time              `json:"created"`
	Read            bool                   `json:"read"`
	Open            bool                   `json:"open"`
	Actor           *contract.Author       `json:"actor"`
	Project         *Project               `json:"project"`
	Version         *Version               `json:"version"`
	Organization    *contract.Organization `json:"organization"`
	FromStatus      *string                `json:"from_status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
	ToStatus        *string                `json:"to_status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
	Message         *string                `json:"message"`
	Role            *string                `json:"role"`
	ReportID        *string                `json:"report_id"`
	ThreadID        *string                `json:"thread_id"`
	ThreadMessageID *string                `json:"thread_message_id"`
	Title           string                 `json:"title"`
	Text            string                 `json:"text"`
	Link            string                 `json:"link"`
}

// Project is the project of a line.
type Project struct {
	ID      string  `json:"id"`
	Slug    string  `json:"slug"`
	URLType string  `json:"url_type" enum:"mod,plugin,datapack,shader,resourcepack,modpack,software,language"`
	Title   string  `json:"title"`
	TitleZH *string `json:"title_zh"`
	IconURL *string `json:"icon_url"`
	Status  string  `json:"status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
}

// Version is the version of a line.
type Version struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Number  string `json:"version_number"`
	Channel string `json:"version_type" enum:"release,beta,alpha"`
}

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
select n.id, n.type, n.position, n.at, ` + isRead + `, n.open, n.from_status, n.to_status, n.message, n.role, n.report, n.thread, n.thread_message,
       p.id, p.slug, p.url_type, p.title, convert_from(p.doc_page, 'UTF8')::json ->> 'title_zh', p.icon_url, p.status,
       v.id, convert_from(v.doc_v2, 'UTF8')::json ->> 'name', v.number, v.channel, o.id, o.slug, o.name, o.icon_url, o.repost,
       (select a.username from identity.profiles a where a.id = n.actor), (select a.avatar_url from identity.profiles a where a.id = n.actor), n.actor`
)

func (s *Routes) rows(ctx context.Context, v view.Viewer, more string, args ...any) ([]Notification, error) {
	list, err := view.Rows(ctx, s.source, "notifications", scan, columns+sources+more, append([]any{v.Staff, v.Account}, args...)...)
	for i := range list {
		list[i].worded(s.kind(list[i].Type))
	}
	return list, err
}

func scan(row pgx.CollectableRow) (Notification, error) {
	var n Notification
	var from, to, message, role, report, thread, threadMessage, actor string
	var project, slug, urlType, title, titleZH, icon, status *string
	var version, name, number, channel *string
	var org, orgSlug, orgName, orgIcon *string
	var repost *bool
	var username, avatar *string
	err := row.Scan(&n.ID, &n.Type, &n.Position, &n.Created, &n.Read, &n.Open, &from, &to, &message, &role, &report, &thread, &threadMessage,
		&project, &slug, &urlType, &title, &titleZH, &icon, &status, &version, &name, &number, &channel,
		&org, &orgSlug, &orgName, &orgIcon, &repost, &username, &avatar, &actor)
	if err != nil {
		return n, err
	}
	n.Created = n.Created.UTC()
	n.FromStatus, n.ToStatus, n.Message, n.Role = view.Present(&from), view.Present(&to), view.Present(&message), view.Present(&role)
	n.ReportID, n.ThreadID, n.ThreadMessageID = view.Present(&report), view.Present(&thread), view.Present(&threadMessage)
	if project != nil {
		n.Project = &Project{ID: *project, Slug: *slug, URLType: *urlType, Title: *title, TitleZH: titleZH, IconURL: view.Present(icon), Status: *status}
	}
	if version != nil {
		n.Version = &Version{ID: *version, Name: text(name), Number: *number, Channel: *channel}
	}
	if org != nil {
		n.Organization = &contract.Organization{ID: *org, Slug: *orgSlug, Name: *orgName, IconURL: view.Present(orgIcon), Repost: *repost}
	}
	if username != nil {
		n.Actor = &contract.Author{ID: actor, Username: *username, AvatarURL: view.Present(avatar)}
	}
	return n, nil
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
