package notification

import (
	"context"
	"net/http"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const (
	maxList = 1000

	newest = ` order by n.at desc, n.position desc limit $3`
	byID   = ` and n.id = any($3) order by n.at desc, n.position desc`
)

func (s *Routes) list(ctx context.Context, in *view.ByID) ([]contract.NotificationV2, error) {
	who, err := s.profiles.ByUsername(ctx, string(in.ID))
	if err != nil {
		return nil, err
	}
	if who.ID != viewer(ctx).Account {
		return nil, httpkit.Forbidden("只能查看自己的通知")
	}
	return s.answers(ctx, newest, maxList)
}

func (s *Routes) many(ctx context.Context, in *view.ByIDs) ([]contract.NotificationV2, error) {
	return s.answers(ctx, byID, in.IDs.Items)
}

func (s *Routes) answers(ctx context.Context, more string, args ...any) ([]contract.NotificationV2, error) {
	v := viewer(ctx)
	list, err := s.rows(ctx, v, more, args...)
	out := make([]contract.NotificationV2, len(list))
	for i, n := range list {
		k := s.kind(n.Type)
		out[i] = v2(n, k, v.Account)
		if k.Body != nil {
			k.Body(n, &out[i].Body)
			out[i].Type = out[i].Body.Type
		}
	}
	return out, err
}

func (s *Routes) one(ctx context.Context, in *view.ByID) (contract.NotificationV2, error) {
	return view.Only(s.answers(ctx, byID, []string{string(in.ID)}))
}

func v2(n contract.Notification, k Kind, account string) contract.NotificationV2 {
	a := contract.NotificationV2{
		ID: n.ID, UserID: account, Type: n.Type, Read: n.Read, Created: n.Created, Actions: []contract.NotificationAction{}, Title: n.Title, Name: n.Title, Text: n.Text, Link: n.Link,
		Body: contract.NotificationBody{Type: n.Type, Role: n.Role, OldStatus: n.FromStatus, NewStatus: n.ToStatus, ReportID: n.ReportID, ThreadID: n.ThreadID, MessageID: n.ThreadMessageID},
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
	team := a.Body.ProjectID
	if team == nil {
		team = a.Body.OrganizationID
	}
	if !k.Invites || team == nil {
		return a
	}
	a.Body.TeamID = team // a team has the id of what it belongs to
	if n.Actor != nil {
		a.Body.InvitedBy = &n.Actor.ID
	}
	if n.Open {
		a.Actions = []contract.NotificationAction{
			{Title: "接受", Name: "接受", ActionRoute: [2]string{http.MethodPost, "team/" + *team + "/join"}},
			{Title: "拒绝", Name: "拒绝", ActionRoute: [2]string{http.MethodDelete, "team/" + *team + "/members/" + account}},
		}
	}
	return a
}
