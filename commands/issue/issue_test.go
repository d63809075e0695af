package issue_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/issue"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/bar"
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
	w := &world{World: commandstest.New(t, project.EventTypes(), organization.EventTypes(), forum.EventTypes(), issue.EventTypes(), post.EventTypes(), bar.EventTypes())}
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
	case "own":
		events = append(events, issue.Closed{Issue: id, Project: in, As: issue.Done, Own: true})
	case "decided":
		events = append(events, issue.Closed{Issue: id, Project: in, As: issue.Done, Own: true}, issue.Closed{Issue: id, Project: in, As: issue.NotPlanned})
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
		"reopen own":     {401, 401, 401, 204, 204, 204, 400, 400},
		"reopen decided": {401, 401, 401, 401, 204, 204, 400, 400}, // a member closed it as something else since
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

func TestAnAuthorOpensAgainWhatTheyClosed(t *testing.T) {
	w := newWorld(t)
	id := w.open(ann, open)
	for range 2 {
		w.Want(204, ann, "PATCH", "/v3/issues/"+id, `{"state":"closed","state_reason":"not_planned"}`)
		w.Want(204, ann, "PATCH", "/v3/issues/"+id, `{"state":"open"}`)
	}
	w.Want(204, helper, "PATCH", "/v3/issues/"+id, `{"state":"closed"}`)
	w.Want(401, ann, "PATCH", "/v3/issues/"+id, `{"state":"open"}`)
}

func TestAnUntouchedTemplateIsNoText(t *testing.T) {
	w := newWorld(t)
	w.Happen("board-"+open, issue.TemplateSet{Project: open, Template: "版本：\n\n现象："})
	path := "/v3/project/" + open + "/issues"
	got := w.Want(400, ann, "POST", path, map[string]string{"title": "标题", "body": " 版本：\r\n现象：\n"})
	if !strings.Contains(string(got.Body), `"body"`) || !strings.Contains(string(got.Body), "模板") {
		t.Errorf("%s", got.Body)
	}
	w.Want(200, ann, "POST", path, map[string]string{"title": "标题", "body": "版本：1.21\n\n现象："})
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

func TestTheAuthorClosesAndAMemberOpensAgain(t *testing.T) {
	w := newWorld(t)
	id, first := w.open(ann, open), w.open(bob, open)
	w.Want(401, bob, "PATCH", "/v3/issues/"+id, `{"state":"closed"}`)
	w.Want(204, ann, "PATCH", "/v3/issues/"+id, `{"state":"closed","state_reason":"not_planned"}`)
	w.Want(204, helper, "PATCH", "/v3/issues/"+id, map[string]string{"state": "closed", "state_reason": "duplicate", "duplicate_of": first})
	w.Want(401, ann, "PATCH", "/v3/issues/"+id, `{"state":"open"}`) // a member has decided since
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
