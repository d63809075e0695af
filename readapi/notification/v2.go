package notification

import (
	"context"
	"net/http"
	"time"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/readapi/view"
)

// Answer is a notification in the v2 shape.
type Answer struct {
	ID      string    `json:"id"`
	UserID  string    `json:"user_id"`
	Type    string    `json:"type"`
	Title   string    `json:"title"`
	Text    string    `json:"text"`
	Link    string    `json:"link"`
	Read    bool      `json:"read"`
	Created time.Time `json:"created"`
	Actions []Action  `json:"actions"`
	Body    Body      `json:"body"`
}

// Action is an action that a notification offers: ActionRoute is a method and a path below the API's version.
type Action struct {
	Title       string    `json:"title"`
	ActionRoute [2]string `json:"action_route"`
}

// Body describes the event of a notification. Fields that do not belong to its type are omitted.
type Body struct {
	Type           string  `json:"type"`
	ProjectID      *string `json:"project_id,omitempty"`
	VersionID      *string `json:"version_id,omitempty"`
	TeamID         *string `json:"team_id,omitempty"`
	OrganizationID *string `json:"organization_id,omitempty"`
	InvitedBy      *string `json:"invited_by,omitempty"`
	Role           *string `json:"role,omitempty"`
	OldStatus      *string `json:"old_status,omitempty"`
	NewStatus      *string `json:"new_status,omitempty"`
	ReportID       *string `json:"report_id,omitempty"`
	ThreadID       *string `json:"thread_id,omitempty"`
	MessageID      *string `json:"message_id,omitempty"`
}

const (
	maxList = 1000

	newest = ` order by n.at desc, n.position desc limit $3`
	byID   = ` and n.id = any($3) order by n.at desc, n.position desc`
)

func (s *Routes) list(ctx context.Context, in *view.ByID) ([]Answer, error) {
	who, err := s.profiles.ByUsername(ctx, string(in.ID))
	if err != nil {
		return nil, err
	}
	if who.ID != viewer(ctx).Account {
		return nil, httpkit.Forbidden("只能查看自己的通知")
	}
	return s.answers(ctx, newest, maxList)
}

func (s *Routes) many(ctx context.Context, in *view.ByIDs) ([]Answer, error) {
	return s.answers(ctx, byID, in.IDs.Items)
}

func (s *Routes) answers(ctx context.Context, more string, args ...any) ([]Answer, error) {
	v := viewer(ctx)
	list, err := s.rows(ctx, v, more, args...)
	out := make([]Answer, len(list))
	for i, n := range list {
		out[i] = n.v2(v.Account)
	}
	return out, err
}

func (s *Routes) one(ctx context.Context, in *view.ByID) (Answer, error) {
	return view.Only(s.answers(ctx, byID, []string{string(in.ID)}))
}

func (n Notification) v2(account string) Answer {
	a := Answer{
		ID: n.ID, UserID: account, Type: n.Type, Read: n.Read, Created: n.Created, Actions: []Action{}, Title: n.Title, Text: n.Text, Link: n.Link,
		Body: Body{Type: n.Type, Role: n.Role, OldStatus: n.FromStatus, NewStatus: n.ToStatus, ReportID: n.ReportID, ThreadID: n.ThreadID, MessageID: n.ThreadMessageID},
	}
	if n.Project != nil {
		a.Body.ProjectID = &n.Project.ID
	}
	if n.Version != nil {
		a.Body.VersionID = &n.Version.ID
	}
	if n.Organization != nil {
		a.Body.OrganizationID = &n.Organization.ID
	}
	var team *string
	switch n.Type {
	case notification.TeamInvite:
		team = a.Body.ProjectID
	case notification.OrganizationInvite:
		team = a.Body.OrganizationID
	}
	if team == nil {
		return a
	}
	a.Body.TeamID = team // a team has the id of its project
	if n.Actor != nil {
		a.Body.InvitedBy = &n.Actor.ID
	}
	if n.Open {
		a.Actions = []Action{
			{Title: "接受", ActionRoute: [2]string{http.MethodPost, "team/" + *team + "/join"}},
			{Title: "拒绝", ActionRoute: [2]string{http.MethodDelete, "team/" + *team + "/members/" + account}},
		}
	}
	return a
}
