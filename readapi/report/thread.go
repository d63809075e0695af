package report

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// Thread is the document of a conversation. Members are the authors whose names are not hidden.
type Thread struct {
	ID        string          `json:"id"`
	Type      string          `json:"type"`
	ProjectID *string         `json:"project_id"`
	ReportID  *string         `json:"report_id"`
	Messages  []Message       `json:"messages"`
	Members   []contract.User `json:"members"`
}

// Message is one line of a thread. The staff write in the site's name: others do not see who wrote.
type Message struct {
	ID           string      `json:"id"`
	AuthorID     *string     `json:"author_id"`
	Body         MessageBody `json:"body"`
	Created      time.Time   `json:"created"`
	HideIdentity bool        `json:"hide_identity"`
}

// MessageBody is the content of a line. Type is text, thread_closure, thread_reopen or deleted; the other fields
// belong to a text.
type MessageBody struct {
	Type       string   `json:"type" enum:"text,thread_closure,thread_reopen,deleted"`
	Body       *string  `json:"body,omitempty"`
	BodyHTML   *string  `json:"body_html,omitempty"`
	Private    bool     `json:"private,omitempty"`
	ReplyingTo *string  `json:"replying_to,omitempty"`
	Images     []string `json:"associated_images,omitempty"`
}

const (
	threadsByID = `
select t.id, t.kind, t.subject from unnest($3::text[]) with ordinality as a(id, n) join report.threads t on t.id = a.id
where $2::boolean or t.owner = $1 order by a.n`

	messagesOf = `
select m.thread, m.id, m.kind, m.author, m.staff, m.private, m.replying_to, m.body, m.body_html, m.at
from report.messages m where m.thread = any($1) and ($2::boolean or not m.private) order by m.thread, m.position`
)

func (s *Routes) thread(ctx context.Context, in *view.ByID) (Thread, error) {
	return view.Only(s.readThreads(ctx, reader(ctx), []string{string(in.ID)}))
}

func (s *Routes) threads(ctx context.Context, in *view.ByIDs) ([]Thread, error) {
	return s.readThreads(ctx, reader(ctx), in.IDs.Items)
}

func (s *Routes) readThreads(ctx context.Context, who view.Viewer, list []string) ([]Thread, error) {
	found, err := view.Rows(ctx, s.source, "threads", func(row pgx.CollectableRow) (Thread, error) {
		t := Thread{Messages: []Message{}, Members: []contract.User{}}
		var subject string
		err := row.Scan(&t.ID, &t.Type, &subject)
		if t.Type == "report" {
			t.ReportID = &subject
		}
		return t, err
	}, threadsByID, who.Account, who.Staff, list)
	if err != nil || len(found) == 0 {
		return []Thread{}, err
	}
	at := map[string]int{}
	for i, t := range found {
		at[t.ID] = i
	}
	lines, err := s.readMessages(ctx, who, list)
	if err != nil {
		return nil, err
	}
	authors := map[string]bool{}
	for _, l := range lines {
		if i, ok := at[l.thread]; ok {
			found[i].Messages = append(found[i].Messages, l.Message)
			if l.AuthorID != nil {
				authors[*l.AuthorID] = true
			}
		}
	}
	return found, s.introduce(ctx, found, authors)
}

// introduce adds the profiles of the authors.
func (s *Routes) introduce(ctx context.Context, found []Thread, authors map[string]bool) error {
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
	Message
}

func (s *Routes) readMessages(ctx context.Context, who view.Viewer, threads []string) ([]messageLine, error) {
	return view.Rows(ctx, s.source, "messages", func(row pgx.CollectableRow) (messageLine, error) {
		var l messageLine
		var author, replying, body, html string
		var staff bool
		if err := row.Scan(&l.thread, &l.ID, &l.Body.Type, &author, &staff, &l.Body.Private, &replying, &body, &html, &l.Created); err != nil {
			return l, err
		}
		l.Created = l.Created.UTC()
		l.HideIdentity = staff && !who.Staff
		if author != "" && !l.HideIdentity {
			l.AuthorID = &author
		}
		if l.Body.Type == "text" {
			l.Body.Body, l.Body.BodyHTML, l.Body.ReplyingTo = &body, &html, view.Present(&replying)
		}
		return l, nil
	}, messagesOf, threads, who.Staff)
}
