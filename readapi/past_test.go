package readapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/readapi/review"
)

const pastID = "ProjPst9"

// past is a project with a rejected round and an approved one, that was public, private and is public again.
type past struct {
	*site
	draft, first, rejected, second, public, edited, private, again eventlog.Position
}

func withPast(t *testing.T) past {
	s := past{site: harbour(t)}
	s.Slug("tidewatch", pastID)
	s.draft = s.Project(pastID, owner, newProject(pastID, "tidewatch", "Tidewatch"),
		project.MemberInvited{Account: invited, Role: "美术", Permissions: project.UploadVersion})
	s.Happen("version-VersPst1", owner, newVersion("VersPst1", pastID, "1.0.0", project.Release, 6, []string{"fabric"}, []string{"1.20.1"}))
	s.Happen("projectversions-"+pastID, owner, project.VersionAdded{Version: "VersPst1"})
	s.first = s.Project(pastID, owner, project.Submitted{Submission: "S1", From: project.Draft, Requested: project.Listed})
	s.rejected = s.Project(pastID, moderator, project.Rejected{Submission: "S1", From: project.Processing, Message: "请补充简介", Options: []string{"summary-insufficient", "gone-option"}})
	s.Project(pastID, owner, project.Summarised{Summary: "看守潮汐的灯塔"}, project.Described{Body: "正文与航线"},
		project.PictureAdded{Picture: project.Picture{URL: "https://cdn.example/quay.png", Title: "码头"}})
	draft := newVersion("VersPst2", pastID, "2.0.0", project.Alpha, 7, []string{"fabric"}, []string{"1.21"})
	draft.Status = project.VersionDraft
	s.Happen("version-VersPst2", owner, draft)
	s.Happen("projectversions-"+pastID, owner, project.VersionAdded{Version: "VersPst2"})
	s.second = s.Project(pastID, owner, project.Submitted{Submission: "S2", From: project.Refused, Requested: project.Listed})
	s.public = s.Project(pastID, moderator, project.Approved{Submission: "S2", From: project.Processing, Status: project.Listed})
	s.edited = s.Project(pastID, owner, project.Renamed{Title: "Tidewatch Two"})
	s.private = s.Project(pastID, owner, project.StatusChanged{From: project.Listed, To: project.Private})
	s.again = s.Project(pastID, owner, project.StatusChanged{From: project.Private, To: project.Listed})
	s.Settle()
	return s
}

func (s past) at(position eventlog.Position) string {
	return fmt.Sprintf("/_internal/project/tidewatch/as_of/%d", position)
}

func TestMembersAndStaffSeeAnyMomentAndVisitorsThoseAtWhichTheProjectWasPublic(t *testing.T) {
	s := withPast(t)
	inside := []string{"owner", "invited", "moderator", "admin"}
	outside := []string{"anonymous", "stranger", "owner's token without the scope", "moderator's token without the scope"}
	for _, c := range []struct {
		name     string
		at       eventlog.Position
		visitors int
		title    string
	}{
		{"the draft", s.draft, 404, "Tidewatch"}, {"the first round", s.first, 404, "Tidewatch"}, {"the rejection", s.rejected, 404, "Tidewatch"},
		{"the second round", s.second, 404, "Tidewatch"}, {"the approval", s.public, 200, "Tidewatch"}, {"the edit", s.edited, 200, "Tidewatch Two"},
		{"the private time", s.private, 404, "Tidewatch Two"}, {"public again", s.again, 200, "Tidewatch Two"}, {"a later time", s.again + 1000, 200, "Tidewatch Two"},
	} {
		for _, who := range inside {
			seen := answer[contract.ProjectAsOf](s.site, "GET", s.at(c.at), who, "")
			if seen.Project.Title != c.title || seen.Position > int64(c.at) || seen.At.IsZero() {
				t.Errorf("%s for %s: %+v", c.name, who, seen)
			}
		}
		for _, who := range outside {
			if got := s.get(s.at(c.at), who).Code; got != c.visitors {
				t.Errorf("%s for %s: %d, want %d", c.name, who, got, c.visitors)
			}
		}
	}
	if got := s.get(s.at(s.draft-5), "owner").Code; got != 404 {
		t.Errorf("before the project existed: %d", got)
	}
	seen := answer[contract.ProjectAsOf](s.site, "GET", s.at(s.edited), "anonymous", "")
	if len(seen.Versions) != 1 || seen.Total != 1 || seen.Versions[0].ID != "VersPst1" || seen.Project.VersionCount != 1 || len(seen.Project.Gallery) != 1 {
		t.Errorf("a visitor sees %+v", seen)
	}
	if seen := answer[contract.ProjectAsOf](s.site, "GET", s.at(s.edited), "owner", ""); seen.Total != 2 || seen.Project.VersionCount != 1 {
		t.Errorf("a member sees %+v", seen)
	}
	s.Project(pastID, owner, project.StatusChanged{From: project.Listed, To: project.Private})
	s.Settle()
	for _, who := range outside {
		if got := s.get(s.at(s.edited), who).Code; got != 404 {
			t.Errorf("a public moment of a project that is private now, for %s: %d", who, got)
		}
	}
	s.Project(pastID, moderator, project.Withheld{From: project.Private})
	s.Settle()
	for _, path := range []string{s.at(s.edited), "/_internal/project/tidewatch/steps", fmt.Sprintf("/_internal/project/tidewatch/changes?from=%d", s.edited)} {
		if got := s.get(path, "stranger").Code; got != 404 {
			t.Errorf("%s of a withheld project: %d", path, got)
		}
	}
}

