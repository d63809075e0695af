package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
)

// said is the body of a new message.
func said(text string, more map[string]any) map[string]any {
	body := map[string]any{"type": "text", "body": text}
	for key, value := range more {
		body[key] = value
	}
	return map[string]any{"body": body}
}

func TestTheThreadOfAProjectIsOfItsTeamAndTheStaff(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, member, invited := s.person("author", identity.RoleUser), s.person("member", identity.RoleUser), s.person("invited", identity.RoleUser)
	stranger, staff := s.person("stranger", identity.RoleUser), s.person("staff", identity.RoleModerator)
	id := s.made(author, "/v2/project", map[string]any{
		"title": "有会话的资源", "slug": "talked", "description": "一个试验用的资源", "body": "正文", "project_type": "mod", "client_side": "required",
		"server_side": "optional", "license_id": "MIT", "is_draft": true, "categories": []string{}, "initial_versions": []any{},
	}, nil)
	account := func(name string) string {
		return read[contract.User](s, "", "/v2/user/"+name).ID
	}
	for who, auth := range map[string]string{"member": member, "invited": invited} {
		s.change(author, http.MethodPost, "/v2/team/"+id+"/members", map[string]any{"user_id": account(who), "role": "成员", "permissions": project.UploadVersion})
		if who == "member" {
			s.change(auth, http.MethodPost, "/v2/team/"+id+"/join", nil)
		}
	}
	thread := read[contract.Project](s, author, "/v2/project/"+id).ThreadID
	if v3 := read[contract.ProjectV3](s, author, "/v3/project/"+id).ThreadID; thread == "" || v3 != thread {
		t.Fatalf("the thread is %q in v2, %q in v3", thread, v3)
	}
	empty := read[contract.Thread](s, author, "/v3/thread/"+thread)
	if empty.Type != "project" || empty.ProjectID == nil || *empty.ProjectID != id || empty.ReportID != nil || len(empty.Messages) != 0 {
		t.Errorf("a new project's thread is %+v", empty)
	}

	s.change(author, http.MethodPost, "/v3/thread/"+thread, said("什么时候审核？", nil))
	s.change(staff, http.MethodPost, "/v2/thread/"+thread, said("很快", nil))
	s.change(staff, http.MethodPost, "/v2/thread/"+thread, said("内部备注", map[string]any{"private": true}))
	s.change(member, http.MethodPost, "/v3/thread/"+thread, said("谢谢", nil))
	lines := func(auth, api string) (texts []string, hidden int) {
		t.Helper()
		for _, m := range read[contract.Thread](s, auth, api+"/thread/"+thread).Messages {
			if m.Body.Body == nil {
				texts = append(texts, m.Body.Type)
				continue
			}
			texts = append(texts, *m.Body.Body)
			if m.AuthorID == nil {
				hidden++
			}
		}
		return texts, hidden
	}
	for _, api := range []string{"/v2", "/v3"} {
		for name, c := range map[string]struct {
			auth, want string
			hidden     int
		}{
			"the author": {author, "什么时候审核？ 很快 谢谢", 1}, "a member": {member, "什么时候审核？ 很快 谢谢", 1},
			"the staff": {staff, "什么时候审核？ 很快 内部备注 谢谢", 0},
		} {
			if got, hidden := lines(c.auth, api); strings.Join(got, " ") != c.want || hidden != c.hidden {
				t.Errorf("%s: %s reads %v with %d hidden authors, want %s with %d", api, name, got, hidden, c.want, c.hidden)
			}
		}
		for name, auth := range map[string]string{"a stranger": stranger, "an invited account": invited} {
			if got := s.ask(auth, http.MethodGet, api+"/thread/"+thread, nil); got.Status != http.StatusNotFound {
				t.Errorf("%s: %s reads the thread: %d %s", api, name, got.Status, got.Body)
			}
			if got := s.ask(auth, http.MethodPost, api+"/thread/"+thread, said("我也来", nil)); got.Status != http.StatusNotFound {
				t.Errorf("%s: %s writes: %d %s", api, name, got.Status, got.Body)
			}
			if list := read[[]contract.Thread](s, auth, api+"/threads?ids="+url.QueryEscape(`["`+thread+`"]`)); len(list) != 0 {
				t.Errorf("%s: %s lists the thread", api, name)
			}
		}
		if list := read[[]contract.Thread](s, member, api+"/threads?ids="+url.QueryEscape(`["`+thread+`"]`)); len(list) != 1 || len(list[0].Messages) != 3 {
			t.Errorf("%s: a member lists %+v", api, list)
		}
	}
	for text, status := range map[string]int{strings.Repeat("字", 65_537): 400, " ": 400} {
		if got := s.ask(author, http.MethodPost, "/v3/thread/"+thread, said(text, nil)); got.Status != status {
			t.Errorf("a message of %d bytes: %d", len(text), got.Status)
		}
	}
	if got := s.ask(member, http.MethodPost, "/v3/thread/"+thread, said("内部", map[string]any{"private": true})); got.Status != http.StatusUnauthorized {
		t.Errorf("a member writes a private note: %d", got.Status)
	}

	messages := read[contract.Thread](s, staff, "/v3/thread/"+thread).Messages
	for i, c := range []struct {
		auth, id string
		status   int
	}{
		{member, messages[0].ID, 401}, {member, messages[2].ID, 404}, {stranger, messages[0].ID, 404}, {author, messages[0].ID, 204},
	} {
		if got := s.ask(c.auth, http.MethodDelete, "/v3/message/"+c.id, nil); got.Status != c.status {
			t.Errorf("deletion %d: %d %s, want %d", i, got.Status, got.Body, c.status)
		}
	}
	if got, _ := lines(author, "/v3"); got[0] != "deleted" {
		t.Errorf("after a deletion the author reads %v", got)
	}

	// Whoever leaves the team loses the thread.
	at := s.change(author, http.MethodDelete, "/v2/team/"+id+"/members/"+account("member"), nil)
	if got := s.ask(member, http.MethodGet, "/v3/thread/"+thread, nil, "Min-Position", at); got.Status != http.StatusNotFound {
		t.Errorf("a former member reads the thread: %d", got.Status)
	}
	if got := s.ask(member, http.MethodPost, "/v3/thread/"+thread, said("还在吗", nil)); got.Status != http.StatusNotFound {
		t.Errorf("a former member writes: %d", got.Status)
	}
}

