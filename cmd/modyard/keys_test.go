package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
)

// requiredKeys are the members that programs of the API family require of a document, by the kind of document. A member
// may be null or empty, but not missing. "a.b" is a member of a member, "a[]" stands for every entry of a list.
func requiredKeys() map[string]string {
	const (
		user   = "id username avatar_url bio created role badges email email_verified has_password has_totp auth_providers payout_data github_id"
		member = "team_id user role permissions accepted payouts_split ordering user.id user.username user.avatar_url user.email"
		thread = "id type project_id report_id messages members messages[].id messages[].author_id messages[].body messages[].created messages[].hide_identity " +
			"messages[].body.type messages[].body.private messages[].body.replying_to messages[].body.associated_images"
		version = "id project_id author_id featured name version_number changelog date_published downloads version_type status requested_status files dependencies " +
			"loaders game_versions environment files[].hashes.sha1 files[].hashes.sha512 files[].url files[].filename files[].primary files[].size files[].file_type " +
			"dependencies[].version_id dependencies[].project_id dependencies[].file_name dependencies[].dependency_type version_links translated_by"
		both = "id slug published updated approved queued status requested_status moderator_message license license.id license.name license.url downloads followers " +
			"categories additional_categories loaders versions game_versions icon_url raw_icon_url gallery color thread_id monetization_status organization environment client_side server_side wiki_open"
		hit = "project_id slug author categories display_categories downloads follows icon_url date_created date_modified license gallery featured_gallery color client_side server_side"
	)
	return map[string]string{
		"user": user, "member v2": member, "member v3": member + " is_owner organization_permissions", "thread": thread, "conversation": thread + " messages[].body.body",
		"organization": "id slug name team_id description icon_url color members members[].user.id members[].is_owner members[].user.email",
		"collection":   "id user name description icon_url color status created updated projects",
		"session":      "id session user_id created last_login expires refresh_expires os platform user_agent city country ip current",
		"token":        "id name access_token scopes user_id created expires last_used",
		"version v2":   version + " changelog_url",
		"version v3":   version + " project_types games ordering mrpack_loaders",
		"project v2":   both + " title description body body_url project_type team issues_url source_url wiki_url discord_url donation_urls",
		"project v3":   both + " name summary description project_types games team_id link_urls mrpack_loaders",
		"hit v2":       "hits offset limit total_hits " + each("hits[].", hit+" project_type title description versions latest_version"),
		"hit v3": "hits page hits_per_page total_hits " + each("hits[].", hit+" version_id project_types all_project_types name summary game_versions loaders "+
			"environment project_loader_fields organization organization_id"),
		"notification": "id user_id type title name text link read created actions body body.type",
		"report":       "id report_type item_id item_type reporter body created closed thread_id",
	}
}

// each puts a prefix before the words of a text.
func each(prefix, words string) string {
	list := strings.Fields(words)
	for i := range list {
		list[i] = prefix + list[i]
	}
	return strings.Join(list, " ")
}

// lacks is true if a document has no member of a path, or no entry of its list.
func lacks(value any, path string) bool {
	if path == "" {
		return false
	}
	name, rest, _ := strings.Cut(path, ".")
	name, isList := strings.CutSuffix(name, "[]")
	object, _ := value.(map[string]any)
	inner, there := object[name]
	if !there {
		return true
	}
	if !isList {
		return lacks(inner, rest)
	}
	list, _ := inner.([]any)
	for _, one := range list {
		if lacks(one, rest) {
			return true
		}
	}
	return len(list) == 0
}