func TestTheStepsTellTheTeamTheRolesOfTheStaffAndVisitorsNobody(t *testing.T) {
	s := withPast(t)
	path := "/_internal/project/tidewatch/steps"
	own := answer[contract.HistorySteps](s.site, "GET", path, "owner", "")
	var decided []contract.HistoryStep
	for _, step := range own.Steps {
		if step.Role == "moderator" {
			decided = append(decided, step)
			if step.By != nil {
				t.Errorf("the team learns who did %+v", step)
			}
		}
	}
	want := []contract.DecisionPoint{{ID: "summary-insufficient", Name: "不足", Step: "summary", Title: "简介"}, {ID: "gone-option", Name: "gone-option"}}
	if !own.Inside || len(decided) != 2 || *decided[0].Message != "请补充简介" || !slices.Equal(decided[0].Points, want) || decided[0].Round != 1 || decided[1].Round != 2 ||
		own.Steps[0].By == nil || own.Steps[0].By.ID != owner || own.Steps[0].Type != "created" || own.Steps[0].From != nil {
		t.Errorf("%+v", own)
	}
	staff := answer[contract.HistorySteps](s.site, "GET", path, "moderator", "")
	if i := slices.IndexFunc(staff.Steps, func(e contract.HistoryStep) bool { return e.Type == "rejected" }); staff.Steps[i].By == nil || staff.Steps[i].By.Username != "Moderator" {
		t.Errorf("%+v", staff.Steps[i])
	}
	if body := s.get(path, "invited").Body.String(); strings.Contains(body, "Moderator") || strings.Contains(body, moderator) {
		t.Errorf("a member reads %s", body)
	}
	seen := answer[contract.HistorySteps](s.site, "GET", path, "anonymous", "")
	var at []int64
	var roles []string
	for _, step := range seen.Steps {
		at, roles = append(at, step.Position), append(roles, step.Role)
		if step.By != nil || step.From != nil || step.Message != nil || step.Reason != nil || len(step.Points) > 0 || step.Round != 0 {
			t.Errorf("a visitor sees %+v", step)
		}
	}
	if seen.Inside || !slices.Equal(at, []int64{int64(s.public), int64(s.edited), int64(s.again)}) {
		t.Errorf("a visitor sees the steps %v", at)
	}
	if !slices.Equal(roles, []string{"moderator", "member", "member"}) {
		t.Errorf("by %v", roles)
	}
}

func TestTheReviewHistoryHidesTheStaffFromTheTeamAndNamesThePoints(t *testing.T) {
	s := withPast(t)
	h := answer[review.History](s.site, "GET", "/_internal/project/tidewatch/history", "owner", "")
	var types []string
	for _, e := range h.Entries {
		types = append(types, e.Type)
		if e.Role == "moderator" && e.Actor != nil {
			t.Errorf("the team learns who did %+v", e)
		}
	}
	if want := []string{"created", "submitted", "rejected", "submitted", "approved", "status_changed", "status_changed"}; !slices.Equal(types, want) ||
		len(h.Entries[2].Points) != 2 || h.Entries[2].Position != int64(s.rejected) || h.Entries[2].Round != 1 {
		t.Errorf("%+v", h)
	}
}