func TestTheThreadOfAnOrganizationsProjectIsOfItsMembers(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, stranger := s.person("author", identity.RoleUser), s.person("stranger", identity.RoleUser)
	team := s.ask(author, http.MethodPost, "/v3/organization", map[string]any{"slug": "talkers", "name": "会话团队", "description": "一起做"})
	var org struct{ ID string }
	if err := json.Unmarshal(team.Body, &org); err != nil || team.Status != http.StatusOK {
		t.Fatalf("%d %s", team.Status, team.Body)
	}
	id := s.made(author, "/v3/project", inV3("owned", map[string]any{"organization_id": org.ID}), nil)
	thread := read[contract.ProjectV3](s, author, "/v3/project/"+id).ThreadID
	s.change(author, http.MethodPost, "/v3/thread/"+thread, said("你好", nil))
	if got := read[contract.Thread](s, author, "/v3/thread/"+thread); len(got.Messages) != 1 || *got.ProjectID != id {
		t.Errorf("a member of the organization reads %+v", got)
	}
	if got := s.ask(stranger, http.MethodGet, "/v3/thread/"+thread, nil); got.Status != http.StatusNotFound {
		t.Errorf("a stranger reads the thread: %d", got.Status)
	}
	s.change(author, http.MethodDelete, "/v3/project/"+id, nil)
	if got := s.ask(author, http.MethodGet, "/v3/thread/"+thread, nil); got.Status != http.StatusNotFound {
		t.Errorf("the thread of a deleted project: %d", got.Status)
	}
	if got := s.ask(author, http.MethodPost, "/v3/thread/"+thread, said("还在吗", nil)); got.Status != http.StatusNotFound {
		t.Errorf("writing in the thread of a deleted project: %d", got.Status)
	}
}
