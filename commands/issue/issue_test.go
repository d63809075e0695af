package issue_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/issue"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/project"
)

const (
	ann        = "AnnAnn01"
	bob        = "BobBob02"
	unverified = "Unveri03"
	owner      = "Owner004"
	helper     = "Helper05" // a member without rights
	moderator  = commandstest.Moderator
	admin      = commandstest.Admin
	open       = "Open0001" // projects
	secret     = "Secret02"
	old        = "Archiv03"
	release    = "Versio01" // versions of open
	draft      = "Versio02"
	foreign    = "Versio03" // of old
	because    = `{"reason":{"code":"spam"}}`
)

type world struct {
	*commandstest.World
	service *commands.Service
	fixed   []string // what the read model would find
	issues  int      // made by fresh
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{World: commandstest.New(t, project.EventTypes(), organization.EventTypes(), forum.EventTypes(), issue.EventTypes(), post.EventTypes())}
	service, err := commands.New(commands.Options{
		Handler: w.Handler(), Verified: func(_ context.Context, id string) (bool, error) { return id != unverified, nil },
		Named: func(_ context.Context, names []string) (found []string, _ error) {
			for _, n := range names {
				if strings.HasPrefix(n, "known") {
					found = append(found, n)
				}
			}
			return found, nil
		},
		Fixed: func(context.Context, string, uint64) ([]string, error) { return w.fixed, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	w.service = service
	w.Serve(service.Routes)
	for id, status := range map[string]project.Status{open: project.Listed, secret: project.Private, old: project.Archived} {
		w.Happen("project-"+id, project.Created{Project: id, Slug: strings.ToLower(id), Type: project.TypeMod, Title: "资源 " + id, Owner: owner},
			project.ListedByImport{Status: status}, project.MemberInvited{Account: helper, Role: "帮手"}, project.MemberJoined{Account: helper})
		w.Happen("board-"+id, issue.TypeSet{Project: id, Type: issue.HereOnly})
	}
	w.Happen("version-"+release, project.VersionCreated{Version: release, Project: open, Status: project.VersionListed})
	w.Happen("version-"+draft, project.VersionCreated{Version: draft, Project: open, Status: project.VersionDraft})
	w.Happen("version-"+foreign, project.VersionCreated{Version: foreign, Project: old, Status: project.VersionListed})
	return w
}

func (w *world) open(who, in string) string {
	w.Helper()
	var out contract.IssueOpened
	w.Want(200, who, "POST", "/v3/project/"+in+"/issues", map[string]string{"title": "标题", "body": "正文"}).Decode(w, &out)
	return out.Issue
}

func (w *world) comment(who, id, text string) string {
	w.Helper()
	var out contract.IssueCommented
	w.Want(200, who, "POST", "/v3/issues/"+id+"/comments", map[string]string{"body": text}).Decode(w, &out)
	return out.Comment.ID
}

// state is an issue as its stream tells.
func (w *world) state(id string) (s issue.State) {
	for _, e := range w.Events("issue-" + id) {
		s = issue.Evolve(s, e)
	}
	return s
}

// fresh is a new issue of ann in a state.
func (w *world) fresh(place string) string {
	w.Helper()
	in := map[string]string{"secret": secret, "old": old}[place]
	if in == "" {
		in = open
	}
	w.issues++
	id := fmt.Sprintf("Issue%03d", w.issues)
	events := []any{issue.Opened{Issue: id, Project: in, Author: ann, Title: erasable.Of(ann, "标题"), Body: erasable.Of(ann, "正文")}}
	switch place {
	case "locked":
		events = append(events, issue.Locked{Issue: id, Project: in})
	case "hidden":
		events = append(events, issue.Hidden{Issue: id, Project: in})
	case "closed":
		events = append(events, issue.Closed{Issue: id, Project: in, As: issue.Done})
	}
	w.Happen("issue-"+id, events...)
	return id
}

func TestWhoDoesWhatOnWhichBoard(t *testing.T) {
	w := newWorld(t)
	people := []string{"", unverified, bob, ann, helper, owner, moderator, admin}
	for what, statuses := range map[string][8]int{ // in the order of people
		"open open":      {401, 400, 200, 200, 200, 200, 200, 200},
		"open secret":    {401, 404, 404, 404, 200, 200, 200, 200},
		"open old":       {401, 400, 401, 401, 401, 401, 200, 200},
		"comment open":   {401, 400, 200, 200, 200, 200, 200, 200},
		"comment closed": {401, 400, 200, 200, 200, 200, 200, 200},
		"comment secret": {401, 404, 404, 404, 200, 200, 200, 200},
		"comment locked": {401, 400, 401, 401, 200, 200, 200, 200},
		"comment hidden": {401, 404, 404, 401, 200, 200, 200, 200},
		"comment old":    {401, 400, 401, 401, 401, 401, 200, 200},
		"edit open":      {401, 401, 401, 204, 204, 204, 401, 400}, // an administrator needs a reason
		"edit locked":    {401, 401, 401, 401, 204, 204, 401, 400},
		"edit old":       {401, 401, 401, 401, 401, 401, 401, 400},
		"close open":     {401, 401, 401, 204, 204, 204, 400, 400}, // so does the staff
		"close locked":   {401, 401, 401, 401, 204, 204, 400, 400},
		"close closed":   {401, 401, 401, 400, 400, 400, 400, 400}, // nothing changes
		"close secret":   {401, 404, 404, 404, 204, 204, 400, 400},
		"close old":      {401, 401, 401, 401, 401, 401, 400, 400},
		"reopen closed":  {401, 401, 401, 401, 204, 204, 400, 400},
		"label open":     {401, 401, 401, 401, 204, 204, 400, 400},
		"label locked":   {401, 401, 401, 401, 204, 204, 400, 400},
		"label secret":   {401, 404, 404, 404, 204, 204, 400, 400},
		"label old":      {401, 401, 401, 401, 401, 401, 400, 400},
		"assign open":    {401, 401, 401, 401, 204, 204, 400, 400},
		"lock open":      {401, 401, 401, 401, 204, 204, 400, 400},
		"lock old":       {401, 401, 401, 401, 401, 401, 400, 400},
		"unlock locked":  {401, 401, 401, 401, 204, 204, 400, 400},
		"pin open":       {401, 401, 401, 401, 204, 204, 400, 400},
		"pin hidden":     {401, 404, 404, 401, 400, 400, 400, 400},
		"fixed open":     {401, 401, 401, 401, 204, 204, 400, 400},
		"fixed secret":   {401, 404, 404, 404, 400, 400, 400, 400}, // a version of another project
		"hide open":      {401, 401, 401, 401, 400, 400, 400, 400}, // members too need a reason for what is not theirs
		"hide secret":    {401, 404, 404, 404, 400, 400, 400, 400},
		"restore hidden": {401, 404, 404, 401, 204, 204, 400, 400},
		"settle open":    {401, 401, 401, 401, 401, 204, 400, 400},
		"settle secret":  {401, 404, 404, 404, 401, 204, 400, 400},
	} {
		do, place, _ := strings.Cut(what, " ")
		for i, who := range people {
			id := w.fresh(place)
			in := w.state(id).Project
			method, path, body := "PATCH", "/v3/issues/"+id, any(nil)
			switch do {
			case "open":
				method, path, body = "POST", "/v3/project/"+in+"/issues", map[string]string{"title": what + who, "body": what + who}
			case "comment":
				method, path, body = "POST", path+"/comments", map[string]string{"body": what + who}
			case "edit":
				body = map[string]string{"body": what + who}
			case "close":
				body = map[string]string{"state": "closed"}
			case "reopen":
				body = map[string]string{"state": "open"}
			case "label":
				body = map[string]any{"labels": []string{"错误"}}
			case "assign":
				body = map[string]any{"assignees": []string{helper}}
			case "fixed":
				method, path, body = "POST", path+"/fixed", map[string]any{"version_id": draft}
			case "settle":
				path, body = "/v3/project/"+in+"/issues/board", map[string]any{"template": what + who}
			default:
				method, path, body = "POST", path+"/"+do, "{}"
			}
			if got := w.Ask(who, method, path, body); got.Status != statuses[i] {
				t.Errorf("%s as %q: %d, want %d: %s", what, who, got.Status, statuses[i], got.Body)
			}
		}
	}
}

func TestABoardTakesIssuesWhereItsTypeSaysSo(t *testing.T) {
	w := newWorld(t)
	for kind, status := range map[int]int{0: 401, 1: 200, 2: 200, 3: 401} {
		w.Happen("board-"+open, issue.TypeSet{Project: open, Type: issue.Type(kind)})
		for _, who := range []string{bob, owner, admin} {
			w.Want(status, who, "POST", "/v3/project/"+open+"/issues", map[string]string{"title": fmt.Sprint(kind, who), "body": "正文"})
		}
	}
	w.Want(400, owner, "PATCH", "/v3/project/"+open+"/issues/board", `{"issues_type":4}`)
	w.Want(400, owner, "PATCH", "/v3/project/"+open+"/issues/board", `{"issues_type":-1}`)
	w.Want(400, owner, "PATCH", "/v3/project/"+open+"/issues/board", map[string]string{"template": strings.Repeat("长", issue.MaxTemplate+1)})
	w.Want(204, owner, "PATCH", "/v3/project/"+open+"/issues/board", map[string]any{"issues_type": 2, "template": strings.Repeat("长", issue.MaxTemplate)})
}

func TestAnIssueThatDoesNotChangeIsRefused(t *testing.T) {
	w := newWorld(t)
	id := w.open(ann, open)
	for _, body := range []string{`{}`, `{"title":"标题"}`, `{"body":"正文"}`, `{"state":null}`} {
		if got := w.Ask(ann, "PATCH", "/v3/issues/"+id, body); got.Status != 400 || !strings.Contains(string(got.Body), "未做任何修改") {
			t.Errorf("%s: %d %s", body, got.Status, got.Body)
		}
	}
	for _, body := range []string{`{"state":"open"}`, `{"labels":[]}`, `{"assignees":[]}`} {
		if got := w.Ask(owner, "PATCH", "/v3/issues/"+id, body); got.Status != 400 || !strings.Contains(string(got.Body), "未做任何修改") {
			t.Errorf("%s: %d %s", body, got.Status, got.Body)
		}
	}
}

func TestHostileValuesOfIssuesAreRefused(t *testing.T) {
	w := newWorld(t)
	id, other := w.open(ann, open), w.open(owner, secret)
	long := strings.Repeat("长", 301)
	for body, field := range map[string]string{
		`{"title":""}`: "title", `{"title":"` + long + `"}`: "title", `{"body":" \n "}`: "body", `{"body":"` + strings.Repeat("x", post.MaxBody+1) + `"}`: "body",
		`{"state":"merged"}`: "state", `{"state":"closed","state_reason":"bored"}`: "state_reason", `{"state":"closed","state_reason":"duplicate"}`: "duplicate_of",
		`{"state":"closed","state_reason":"duplicate","duplicate_of":"` + id + `"}`:    "duplicate_of",
		`{"state":"closed","state_reason":"duplicate","duplicate_of":"` + other + `"}`: "duplicate_of",
		`{"state":"closed","state_reason":"duplicate","duplicate_of":"../../"}`:        "duplicate_of",
		`{"labels":["没有这个"]}`: "labels", `{"labels":["1","2","3","4","5","6","7","8","9","10","11"]}`: "labels", `{"labels":["` + strings.Repeat(`x","`, 5000) + `y"]}`: "labels",
		`{"assignees":["` + bob + `"]}`: "assignees", `{"assignees":["` + strings.Repeat(`x","`, 5000) + `y"]}`: "assignees",
		`{"title":"\u202e反"}`: "title",
	} {
		got := w.Ask(owner, "PATCH", "/v3/issues/"+id, body)
		if got.Status != 400 || !strings.Contains(string(got.Body), `"`+field+`"`) {
			t.Errorf("%.80s: %d %s, want the field %s", body, got.Status, got.Body, field)
		}
	}
	for _, version := range []string{`""`, `"nothing"`, `"` + foreign + `"`, `"Versio99"`} {
		w.Want(400, owner, "POST", "/v3/issues/"+id+"/fixed", `{"version_id":`+version+`}`)
	}
	for _, label := range []string{
		`{"name":"","color":"#123456"}`, `{"name":"` + strings.Repeat("长", 33) + `","color":"#123456"}`, `{"name":"好","color":"red"}`, `{"name":"好","color":"#12345g"}`,
		`{"name":"好","color":"#123456;x"}`, `{"name":"错误","color":"#123456"}`, `{"name":"好","color":"#123456","description":"` + strings.Repeat("长", 101) + `"}`,
	} {
		w.Want(400, owner, "POST", "/v3/project/"+open+"/issues/labels", label)
	}
	for _, path := range []string{"nothing", "Issue999", "Versio01"} {
		w.Want(404, owner, "PATCH", "/v3/issues/"+path, `{"title":"新"}`)
	}
	p := w.comment(ann, id, "评论")
	w.Want(404, owner, "PATCH", "/v3/issues/comments/"+id, `{"body":"新"}`)
	w.Want(400, ann, "PATCH", "/v3/issues/comments/"+p, `{"body":""}`)
}

func TestLabelsOfAProjectAreItsOwn(t *testing.T) {
	w := newWorld(t)
	id := w.open(ann, open)
	var made contract.IssueLabel
	w.Want(200, owner, "POST", "/v3/project/"+open+"/issues/labels", `{"name":"渲染","color":"#AB12cd","description":"画面"}`).Decode(t, &made)
	if made.Name != "渲染" || made.Color != "#ab12cd" || made.Description != "画面" || made.ID == "" {
		t.Errorf("%+v", made)
	}
	w.Want(400, owner, "POST", "/v3/project/"+open+"/issues/labels", `{"name":"渲染","color":"#000000"}`)
	w.Want(204, helper, "PATCH", "/v3/issues/"+id, map[string]any{"labels": []string{"渲染", "错误", "渲染"}})
	if got := w.state(id).Labels; !slices.Equal(got, []string{made.ID, "1"}) {
		t.Errorf("labels %q", got)
	}
	path := "/v3/project/" + open + "/issues/labels/" + made.ID
	w.Want(400, owner, "PATCH", path, `{"name":"渲染"}`)
	w.Want(400, owner, "PATCH", path, `{"name":"改进"}`)
	w.Want(204, owner, "PATCH", path, `{"name":"画面"}`)
	w.Want(404, owner, "PATCH", "/v3/project/"+open+"/issues/labels/1", `{"name":"别的"}`)
	w.Want(404, owner, "DELETE", "/v3/project/"+secret+"/issues/labels/"+made.ID, "")
	w.Want(401, helper, "DELETE", path, "")
	w.Want(204, owner, "DELETE", path, "")
	w.Want(404, owner, "DELETE", path, "")
	w.Want(400, helper, "PATCH", "/v3/issues/"+id, map[string]any{"labels": []string{made.ID}})
	w.Want(204, helper, "PATCH", "/v3/issues/"+id, map[string]any{"labels": []string{"2"}})
	for n := range issue.MaxOwnLabels {
		w.Want(200, owner, "POST", "/v3/project/"+open+"/issues/labels", map[string]string{"name": fmt.Sprint("标签 ", n), "color": "#000000"})
	}
	w.Want(400, owner, "POST", "/v3/project/"+open+"/issues/labels", `{"name":"再来一个","color":"#000000"}`)
}

func TestOnlyMembersOpenAnIssueWithLabels(t *testing.T) {
	w := newWorld(t)
	body := map[string]any{"title": "标题", "body": "正文", "labels": []string{"错误"}, "assignees": []string{owner}}
	w.Want(401, bob, "POST", "/v3/project/"+open+"/issues", body)
	var out contract.IssueOpened
	w.Want(200, helper, "POST", "/v3/project/"+open+"/issues", body).Decode(t, &out)
	if s := w.state(out.Issue); !slices.Equal(s.Labels, []string{"1"}) || !slices.Equal(s.Assignees, []string{owner}) || s.Author != helper {
		t.Errorf("%+v", s)
	}
}

func TestTheAuthorClosesAndAMemberOpensAgain(t *testing.T) {
	w := newWorld(t)
	id, first := w.open(ann, open), w.open(bob, open)
	w.Want(401, bob, "PATCH", "/v3/issues/"+id, `{"state":"closed"}`)
	w.Want(204, ann, "PATCH", "/v3/issues/"+id, `{"state":"closed","state_reason":"not_planned"}`)
	w.Want(401, ann, "PATCH", "/v3/issues/"+id, `{"state":"open"}`)
	w.Want(204, helper, "PATCH", "/v3/issues/"+id, map[string]string{"state": "closed", "state_reason": "duplicate", "duplicate_of": first})
	if s := w.state(id); !s.Closed || s.As != issue.Duplicate || s.DuplicateOf != first {
		t.Errorf("%+v", s)
	}
	w.Want(204, helper, "PATCH", "/v3/issues/"+id, `{"state":"open"}`)
	if s := w.state(id); s.Closed || s.As != "" || s.DuplicateOf != "" {
		t.Errorf("%+v", s)
	}
	w.Want(204, moderator, "PATCH", "/v3/issues/"+id, `{"state":"closed","reason":{"code":"rules"}}`)
}

func TestAVersionThatFixesAnIssueClosesItWhenItIsPublic(t *testing.T) {
	w := newWorld(t)
	now, later, other := w.open(ann, open), w.open(ann, open), w.open(ann, open)
	w.Want(204, helper, "POST", "/v3/issues/"+now+"/fixed", map[string]string{"version_id": release})
	if s := w.state(now); !s.Closed || s.Version != release {
		t.Errorf("fixed in a public version: %+v", s)
	}
	w.Want(204, helper, "POST", "/v3/issues/"+later+"/fixed", map[string]string{"version_id": draft})
	w.Want(204, helper, "POST", "/v3/issues/"+other+"/fixed", map[string]string{"version_id": draft})
	w.Want(204, helper, "POST", "/v3/issues/"+other+"/fixed", `{"version_id":null}`)
	w.fixed = []string{later, other, "Issue999"}
	if err := w.service.Published(t.Context(), "event", draft, 0); err != nil {
		t.Fatal(err)
	}
	if s := w.state(later); s.Closed {
		t.Errorf("a draft closes it: %+v", s)
	}
	w.Happen("version-"+draft, project.VersionStatusChanged{Version: draft, Project: open, Status: project.VersionListed})
	for range 3 { // messages come at least once
		if err := w.service.Published(t.Context(), "event", draft, 0); err != nil {
			t.Fatal(err)
		}
	}
	if s := w.state(later); !s.Closed || s.As != issue.Done {
		t.Errorf("published: %+v", s)
	}
	if s := w.state(other); s.Closed {
		t.Errorf("no longer fixed in it: %+v", s)
	}
	w.Want(204, helper, "PATCH", "/v3/issues/"+later, `{"state":"open"}`)
	if err := w.service.Published(t.Context(), "event", draft, 0); err != nil {
		t.Fatal(err)
	}
	if s := w.state(later); s.Closed {
		t.Errorf("a repeated message closes what was opened again: %+v", s)
	}
}

func TestMembersHideCommentsOnTheirBoardWithAReason(t *testing.T) {
	w := newWorld(t)
	id := w.open(ann, open)
	p := "/v3/issues/comments/" + w.comment(bob, id, "广告")
	w.Want(401, ann, "POST", p+"/hide", because)
	w.Want(400, helper, "POST", p+"/hide", "{}")
	w.Want(204, helper, "POST", p+"/hide", because)
	w.Want(400, bob, "PATCH", p, `{"body":"不是广告"}`)
	w.Want(204, helper, "POST", p+"/restore", "{}")
	w.Want(204, moderator, "POST", p+"/hide", because)
	w.Want(204, bob, "DELETE", p, "")
	w.Want(404, helper, "POST", p+"/restore", because)
}

func TestACommentAnswersOneOfTheSameIssue(t *testing.T) {
	w := newWorld(t)
	id, other := w.open(ann, open), w.open(ann, open)
	p := w.comment(bob, id, "第一条")
	w.Want(200, ann, "POST", "/v3/issues/"+id+"/comments", map[string]string{"body": "回复 @known @nobody", "reply_to_id": p})
	w.Want(400, ann, "POST", "/v3/issues/"+other+"/comments", map[string]string{"body": "别处", "reply_to_id": p})
	w.Want(400, ann, "POST", "/v3/issues/"+id+"/comments", map[string]string{"body": "没有", "reply_to_id": "Nothing9"})
}

func TestTwoEditsOfOneWordingAreOneEditAndAConflictWithBoth(t *testing.T) {
	w := newWorld(t)
	id := w.open(ann, open)
	w.Want(204, ann, "PATCH", "/v3/issues/"+id, `{"body":"第二版","revision":0}`)
	got := w.Ask(owner, "PATCH", "/v3/issues/"+id, `{"body":"另一个第二版","revision":0}`)
	if got.Status != 409 || !strings.Contains(string(got.Body), "第二版") || !strings.Contains(string(got.Body), `"present"`) {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	p := "/v3/issues/comments/" + w.comment(bob, id, "评论")
	w.Want(204, bob, "PATCH", p, `{"body":"评论二","revision":0}`)
	if got := w.Ask(bob, "PATCH", p, `{"body":"评论三","revision":0}`); got.Status != 409 || !strings.Contains(string(got.Body), "评论二") {
		t.Errorf("%d %s", got.Status, got.Body)
	}
}

// TestNoCommentSlipsPastALock locks an issue while many comment: every accepted comment stands before the lock in the log.
func TestNoCommentSlipsPastALock(t *testing.T) {
	w := newWorld(t)
	id := w.open(ann, open)
	var wait sync.WaitGroup
	var mu sync.Mutex
	statuses := map[int]int{}
	for n := range 30 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			status := 0
			switch n {
			case 10:
				status = w.Ask(owner, "POST", "/v3/issues/"+id+"/lock", "{}").Status
			case 20:
				status = w.Ask(ann, "PATCH", "/v3/issues/"+id, `{"state":"closed"}`).Status
			default:
				status = w.Ask(bob, "POST", "/v3/issues/"+id+"/comments", map[string]string{"body": fmt.Sprint("评论 ", n)}).Status
			}
			mu.Lock()
			statuses[status]++
			mu.Unlock()
		}()
	}
	wait.Wait()
	if statuses[500]+statuses[503] > 0 || !w.state(id).Locked {
		t.Fatalf("%v", statuses)
	}
	w.Want(401, bob, "POST", "/v3/issues/"+id+"/comments", map[string]string{"body": "之后"})
	w.Want(200, helper, "POST", "/v3/issues/"+id+"/comments", map[string]string{"body": "成员之后"})
}

func TestAnIssueThatChangesTooOftenChangesNoMore(t *testing.T) {
	w := newWorld(t)
	id := w.open(ann, open)
	for range issue.MaxChanges / 2 {
		w.Happen("issue-"+id, issue.Labelled{Issue: id, Project: open, Label: "1"}, issue.Unlabelled{Issue: id, Project: open, Label: "1"})
	}
	w.Want(400, owner, "PATCH", "/v3/issues/"+id, `{"labels":["1"]}`)
	w.Want(204, owner, "POST", "/v3/issues/"+id+"/lock", "{}")
	w.Want(204, owner, "POST", "/v3/issues/"+id+"/hide", because)
}

func TestThreeIssuesArePinnedAndAHiddenOneIsNot(t *testing.T) {
	w := newWorld(t)
	var list []string
	for range 4 {
		list = append(list, w.open(ann, open))
	}
	for _, id := range list[:3] {
		w.Want(204, helper, "POST", "/v3/issues/"+id+"/pin", "{}")
	}
	w.Want(400, helper, "POST", "/v3/issues/"+list[3]+"/pin", "{}")
	w.Want(204, owner, "POST", "/v3/issues/"+list[0]+"/hide", because)
	w.Want(204, helper, "POST", "/v3/issues/"+list[3]+"/pin", "{}")
	w.Want(204, helper, "POST", "/v3/issues/"+list[3]+"/unpin", "{}")
	w.Want(204, helper, "POST", "/v3/issues/"+list[3]+"/unpin", "{}") // again: nothing happens
}
