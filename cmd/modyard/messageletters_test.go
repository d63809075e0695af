package main

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/modyard/modyard/identity"
)

func TestALetterTellsOfTheFirstUnseenMessageUnlessTheAccountWantsNone(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, staff := s.person("author", identity.RoleUser), s.person("staff", identity.RoleModerator)
	id := s.made(author, "/v2/project", map[string]any{
		"title": "潮汐织机", "slug": "tide-loom", "description": "一个试验用的资源", "body": "正文", "project_type": "mod", "client_side": "required",
		"server_side": "optional", "license_id": "MIT", "is_draft": true, "categories": []string{}, "initial_versions": []any{},
	}, nil)
	var project struct {
		Thread string `json:"thread_id"`
	}
	if err := json.Unmarshal(s.ask(author, http.MethodGet, "/v2/project/"+id, nil).Body, &project); err != nil {
		t.Fatal(err)
	}
	s.until("the place of the reactor", func() bool {
		return s.count(`SELECT count(*) FROM reactors.consumers WHERE name = 'message-letters' AND position IS NOT NULL`) == 1
	})
	// say returns when the reactor has handled the message, and every letter is sent.
	say := func(session, text string, private bool) {
		t.Helper()
		position := s.change(session, http.MethodPost, "/v3/thread/"+project.Thread, map[string]any{"body": map[string]any{"type": "text", "body": text, "private": private}})
		s.until("the reactor", func() bool {
			return s.count(`SELECT count(*) FROM reactors.consumers WHERE name = 'message-letters' AND position >= `+position+` - 1`) == 1
		})
		s.until("an empty queue", func() bool {
			return s.count(`SELECT count(*) FROM jobs.river_job WHERE kind = 'identity.notice' AND state NOT IN ('completed', 'cancelled', 'discarded')`) == 0
		})
	}
	say(staff, "只给同事看", true)
	say(staff, "请补充说明", false)
	say(staff, "还有图片", false) // the first one is not seen yet
	if n := s.letters(); n != 1 {
		t.Fatalf("%d letters were sent, want 1", n)
	}
	say(author, "补好了", false) // to the staff, who wrote last
	say(staff, "谢谢", false)
	if n := s.letters(); n != 3 {
		t.Fatalf("%d letters were sent, want 3", n)
	}
	if a := s.ask(author, http.MethodPatch, "/_internal/preferences", map[string]any{"letters": map[string]any{"review_messages": false}}); a.Status != http.StatusOK {
		t.Fatal(a.Status, string(a.Body))
	}
	say(author, "不客气", false)
	say(staff, "再见", false)
	if n := s.letters(); n != 4 { // that to the staff
		t.Errorf("%d letters were sent, want 4", n)
	}
}
