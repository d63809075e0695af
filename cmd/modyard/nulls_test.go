package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// patch sends a change, and returns the status and the ignored members.
func (s *testSite) patch(auth, path, body string) (status int, ignored []string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPatch, s.url+path, bytes.NewReader([]byte(body)))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", auth)
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	return res.StatusCode, strings.Split(res.Header.Get(httpkit.HeaderIgnored), ", ")
}

func TestANullClearsOrIsNamedAsIgnored(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author := s.person("author", identity.RoleUser)
	id := s.made(author, "/v3/project", inV3("nulled", nil), nil)
	var collection struct{ ID string }
	made := s.ask(author, http.MethodPost, "/v3/collection", map[string]any{"name": "试验收藏", "description": "好东西", "projects": []string{}})
	if err := json.Unmarshal(made.Body, &collection); err != nil {
		t.Fatal(err)
	}
	const link = "https://example.org/x"
	for _, c := range []struct {
		path, member string
		value        any
	}{
		{"/v2/user/author", "bio", "你好"}, {"/v3/user/author", "bio", "你好"},
		{"/v3/collection/" + collection.ID, "description", "还有"},
		{"/v2/project/" + id, "issues_url", link}, {"/v2/project/" + id, "source_url", link}, {"/v2/project/" + id, "wiki_url", link},
		{"/v2/project/" + id, "discord_url", link}, {"/v2/project/" + id, "requested_status", "unlisted"},
		{"/v2/project/" + id, "donation_urls", []any{map[string]any{"id": "other", "platform": "Other", "url": link}}},
	} {
		shown := func() any {
			t.Helper()
			document := read[map[string]any](s, author, c.path)
			if list, ok := document[c.member].([]any); ok && len(list) == 0 {
				return nil
			}
			return document[c.member]
		}
		body, err := json.Marshal(map[string]any{c.member: c.value})
		if err != nil {
			t.Fatal(err)
		}
		if status, _ := s.patch(author, c.path, string(body)); status != http.StatusNoContent || shown() == nil {
			t.Errorf("PATCH %s %s: %d, it shows %v", c.path, body, status, shown())
		}
		status, ignored := s.patch(author, c.path, `{"`+c.member+`":null}`)
		if status != http.StatusNoContent || slices.Contains(ignored, c.member) || shown() != nil {
			t.Errorf("PATCH %s %s null: %d, ignored %v, it shows %v", c.path, c.member, status, ignored, shown())
		}
	}
	if status, _ := s.patch(author, "/v2/project/"+id, `{"license_url":"`+link+`"}`); status != http.StatusNoContent {
		t.Errorf("a licence's address: %d", status)
	}
	s.patch(author, "/v2/project/"+id, `{"license_url":null}`)
	if license := read[map[string]any](s, author, "/v2/project/"+id)["license"].(map[string]any); license["url"] != nil {
		t.Errorf("the licence keeps its address %v", license["url"])
	}
	// These have no empty value: a null is named.
	for path, members := range map[string][]string{
		"/v2/project/" + id: {"title", "description", "body", "slug", "client_side", "categories", "wiki_open"}, "/v3/project/" + id: {"name", "environment", "link_urls"},
		"/v2/user/author": {"username"}, "/v3/collection/" + collection.ID: {"name", "status"},
	} {
		for _, member := range members {
			if status, ignored := s.patch(author, path, `{"`+member+`":null}`); status != http.StatusNoContent || !slices.Contains(ignored, member) {
				t.Errorf("PATCH %s %s null: %d, ignored %v", path, member, status, ignored)
			}
		}
	}
}
