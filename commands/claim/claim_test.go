package claim_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	commands "github.com/modyard/modyard/commands/claim"
	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/domain/claim"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
)

const (
	maker     = "Maker001"
	other     = "Other002"
	closed    = "Closed04"
	moderator = commandstest.Moderator
	imported  = "Lantern1"
	repost    = "Repost01"
	body      = `{"proof":"token","address":"https://example.org/me/lantern","note":"我是作者"}`
	because   = `{"reason":{"code":"complies"}}`
)

type world struct{ *commandstest.World }

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{commandstest.New(t, project.EventTypes(), organization.EventTypes(), claim.EventTypes())}
	service, err := commands.New(commands.Options{Handler: w.Handler(), AccountExists: func(_ context.Context, id string) (bool, error) {
		return id != closed, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(service.Routes)
	w.Happen("organization-"+repost, organization.Created{Organization: repost, Slug: "repost", Name: "搬运团队", Owner: "Import01", Repost: true})
	w.Happen("organization-Crew0001", organization.Created{Organization: "Crew0001", Slug: "crew", Name: "创作团队", Owner: other})
	for id, owner := range map[string]string{imported: repost, "Ruins002": "Crew0001"} {
		w.Happen("project-"+id, project.Created{Project: id, Slug: strings.ToLower(id), Type: project.TypeMod, Title: id, Organization: owner},
			project.ListedByImport{Status: project.Listed})
	}
	return w
}

func (w *world) file(who string) string {
	w.Helper()
	var out commands.Filed
	w.Want(200, who, "POST", "/v3/project/"+imported+"/claim", body).Decode(w, &out)
	return out.ID
}

// last is the newest event of a stream.
func (w *world) last(stream string) any {
	w.Helper()
	events := w.Events(stream)
	if len(events) == 0 {
		w.Fatalf("%s has no events", stream)
	}
	return events[len(events)-1]
}

func (w *world) refused(status int, words, who, path, in string) {
	w.Helper()
	if a := w.Want(status, who, "POST", path, in); !strings.Contains(string(a.Body), words) {
		w.Errorf("%s, want %s", a, words)
	}
}

func TestAnAcceptedClaimMakesTheClaimantTheOwnerAndEndsOtherClaims(t *testing.T) {
	w := newWorld(t)
	mine, theirs := w.file(maker), w.file(other)
	w.refused(400, claim.CodeClaimed, maker, "/v3/project/"+imported+"/claim", body)
	w.Want(204, moderator, "POST", "/v3/claim/"+mine+"/accept", because)
	left, ok := w.last("project-" + imported).(project.LeftOrganization)
	if !ok || left.Owner != maker || left.Organization != repost || left.Claim != mine || left.Reason == nil || left.Reason.Code != "complies" {
		t.Errorf("%+v", left)
	}
	if by := w.last("claim-" + theirs).(claim.Superseded); by.By != mine || by.Account != other {
		t.Errorf("%+v", by)
	}
	for _, stream := range []string{"claims-" + imported, "claimant-" + maker, "claimant-" + other} {
		var open claim.Open
		for _, e := range w.Events(stream) {
			open = claim.EvolveOpen(open, e)
		}
		if len(open) > 0 {
			t.Errorf("%s still has %v", stream, open.IDs())
		}
	}
	w.refused(400, "只有搬运团队", other, "/v3/project/"+imported+"/claim", body)
	w.refused(409, "已处理完毕", moderator, "/v3/claim/"+theirs+"/accept", because)
}

func TestAClaimIsWithdrawnByItsClaimantAndRejectedWithAReason(t *testing.T) {
	w := newWorld(t)
	first := w.file(maker)
	w.refused(404, "认领不存在", other, "/v3/claim/"+first+"/withdraw", "")
	w.Want(204, maker, "POST", "/v3/claim/"+first+"/withdraw", "")
	second := w.file(maker) // an ended claim no longer counts against the limit
	w.refused(401, "只有管理人员", maker, "/v3/claim/"+second+"/accept", because)
	w.refused(400, "请说明操作原因", moderator, "/v3/claim/"+second+"/reject", "{}")
	w.Want(204, moderator, "POST", "/v3/claim/"+second+"/reject", `{"reason":{"code":"misleading","text":"仓库不是原作者的"}}`)
	if e := w.last("claim-" + second).(claim.Rejected); e.Reason.Code != "misleading" || e.Reason.Text.String() != "仓库不是原作者的" {
		t.Errorf("%+v", e)
	}
}

func TestOnlyProjectsOfRepostTeamsCanBeClaimed(t *testing.T) {
	w := newWorld(t)
	w.refused(400, "只有搬运团队", maker, "/v3/project/Ruins002/claim", body)
	w.refused(404, "资源不存在", maker, "/v3/project/Nothing1/claim", body)
	w.refused(401, "", "", "/v3/project/"+imported+"/claim", body)
	w.refused(400, "proof", maker, "/v3/project/"+imported+"/claim", `{"proof":"oath","address":"https://example.org"}`)
	w.refused(404, "认领不存在", moderator, "/v3/claim/..%2Fx/accept", because)
}

func TestAClaimCannotBeAcceptedAfterTheProjectOrTheClaimantHasLeft(t *testing.T) {
	w := newWorld(t)
	gone, late := w.file(closed), w.file(maker)
	w.refused(409, "账号已不存在", moderator, "/v3/claim/"+gone+"/accept", because)
	w.Happen("project-"+imported, project.LeftOrganization{Organization: repost, Owner: other})
	w.refused(409, "已不由搬运团队发布", moderator, "/v3/claim/"+late+"/accept", because)
	w.Want(204, moderator, "POST", "/v3/claim/"+late+"/reject", because)
}

func TestOfTwoClaimsAcceptedConcurrentlyOneSucceeds(t *testing.T) {
	w := newWorld(t)
	ids := []string{w.file(maker), w.file(other)}
	statuses := make([]int, len(ids))
	var all sync.WaitGroup
	for i, id := range ids {
		all.Go(func() { statuses[i] = w.Ask(moderator, "POST", "/v3/claim/"+id+"/accept", because).Status })
	}
	all.Wait()
	if got := fmt.Sprint(statuses); got != "[204 409]" && got != "[409 204]" {
		t.Error(got)
	}
	left := 0
	for _, e := range w.Events("project-" + imported) {
		if _, is := e.(project.LeftOrganization); is {
			left++
		}
	}
	if left != 1 {
		t.Errorf("the project left %d times", left)
	}
}

func TestARepeatedClaimReturnsTheSameClaim(t *testing.T) {
	w := newWorld(t)
	path := "/v3/project/" + imported + "/claim"
	one := w.Want(200, maker, "POST", path, body, "Idempotency-Key", "once")
	again := w.Want(200, maker, "POST", path, body, "Idempotency-Key", "once")
	if string(one.Body) != string(again.Body) || len(w.Events("claimant-"+maker)) != 1 {
		t.Errorf("%s, then %s", one, again)
	}
}
