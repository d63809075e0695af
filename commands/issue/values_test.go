package issue_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/post"
)

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
