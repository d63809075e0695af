package collection_test

import (
	"errors"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

func TestADecisionRecordsTheLeastSufficientRole(t *testing.T) {
	barred, listed, private := collection.Barred, collection.Listed, collection.Private
	name := "别的名字"
	why := &reason.Reason{Code: reason.Rules}
	hers := actor.Actor{Account: "me", Rank: actor.Admin}
	rejected := collection.Rejected{Collection: "C"}
	for text, c := range map[string]struct {
		given []any
		when  collection.Command
		want  role.Role
	}{
		"its owner edits":                           {nil, collection.Edit{By: me, Name: &name}, role.Owner},
		"its owner, an admin, edits":                {nil, collection.Edit{By: hers, Name: &name}, role.Owner},
		"a moderator rejects":                       {nil, collection.Edit{By: mod, Status: &barred, Reason: why}, role.Moderator},
		"an admin rejects with a moderator's right": {nil, collection.Edit{By: admin, Status: &barred, Reason: why}, role.Moderator},
		"an admin renames":                          {nil, collection.Edit{By: admin, Name: &name, Reason: why}, role.Admin},
		"an admin hides":                            {nil, collection.Edit{By: admin, Status: &private, Reason: why}, role.Admin},
		"an admin deletes":                          {nil, collection.Delete{By: admin, Reason: why}, role.Admin},
		"an admin adds":                             {nil, collection.AddProject{By: admin, Project: "p", Reason: why}, role.Admin},
		"a member of the staff lifts the rejection of an own collection": {[]any{rejected}, collection.Edit{By: hers, Status: &listed}, role.Moderator},
		"an admin deletes what a moderator rejected":                     {[]any{rejected}, collection.Delete{By: admin, Reason: why}, role.Admin},
	} {
		events, err := collection.Decide(given(c.given...), c.when)
		if err != nil || len(events) == 0 {
			t.Errorf("%s: %d events, %v", text, len(events), err)
		}
		for _, e := range events {
			if e.Role != c.want {
				t.Errorf("%s: as %q, want %q", text, e.Role, c.want)
			}
		}
	}
}

func TestTheStaffNeedsAReasonToChangeTheCollectionOfAnotherAccount(t *testing.T) {
	name, list := "别的名字", []string{"q"}
	holds := collection.ProjectAdded{Collection: "C", Project: "p"}
	for text, c := range map[string]collection.Command{
		"edits": collection.Edit{By: admin, Name: &name}, "replaces": collection.Edit{By: admin, Projects: &list}, "deletes": collection.Delete{By: admin},
		"draws": collection.ChangeIcon{By: admin, URL: "u"}, "adds": collection.AddProject{By: admin, Project: "q"},
		"takes out": collection.RemoveProjects{By: admin, Projects: []string{"p"}},
	} {
		_, err := collection.Decide(given(holds), c)
		var f *fault.Error
		if !errors.As(err, &f) || f.Field != reason.Field {
			t.Errorf("an admin %s without a reason: %v", text, err)
		}
	}
	if (collection.ChangeIcon{By: admin}).Check(given(holds)) == nil {
		t.Error("an admin may store a picture without a reason")
	}
}