func TestTheChangesSinceTheLastSubmission(t *testing.T) {
	s := withPast(t)
	changes := func(query, as string) contract.HistoryChanges {
		return answer[contract.HistoryChanges](s.site, "GET", "/_internal/project/tidewatch/changes"+query, as, "")
	}
	fields := func(c contract.HistoryChanges) (names []string) {
		for _, f := range c.Fields {
			names = append(names, f.Field)
		}
		return names
	}
	round := changes(fmt.Sprintf("?to=%d", s.second), "moderator")
	if round.From == nil || round.From.Position != int64(s.first) || round.From.Round != 1 || round.To.Round != 2 || round.To.Status != "processing" {
		t.Errorf("%+v to %+v", round.From, round.To)
	}
	if !slices.Equal(fields(round), []string{"summary", "body"}) || len(round.Pictures) != 1 || round.Pictures[0].Change != "added" {
		t.Errorf("%+v", round)
	}
	if len(round.Versions) != 1 || round.Total != 1 || round.Versions[0].Change != "added" || round.Versions[0].Files[0].To.Hashes.SHA512 != hash(7, 128) {
		t.Errorf("%+v", round.Versions)
	}
	if after := changes(fmt.Sprintf("?to=%d", s.rejected), "owner"); after.From.Position != int64(s.first) || !slices.Equal(fields(after), []string{"status"}) {
		t.Errorf("after the rejection: %+v", after)
	}
	if now := changes("", "owner"); now.From.Position != int64(s.second) || !slices.Equal(fields(now), []string{"title", "status"}) {
		t.Errorf("now: %+v", now)
	}
	if first := changes(fmt.Sprintf("?to=%d", s.first), "owner"); first.From != nil || len(first.Fields) > 0 {
		t.Errorf("the first submission: %+v", first)
	}
	seen := changes(fmt.Sprintf("?from=%d&to=%d", s.public, s.edited), "anonymous")
	if !slices.Equal(fields(seen), []string{"title"}) || seen.To.Round != 0 || len(seen.Versions) != 0 {
		t.Errorf("a visitor sees %+v", seen)
	}
	for query, want := range map[string]int{
		"": 400, fmt.Sprintf("?from=%d", s.first): 404, fmt.Sprintf("?from=%d&to=%d", s.public, s.private): 404,
		fmt.Sprintf("?from=%d&to=%d", s.edited, s.public): 400, "?from=x": 400, "?from=0": 400,
	} {
		if got := s.get("/_internal/project/tidewatch/changes"+query, "stranger").Code; got != want {
			t.Errorf("%s for a stranger: %d, want %d", query, got, want)
		}
	}
}

func TestAnErasedReasonIsShownAsErased(t *testing.T) {
	s := withPast(t)
	text := erasable.Of(invited, "自己要求离开")
	s.Project(pastID, moderator, project.MemberRemoved{Account: invited, Reason: &reason.Addressed{Code: reason.Request, Text: &text}})
	why := func() string {
		s.Settle()
		steps := answer[contract.HistorySteps](s.site, "GET", "/_internal/project/tidewatch/steps", "owner", "").Steps
		return *steps[len(steps)-1].Reason.Text
	}
	if got := why(); got != "自己要求离开" {
		t.Error(got)
	}
	s.Happen("account-"+invited, invited, account.Erased{Account: invited})
	if err := s.Texts.(*erasure.Vault).Erase(t.Context(), invited); err != nil {
		t.Fatal(err)
	}
	if got := why(); got != erasable.Erased {
		t.Error(got)
	}
}

func TestAVisitorAsksSixtyTimesAMinuteAboutThePastAndAMemberAsOftenAsTheyLike(t *testing.T) {
	s := withPast(t)
	for n := range visits + 1 {
		w := s.get(s.at(s.edited), "stranger")
		if want := map[bool]int{true: http.StatusOK, false: http.StatusTooManyRequests}[n < visits]; w.Code != want {
			t.Fatalf("request %d: %d", n+1, w.Code)
		}
		if w.Code == http.StatusTooManyRequests && w.Header().Get("Retry-After") == "" {
			t.Error("the answer has no Retry-After")
		}
		if got := s.get(s.at(s.draft), "owner").Code; got != http.StatusOK {
			t.Fatalf("a member's request %d: %d", n+1, got)
		}
	}
	if got := s.get(s.at(s.edited), "anonymous").Code; got != http.StatusOK {
		t.Errorf("another visitor: %d", got)
	}
}
