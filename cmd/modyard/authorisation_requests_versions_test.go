package main

import (
	"net/http"
	"net/url"
	"strings"
)

func versionRequests() map[string]builder {
	hashes := func(more map[string]any) builder {
		return func(_ *authorised, o thing, _ string) request {
			body := map[string]any{"hashes": []string{o["hash"]}, "algorithm": "sha512"}
			for name, value := range more {
				body[name] = value
			}
			r := asJSON(body)
			r.shows = func(answer string) bool { return strings.Contains(answer, o["hash"]) }
			return r
		}
	}
	fitting := map[string]any{"loaders": []string{"fabric"}, "game_versions": []string{"1.21.1"}}
	staged := asks("project_id={id}&name=b.jar")
	return map[string]builder{
		"POST /version": func(w *authorised, o thing, _ string) request {
			body, kind := form(map[string]any{
				"project_id": o["id"], "name": "第二版", "version_number": w.unique(), "changelog": "更新", "dependencies": []any{},
				"game_versions": []string{"1.21.1"}, "version_type": "release", "loaders": []string{"fabric"}, "featured": false,
				"file_parts": []string{"file"}, "primary_file": "file", "reason": because,
			}, map[string][]byte{"file": jar(w.t, w.unique())})
			return request{body: body, kind: kind}
		},
		"GET /versions": func(_ *authorised, o thing, _ string) request {
			return request{query: "ids=" + url.QueryEscape(`["`+o["id"]+`"]`), shows: func(body string) bool { return strings.Contains(body, o["id"]) }}
		},
		"GET /_internal/moderation/version/{id}/entry": asks("path=fabric.mod.json"),
		"PATCH /version/{id}":                          sends(map[string]any{"name": "新的名称", "reason": because}),
		"DELETE /version/{id}":                         withReason,
		"POST /version/{id}/schedule":                  func(*authorised, thing, string) request { return asJSON(planned("listed")) },
		"DELETE /version/{id}/schedule":                withReason,
		"POST /version/{id}/file": func(w *authorised, _ thing, _ string) request {
			body, kind := form(map[string]any{"reason": because}, map[string][]byte{"other-sources": jar(w.t, w.unique())})
			return request{body: body, kind: kind}
		},
		"DELETE /version_file/{hash}":      withReason,
		"POST /version_file/{hash}/update": sends(fitting),
		"POST /content/resolve": func(_ *authorised, o thing, _ string) request {
			r := asJSON(map[string]any{"project_id": o["id"]})
			r.shows = func(answer string) bool { return strings.Contains(answer, o["version"]) }
			return r
		},
		"GET /maven/maven/{group}/{project}/{file}": func(*authorised, thing, string) request {
			return request{path: "/maven/maven/modrinth/{slug}/maven-metadata.xml"}
		},
		"GET /maven/maven/{group}/{project}/{version}/{file}": func(*authorised, thing, string) request {
			return request{path: "/maven/maven/modrinth/{slug}/1.0.0/{slug}-1.0.0.jar.sha256"}
		},
		"POST /version_files":             hashes(nil),
		"POST /version_files/project":     hashes(nil),
		"POST /version_files/update":      hashes(fitting),
		"POST /version_files/update_many": hashes(fitting),
		"POST /version_files/update_individual": func(_ *authorised, o thing, _ string) request {
			one := map[string]any{"hash": o["hash"], "loaders": fitting["loaders"], "game_versions": fitting["game_versions"]}
			r := asJSON(map[string]any{"algorithm": "sha512", "hashes": []any{one}})
			r.shows = func(answer string) bool { return strings.Contains(answer, o["hash"]) }
			return r
		},
		"GET /_internal/version/{id}/needs": asks("loader=fabric&game_version=1.21.1"),
		"GET /_internal/version-file":       staged,
		"POST /_internal/version-file": func(w *authorised, o thing, who string) request {
			r := staged(w, o, who)
			r.body, r.kind = jar(w.t, w.unique()), "application/octet-stream"
			return r
		},
		"DELETE /_internal/version-file/{id}": func(w *authorised, o thing, _ string) request {
			return request{shows: func(string) bool {
				left := w.ask(w.person("owner").session, http.MethodGet, "/_internal/version-file?project_id="+o["project"], request{})
				return !strings.Contains(string(left.Body), o["id"])
			}}
		},
		"POST /_internal/version-problems": func(_ *authorised, o thing, _ string) request {
			return asJSON(map[string]any{"project_id": o["id"], "loaders": fitting["loaders"], "game_versions": fitting["game_versions"], "staged_files": []any{}})
		},
	}
}
