package issue_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/modyard/modyard/cmd/modyard/talktest"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/project"
)

// TestNumbersAndFloorsAreDenseAndCountsAreThoseOfARecount writes histories at random.
func TestNumbersAndFloorsAreDenseAndCountsAreThoseOfARecount(t *testing.T) {
	w := newWorld(t)
	random := rand.New(rand.NewPCG(3, 4))
	people := []string{writer, stranger, keeper, staff, talktest.Chief}
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	const version = "VersRand"
	w.Happen("version-"+version, keeper, project.VersionCreated{Version: version, Project: quay, Status: project.VersionDraft})
	var posts, own []string
	issues := []string{w.open(writer, quay, "第一个", "正文").Issue}
	for n := range 400 {
		as := pick(people)
		switch id := pick(issues); random.IntN(14) {
		case 0, 1:
			in := pick([]string{quay, dark})
			rec := w.Send(as, "POST", "/v3/project/"+in+"/issues", talktest.Quoted(map[string]any{"title": fmt.Sprint("反馈 ", n), "body": fmt.Sprint("正文 ", n)}))
			var made contract.IssueOpened
			if rec.Code == 200 && json.Unmarshal(rec.Body.Bytes(), &made) == nil {
				issues = append(issues, made.Issue)
			}
		case 2, 3, 4:
			rec := w.Send(as, "POST", "/v3/issues/"+id+"/comments", talktest.Quoted(map[string]any{"body": fmt.Sprint("评论 ", n)}))
			var made contract.IssueCommented
			if rec.Code == 200 && json.Unmarshal(rec.Body.Bytes(), &made) == nil {
				posts = append(posts, made.Comment.ID)
			}
		case 5:
			w.Send(pick([]string{as, keeper}), "PATCH", "/v3/issues/"+id, talktest.Quoted(map[string]any{"state": pick([]string{"open", "closed"}), "state_reason": pick([]string{"done", "not_planned"})}))
		case 6:
			w.Send(as, "PATCH", "/v3/issues/"+id, talktest.Quoted(map[string]any{"title": fmt.Sprint("新 ", n), "body": fmt.Sprint("新 ", n)}))
		case 7:
			w.Send(pick([]string{keeper, staff}), "POST", "/v3/issues/"+id+"/"+pick([]string{"hide", "restore", "lock", "unlock", "pin", "unpin"}), because)
		case 8:
			labels := []string{pick([]string{"1", "2", "3"})}
			if len(own) > 0 {
				labels = append(labels, pick(own))
			}
			w.Send(keeper, "PATCH", "/v3/issues/"+id, talktest.Quoted(map[string]any{"labels": labels, "assignees": [][]string{{}, {keeper}}[random.IntN(2)]}))
		case 9:
			rec := w.Send(keeper, "POST", "/v3/project/quay/issues/labels", talktest.Quoted(map[string]any{"name": fmt.Sprint("标签 ", n), "color": "#123456"}))
			var made contract.IssueLabel
			if rec.Code == 200 && json.Unmarshal(rec.Body.Bytes(), &made) == nil {
				own = append(own, made.ID)
			}
			if len(own) > 2 {
				w.Send(keeper, "DELETE", "/v3/project/quay/issues/labels/"+own[0], "")
				own = own[1:]
			}
		case 10:
			if n == 200 || n == 201 {
				w.Happen("account-"+stranger, stranger, account.Erased{Account: stranger})
			}
			w.Send(keeper, "POST", "/v3/issues/"+id+"/fixed", pick([]string{`{"version_id":null}`, `{"version_id":"` + version + `"}`}))
		default:
			p := "none"
			if len(posts) > 0 {
				p = pick(posts)
			}
			switch random.IntN(3) {
			case 0:
				w.Send(as, "PATCH", "/v3/issues/comments/"+p, talktest.Quoted(map[string]any{"body": fmt.Sprint("改 ", n)}))
			case 1:
				w.Send(as, "DELETE", "/v3/issues/comments/"+p+pick([]string{"", "?reason_code=spam"}), "")
			case 2:
				w.Send(pick([]string{keeper, staff}), "POST", "/v3/issues/comments/"+p+"/"+pick([]string{"hide", "restore"}), because)
			}
		}
	}
	state := func() string {
		all := w.Rows("issue", "issues", "openings", "issue_labels", "assignees", "posts", "revisions", "events", "boards", "labels")
		for _, id := range issues {
			all += w.Send(staff, "GET", "/v3/issues/"+id+"/comments?page_size=100", "").Body.String() + "\n"
		}
		return all
	}
	before := state()
	for what, query := range map[string]string{
		"numbers with holes": `select count(*) from (select project from issue.issues group by project having count(*) <> max(number) or min(number) <> 1) x`,
		"floors with holes": `select count(*) from (select i.id from issue.issues i left join issue.posts p on p.discussion = i.id
			group by i.id, i.last_floor having count(p.id) <> i.last_floor or coalesce(max(p.floor), 0) <> i.last_floor or coalesce(min(p.floor), 1) <> 1) x`,
		"wrong counts of comments": `select count(*) from issue.issues i where comments <> (select count(*) from issue.posts p where p.discussion = i.id and not p.hidden and not p.deleted)`,
		"wrong counts of boards": `select count(*) from issue.boards b where open <> (select count(*) from issue.issues i where i.project = b.project and closed is null and not hidden)
			or closed <> (select count(*) from issue.issues i where i.project = b.project and i.closed is not null and not hidden) or numbered <> (select count(*) from issue.issues i where i.project = b.project)`,
		"events with holes":     `select count(*) from (select i.id from issue.issues i left join issue.events e on e.issue = i.id group by i.id, i.happened having count(e.n) <> i.happened) x`,
		"labels that are gone":  `select count(*) from issue.issue_labels l where length(l.label) > 2 and not exists (select from issue.labels n where n.project = l.project and n.id = l.label)`,
		"pins":                  `select count(*) from (select project from issue.issues where pinned group by project having count(*) > 3) x`,
		"hidden pins":           `select count(*) from issue.issues where pinned and hidden`,
		"texts of what is gone": `select count(*) from issue.posts p where deleted and (body <> '' or exists (select from issue.revisions r where r.text = p.id))`,
	} {
		var n int
		if err := w.DB.Pool.QueryRow(t.Context(), query).Scan(&n); err != nil || n != 0 {
			t.Errorf("%d %s %v", n, what, err)
		}
	}
	if err := w.Runner.Rebuild(t.Context(), "issue"); err != nil {
		t.Fatal(err)
	}
	if after := state(); after != before {
		a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
		for i := range a {
			if a[i] != b[i] {
				t.Errorf("a rebuild differs:\n%.2000s\n%.2000s", a[i], b[i])
			}
		}
	}
}
