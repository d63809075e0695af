package main

import (
	"encoding/json"
	"net/http"
	"reflect"
	"testing"

	"github.com/modyard/modyard/identity"
)

func TestTheAnswerOfACommandEqualsTheDocumentOfTheReadModel(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, reader := s.person("author", identity.RoleUser), s.person("reader", identity.RoleUser)
	project := func(slug string) ([]byte, string) {
		return form(map[string]any{
			"title": "试验 " + slug, "slug": slug, "description": "命令和查询给出同一份文档", "body": "正文", "project_type": "mod",
			"name": "试验 " + slug, "summary": "命令和查询给出同一份文档", "categories": []string{"utility"}, "client_side": "required",
			"server_side": "optional", "license_id": "MIT", "issues_url": "https://example.org/issues", "is_draft": true,
			"donation_urls": []any{map[string]any{"id": "other", "platform": "Other", "url": "https://example.org/give"}},
			"aliases":       []any{map[string]any{"kind": "zh", "text": "试验资源"}},
			"initial_versions": []any{map[string]any{
				"name": "第一版", "version_number": "1.0.0", "changelog": "首发", "dependencies": []any{}, "game_versions": []string{"1.21.1", "1.20.4"},
				"version_type": "release", "loaders": []string{"fabric"}, "featured": true, "file_parts": []string{"file"}, "primary_file": "file",
			}},
		}, map[string][]byte{"file": jar(t, slug)})
	}
	var first struct{ ID string }
	same := func(who, path string, body any, kind, served string) {
		t.Helper()
		made := s.ask(who, http.MethodPost, path, body, "Content-Type", kind)
		if made.Status != http.StatusOK {
			t.Fatalf("POST %s: %d %s", path, made.Status, made.Body)
		}
		if err := json.Unmarshal(made.Body, &first); err != nil {
			t.Fatal(err)
		}
		found := s.ask(who, http.MethodGet, served+first.ID, nil, "Min-Position", made.Position)
		if found.Status != http.StatusOK {
			t.Fatalf("GET %s%s: %d %s", served, first.ID, found.Status, found.Body)
		}
		var answered, stored map[string]any
		if err := json.Unmarshal(made.Body, &answered); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(found.Body, &stored); err != nil {
			t.Fatal(err)
		}
		for key := range answered {
			if _, there := stored[key]; !there {
				t.Errorf("POST %s answers %s, which GET %s does not", path, key, served)
			}
		}
		for key, value := range stored {
			if got, there := answered[key]; !there || !reflect.DeepEqual(got, value) {
				t.Errorf("POST %s: %s is %v, GET %s has %v", path, key, got, served, value)
			}
		}
	}
	for i, api := range []string{"/v2", "/v3"} {
		slug := []string{"wire-one", "wire-two"}[i]
		body, kind := project(slug)
		same(author, api+"/project", body, kind, api+"/project/")
		version, kind := versionForm(t, &kept{id: first.ID, slug: slug + "-again"})
		same(author, api+"/version", version, kind, api+"/version/")
	}
	const plain = "application/json"
	same(author, "/v3/organization", map[string]any{"slug": "wire-team", "name": "试验团队", "description": "一起做"}, plain, "/v3/organization/")
	same(author, "/v3/collection", map[string]any{"name": "试验收藏", "description": "好东西", "projects": []string{"wire-one"}}, plain, "/v3/collection/")
	for _, api := range []string{"/v2", "/v3"} {
		who := map[string]string{"/v2": reader, "/v3": author}[api]
		about := map[string]any{"report_type": "spam", "item_type": "user", "item_id": "author", "body": "说明"}
		if who == author {
			about["item_id"] = "reader"
		}
		same(who, api+"/report", about, plain, api+"/report/")
	}
}