func TestEveryKeyThatProgramsRequireIsPresent(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author, reader, staff := s.person("author", identity.RoleUser), s.person("reader", identity.RoleUser), s.person("staff", identity.RoleModerator)
	id := s.made(author, "/v3/project", inV3("keyed", nil), nil)
	version := s.made(author, "/v3/version", versionInV3(id, "1.0", map[string]any{
		"dependencies": []any{map[string]any{"file_name": "library.jar", "dependency_type": "embedded"}},
	}), map[string][]byte{"file": jar(t, "keyed")})
	s.change(staff, http.MethodPatch, "/v2/project/"+id, map[string]any{"status": "approved", "reason": because})
	readerID := read[struct{ ID string }](s, reader, "/v2/user").ID
	s.change(author, http.MethodPost, "/v2/team/"+id+"/members", map[string]any{"user_id": readerID, "role": "成员", "permissions": project.UploadVersion})
	post := func(auth, path string, body map[string]any) (made map[string]any) {
		t.Helper()
		got := s.ask(auth, http.MethodPost, path, body)
		if err := json.Unmarshal(got.Body, &made); err != nil || got.Status != http.StatusOK {
			t.Fatalf("POST %s: %d %s", path, got.Status, got.Body)
		}
		return made
	}
	org := post(author, "/v3/organization", map[string]any{"slug": "keyed-team", "name": "试验团队", "description": "一起做"})["id"].(string)
	collection := post(author, "/v3/collection", map[string]any{"name": "试验收藏", "projects": []string{}})["id"].(string)
	report := post(reader, "/v3/report", map[string]any{"report_type": "spam", "item_type": "project", "item_id": id, "body": "说明"})
	s.change(reader, http.MethodPost, "/v3/thread/"+report["thread_id"].(string), said("补充", nil))
	thread := read[struct {
		Thread string `json:"thread_id"`
	}](s, author, "/v3/project/"+id).Thread
	s.change(author, http.MethodPost, "/v3/thread/"+thread, said("你好", nil))
	for range 50 { // the notification appears after its event
		if len(read[[]any](s, reader, "/v2/user/"+readerID+"/notifications")) > 0 {
			break
		}
	}
	ids := func(id string) string { return "?ids=" + url.QueryEscape(`["`+id+`"]`) }
	required := requiredKeys()
	seen := map[string]bool{}
	for _, c := range []struct{ auth, path, kind string }{
		{author, "/v2/user", "user"}, {author, "/v3/user", "user"}, {"", "/v2/user/author", "user"}, {"", "/v3/user/author", "user"}, {"", "/v3/users" + ids(readerID), "user"},
		{"", "/v2/project/keyed/members", "member v2"}, {"", "/v3/project/keyed/members", "member v3"}, {"", "/v2/team/" + id + "/members", "member v2"},
		{author, "/v3/team/" + id + "/members", "member v3"}, {"", "/v3/organization/" + org + "/members", "member v3"},
		{"", "/v3/organization/" + org, "organization"}, {"", "/v3/organizations" + ids(org), "organization"}, {"", "/v3/user/author/organizations", "organization"},
		{author, "/v3/collection/" + collection, "collection"}, {author, "/v3/user/author/collections", "collection"},
		{author, "/v2/session/list", "session"}, {author, "/v2/project/" + id, "project v2"}, {"", "/v2/project/" + id, "project v2"}, {"", "/v2/projects" + ids(id), "project v2"},
		{"", "/v3/project/" + id, "project v3"}, {"", "/v3/projects" + ids(id), "project v3"}, {"", "/v3/user/author/projects", "project v3"},
		{"", "/v2/version/" + version, "version v2"}, {"", "/v2/project/" + id + "/version", "version v2"}, {"", "/v3/version/" + version, "version v3"}, {"", "/v3/versions" + ids(version), "version v3"},
		{staff, "/v2/search", "hit v2"}, {staff, "/v3/search", "hit v3"},
		{reader, "/v2/user/" + readerID + "/notifications", "notification"}, {reader, "/v3/user/" + readerID + "/notifications", "notification"},
		{reader, "/v2/report", "report"}, {reader, "/v3/report/" + report["id"].(string), "report"},
		{reader, "/v2/thread/" + report["thread_id"].(string), "conversation"}, {author, "/v3/thread/" + thread, "thread"}, {author, "/v2/threads" + ids(thread), "thread"},
	} {
		document := read[any](s, c.auth, c.path)
		list, isList := document.([]any)
		if !isList {
			list = []any{document}
		}
		if len(list) == 0 {
			t.Errorf("%s is empty", c.path)
		}
		for _, one := range list {
			for _, key := range strings.Fields(required[c.kind]) {
				if lacks(one, key) {
					t.Errorf("%s: a %s lacks %s", c.path, c.kind, key)
				}
			}
		}
		seen[c.kind] = true
	}
	token := post(author, "/v2/pat", map[string]any{"name": "试验令牌", "scopes": 2, "expires": time.Now().AddDate(0, 1, 0)})
	for _, key := range strings.Fields(required["token"]) {
		if lacks(token, key) {
			t.Errorf("a new token lacks %s", key)
		}
	}
	seen["token"] = true
	for kind := range required {
		if !seen[kind] {
			t.Errorf("no %s was read", kind)
		}
	}
}
