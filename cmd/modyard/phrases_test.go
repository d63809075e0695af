package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/modyard/modyard/identity"
)

func TestEveryTextThatIsPublicWithoutAReviewIsCheckedForPhrases(t *testing.T) {
	t.Parallel()
	const bad, good = "找人代 练", "找人盖灯塔"
	s := newTestSite(t)
	ann, bob, chief := s.person("ann", identity.RoleUser), s.person("bob", identity.RoleUser), s.person("chief", identity.RoleAdmin)
	member, err := s.Identity.ByUsername(t.Context(), "bob")
	if err != nil {
		t.Fatal(err)
	}
	made := func(path string, body map[string]any) string {
		t.Helper()
		var thing struct{ ID string }
		if got := s.ask(ann, http.MethodPost, path, body); got.Status != http.StatusOK || json.Unmarshal(got.Body, &thing) != nil {
			t.Fatalf("POST %s: %d %s", path, got.Status, got.Body)
		}
		return thing.ID
	}
	// What was written before the list knew the phrase stays, and hinders no other change.
	team := "/v3/organization/" + made("/v3/organization", map[string]any{"slug": "guild", "name": "守望者", "description": bad})
	list := "/v3/collection/" + made("/v3/collection", map[string]any{"name": "收藏夹", "description": bad})
	project := s.made(ann, "/v3/project", inV3("quay", nil), nil)
	s.change(bob, http.MethodPatch, "/v2/user/bob", map[string]any{"bio": "盖灯塔的人"})
	s.change(chief, http.MethodPut, "/_internal/moderation/words", map[string]any{"words": []string{"代练"}, "note": "广告", "version": 0})
	s.change(ann, http.MethodPatch, team, map[string]any{"name": "守望的人", "description": bad})
	s.change(ann, http.MethodPatch, list, map[string]any{"name": "收藏的书", "description": bad})

	for _, c := range []struct {
		method, path, field string
		with                map[string]any // beside the text
	}{
		{http.MethodPatch, "/v2/user/ann", "bio", nil},
		{http.MethodPost, "/v3/collection", "name", nil},
		{http.MethodPost, "/v3/collection", "description", map[string]any{"name": "另一个"}},
		{http.MethodPatch, list, "name", nil},
		{http.MethodPatch, list, "description", nil},
		{http.MethodPost, "/v3/organization", "name", map[string]any{"slug": "second", "description": "说明文字"}},
		{http.MethodPost, "/v3/organization", "description", map[string]any{"slug": "third", "name": "第三个"}},
		{http.MethodPatch, team, "name", nil},
		{http.MethodPatch, team, "description", nil},
		{http.MethodPost, team + "/members", "role", map[string]any{"user_id": member.ID}},
		{http.MethodPatch, team + "/members/" + member.ID, "role", nil},
		{http.MethodPost, "/v3/team/" + project + "/members", "role", map[string]any{"user_id": member.ID}},
		{http.MethodPatch, "/v3/team/" + project + "/members/" + member.ID, "role", nil},
	} {
		says := func(text string) siteAnswer {
			body := map[string]any{c.field: text}
			for name, value := range c.with {
				body[name] = value
			}
			return s.ask(ann, c.method, c.path, body)
		}
		what := c.method + " " + c.path + ": " + c.field
		if got := says(bad + "吗"); got.Status != http.StatusBadRequest || !strings.Contains(string(got.Body), `"field":"`+c.field+`"`) || !strings.Contains(string(got.Body), "代练") {
			t.Errorf("%s: %d %s", what, got.Status, got.Body)
		}
		if got := says(good); got.Status >= http.StatusMultipleChoices {
			t.Errorf("%s, mended: %d %s", what, got.Status, got.Body)
		}
		if _, err := s.DB.Pool.Exec(t.Context(), "delete from talk.hits"); err != nil {
			t.Fatal(err)
		}
	}
	s.change(chief, http.MethodPatch, "/v2/user/chief", map[string]any{"bio": "举报" + bad})

	// Hits count wherever they are, and close every place.
	for n := range 5 {
		path, body := "/v2/user/bob", map[string]any{"bio": fmt.Sprint(bad, n)}
		method := http.MethodPatch
		if n%2 == 1 {
			method, path, body = http.MethodPost, "/v3/collection", map[string]any{"name": fmt.Sprint(bad, n)}
		}
		if got := s.ask(bob, method, path, body); got.Status != http.StatusBadRequest || strings.Contains(string(got.Body), "risk_limit") {
			t.Errorf("%s: %d %s", path, got.Status, got.Body)
		}
	}
	for path, body := range map[string]map[string]any{
		"PATCH /v2/user/bob": {"bio": good}, "POST /v3/collection": {"name": good}, "POST /v3/forum": {"title": good, "content": good, "forum_type": "chat"},
	} {
		method, path, _ := strings.Cut(path, " ")
		if got := s.ask(bob, method, path, body); got.Status != http.StatusBadRequest || !strings.Contains(string(got.Body), "risk_limit") {
			t.Errorf("%s while writing is closed: %d %s", path, got.Status, got.Body)
		}
	}
	s.change(bob, http.MethodPatch, "/v2/user/bob", map[string]any{"bio": ""}) // what says nothing is always possible
}
