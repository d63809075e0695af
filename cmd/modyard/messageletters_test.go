package main

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/modyard/modyard/identity"
)

// messagesFollowed waits until the reactor of messages has its place in the log.
func (s *testSite) messagesFollowed() {
	s.t.Helper()
	s.until("the place of the reactor", func() bool {
		return s.count(`SELECT count(*) FROM reactors.consumers WHERE name = 'message-letters' AND position IS NOT NULL`) == 1
	})
}

// said returns when the reactor has handled the message at a position, and every letter is sent.
func (s *testSite) said(position string) {
	s.t.Helper()
	s.until("the reactor", func() bool {
		return s.count(`SELECT count(*) FROM reactors.consumers WHERE name = 'message-letters' AND position >= `+position+` - 1`) == 1
	})
	s.until("an empty queue", func() bool {
		return s.count(`SELECT count(*) FROM jobs.river_job WHERE kind = 'identity.notice' AND state NOT IN ('completed', 'cancelled', 'discarded')`) == 0
	})
}

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
	s.messagesFollowed()
	say := func(session, text string, private bool) {
		t.Helper()
		s.said(s.change(session, http.MethodPost, "/v3/thread/"+project.Thread, map[string]any{"body": map[string]any{"type": "text", "body": text, "private": private}}))
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

func TestALetterTellsOfTheFirstUnseenMessageAboutATranslation(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, translator, staff := s.person("author", identity.RoleUser), s.person("translator", identity.RoleUser), s.person("staff", identity.RoleModerator)
	_, original, _ := s.published(author, staff, "tide-loom")
	pack := s.made(translator, "/v3/project", inV3("tide-words", map[string]any{"project_type": "language"}), nil)
	words := s.made(translator, "/v3/version", versionInV3(pack, "1.0", map[string]any{"loaders": []string{"language"}}),
		map[string][]byte{"file": zipWith(t, map[string]string{"pack.mcmeta": `{"pack":{"pack_format":15,"description":"x"}}`})})
	s.change(staff, http.MethodPatch, "/v2/project/"+pack, map[string]any{"status": "approved", "reason": because})
	s.until("the letters about both approvals", func() bool { return s.letters() == 2 })
	s.messagesFollowed()
	link := "/v3/version/" + words + "/link/" + original
	letters := 2
	// say compares how many letters a message brings.
	say := func(session, text string, want int) {
		t.Helper()
		s.said(s.change(session, http.MethodPost, link+"/thread", map[string]any{"body": text}))
		if n := s.letters() - letters; n != want {
			t.Fatalf("%q brings %d letters, want %d", text, n, want)
		}
		letters += want
	}
	s.said(s.change(translator, http.MethodPost, link, map[string]any{"language_code": "zh_CN", "description": "全部"})) // told on the site alone
	say(translator, "译好了，请看看", 1)
	say(translator, "还有一句", 0) // the first one is not seen yet
	say(author, "第三页有错", 1)
	say(translator, "改好了", 1)
	say(staff, "双方都请看规则", 1) // to the translator, who wrote last
	s.said(s.change(author, http.MethodPost, link+"/reject", map[string]any{"reason": because}))
	say(translator, "为什么？", 1) // since the decision, it is the first
	if a := s.ask(translator, http.MethodPatch, "/_internal/preferences", map[string]any{"letters": map[string]any{"review_messages": false}}); a.Status != http.StatusOK {
		t.Fatal(a.Status, string(a.Body))
	}
	say(author, "写在理由里了", 0)
}
