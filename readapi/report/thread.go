package report

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/markdown"
	"github.com/modyard/modyard/readapi/view"
)

const (
	threadsByID = `
select t.id, t.kind, t.subject from unnest($3::text[]) with ordinality as a(id, n) join report.threads t on t.id = a.id
where $2::boolean and not exists (select from report.reports r where t.kind = 'report' and r.id = t.subject and r.item_type = 'user' and r.item = $1)
   or t.kind = 'report' and t.owner = $1 or t.kind = 'project' and ` + ofTeam + `
   or t.kind = 'version_link' and exists (
    select from translation.links l join catalog.projects p on p.id in (l.project, l.target_project) where l.thread = t.id and ` + writes + `)
order by a.n`

	// writes holds where the reader $1 writes in the threads of the links of a project p: a member who may upload versions.
	writes = `coalesce(
    (select m.permissions & 1 = 1 from catalog.members m where m.project = p.id and m.account = $1 and m.accepted),
    (select o.permissions & 1 = 1 from catalog.organization_members o
     where p.organization <> '' and o.organization = p.organization and o.account = $1 and o.accepted), false)`

	// ofTeam holds for threads t of projects whose team, or that of whose organization, $1 belongs to.
	ofTeam = `exists (
    select from catalog.projects p where p.id = t.subject and (
        exists (select from catalog.members m where m.project = p.id and m.account = $1 and m.accepted)
        or exists (select from catalog.organization_members o where o.organization = p.organization and o.account = $1 and o.accepted)))`

	// confided holds where $1 reads the private notes of the thread t: of the staff ($2), but not of the team that the notes are
	// about, except for an administrator ($4).
	confided = `($2::boolean and ($4::boolean or not (t.kind = 'project' and ` + ofTeam + `
   or t.kind = 'version_link' and exists (
    select from translation.links l join catalog.projects p on p.id in (l.project, l.target_project) where l.thread = t.id and ` + writes + `))))`

	// messagesOf are the messages of threads $3. Where those of one thread have more than $5 bytes, the older ones are cut short.
	messagesOf = `
with readable as materialized (select t.id, ` + confided + ` as confided from report.threads t where t.id = any($3))
select m.thread, m.id, m.kind, m.author, m.staff, m.private,
       coalesce((select r.id from report.messages r where r.id = m.replying_to and (t.confided or not r.private)), ''),
       case when m.newer <= $5 then m.body else left(m.body, 500) || '…' end, case when m.newer <= $5 then m.body_html else '' end, m.newer > $5,
       m.at, m.decision, m.images, m.old_status, m.new_status
from (select m.*, sum(octet_length(m.body) + octet_length(m.body_html)) over (partition by m.thread order by m.position desc) as newer
      from report.messages m where m.thread = any($3)) m join readable t on t.id = m.thread
where t.confided or not m.private order by m.thread, m.position`

	// maxText is how many bytes of the newest messages of a thread are whole.
	maxText = 8 << 20
)

// chief is true for an administrator, who reads the notes about an own project.
func chief(ctx context.Context) bool { return identity.FromContext(ctx).Role == identity.RoleAdmin }

func (s *Routes) thread(ctx context.Context, in *view.ByID) (contract.Thread, error) {
	return view.Only(s.readThreads(ctx, view.Caller(ctx), []string{string(in.ID)}))
}

func (s *Routes) threads(ctx context.Context, in *view.ByIDs) ([]contract.Thread, error) {
	return s.readThreads(ctx, view.Caller(ctx), in.IDs.Items)
}

func (s *Routes) readThreads(ctx context.Context, who view.Viewer, list []string) ([]contract.Thread, error) {
	found, err := view.Rows(ctx, s.source, "threads", func(row pgx.CollectableRow) (contract.Thread, error) {
		t := contract.Thread{Messages: []contract.ThreadMessage{}, Members: []contract.User{}}
		var subject string
		err := row.Scan(&t.ID, &t.Type, &subject)
		switch t.Type {
		case "report":
			t.ReportID = &subject
		case "project":
			t.ProjectID = &subject
		}
		return t, err
	}, threadsByID, who.Account, who.Staff, list)
	if err != nil || len(found) == 0 {
		return []contract.Thread{}, err
	}
	at, readable := map[string]int{}, make([]string, len(found))
	for i, t := range found {
		at[t.ID], readable[i] = i, t.ID
	}
	lines, err := s.readMessages(ctx, who, readable)
	if err != nil {
		return nil, err
	}
	authors := map[string]bool{}
	for _, l := range lines {
		if i, ok := at[l.thread]; ok {
			found[i].Messages = append(found[i].Messages, l.ThreadMessage)
			if l.AuthorID != nil {
				authors[*l.AuthorID] = true
			}
		}
	}
	return found, s.introduce(ctx, found, authors)
}

// introduce adds the profiles of the authors.
func (s *Routes) introduce(ctx context.Context, found []contract.Thread, authors map[string]bool) error {
	var list []string
	for id := range authors {
		list = append(list, id)
	}
	profiles, err := s.profiles.Profiles(ctx, list)
	if err != nil {
		return err
	}
	for i := range found {
		seen := map[string]bool{}
		for _, m := range found[i].Messages {
			if m.AuthorID == nil || seen[*m.AuthorID] {
				continue
			}
			seen[*m.AuthorID] = true
			if p, ok := profiles[*m.AuthorID]; ok {
				found[i].Members = append(found[i].Members, contract.User{
					ID: p.ID, Username: p.Username, AvatarURL: p.AvatarURL, Created: p.Created, Role: contract.Role(string(p.Role)), Badges: p.Badges,
				})
			}
		}
		slices.SortFunc(found[i].Members, func(a, b contract.User) int { return a.Created.Compare(b.Created) })
	}
	return nil
}

type messageLine struct {
	thread string
	contract.ThreadMessage
}

func (s *Routes) readMessages(ctx context.Context, who view.Viewer, threads []string) ([]messageLine, error) {
	scan := func(row pgx.CollectableRow) (messageLine, error) {
		l := messageLine{ThreadMessage: contract.ThreadMessage{Body: contract.ThreadText{Images: []string{}}}}
		var author, replying, body, html, from, to string
		var staff, cut bool
		if err := row.Scan(&l.thread, &l.ID, &l.Body.Type, &author, &staff, &l.Body.Private, &replying, &body, &html, &cut, &l.Created,
			&l.Body.Decision, &l.Body.Images, &from, &to); err != nil {
			return l, err
		}
		l.Body.OldStatus, l.Body.NewStatus = view.Present(&from), view.Present(&to)
		l.HideIdentity = staff && !who.Staff
		if author != "" && !l.HideIdentity {
			l.AuthorID = &author
		}
		if cut {
			html = markdown.Render(body)
		}
		if l.Body.Type == "text" {
			l.Body.Body, l.Body.BodyHTML, l.Body.ReplyingTo = &body, &html, view.Present(&replying)
		}
		return l, nil
	}
	return view.Rows(ctx, s.source, "messages", view.Within(scan, messageLine.size), messagesOf, who.Account, who.Staff, threads, chief(ctx), maxText)
}

// size is that of the message's texts, in bytes.
func (l messageLine) size() int {
	if l.Body.Body == nil {
		return 0
	}
	return len(*l.Body.Body) + len(*l.Body.BodyHTML)
}
