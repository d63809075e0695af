package main

import (
	"archive/zip"
	"bytes"
	"net/http"
	"testing"
)

func (authorisationParts) Translation() part {
	return part{translationObjects(), translationRequests()}
}

// translationObjects are links between versions. The first word says whose language pack it is: the other end belongs to
// the other account.
func translationObjects() map[string]func(w *authorised) thing {
	decided := func(by, how string, link func(w *authorised) thing) func(w *authorised) thing {
		return func(w *authorised) thing {
			o := link(w)
			w.by(by, http.MethodPost, "/v3/version/"+o["id"]+"/link/"+o["target"]+"/"+how, map[string]any{"reason": because})
			return o
		}
	}
	own := func(w *authorised) thing { return w.link("owner", "guest") }
	coming := func(w *authorised) thing { return w.link("guest", "owner") }
	return map[string]func(w *authorised) thing{
		"own-link": own, "own-rejected-link": decided("guest", "reject", own),
		"coming-link": coming, "coming-accepted-link": decided("owner", "approve", coming),
	}
}

// link is a version of an account's language pack, which waits to be shown as a translation of another account's version.
func (w *authorised) link(translator, author string) thing {
	w.t.Helper()
	target := w.project(author, "", true)["version"]
	document := projectDocument(w.unique())
	document["project_type"], document["categories"] = "language", []string{}
	document["initial_versions"] = []any{map[string]any{
		"name": "第一版", "version_number": "1.0.0", "changelog": "首发", "dependencies": []any{}, "game_versions": []string{"1.21.1"},
		"version_type": "release", "loaders": []string{"language"}, "featured": true, "file_parts": []string{"file"}, "primary_file": "file",
	}}
	body, kind := form(document, map[string][]byte{"file": zipWith(w.t, map[string]string{"pack.mcmeta": `{"pack":{"pack_format":15,"description":"` + w.unique() + `"}}`})})
	made := w.must(w.person(translator).session, http.MethodPost, "/v2/project", request{body: body, kind: kind})
	id := made["id"].(string)
	w.by(translator, http.MethodPatch, "/v2/project/"+id, map[string]any{"status": "processing"})
	w.by("administrator", http.MethodPatch, "/v2/project/"+id, map[string]any{"status": "approved", "reason": because})
	o := thing{"id": made["versions"].([]any)[0].(string), "target": target}
	w.by(translator, http.MethodPost, "/v3/version/"+o["id"]+"/link/"+target, map[string]any{"language_code": "zh_CN", "description": "全部"})
	return o
}

func translationRequests() map[string]builder {
	const link, staff = "POST /version/{id}/link/{target}", "POST /moderation/translation-links/{id}/{target}/"
	reasoned := sends(map[string]any{"reason": because})
	return map[string]builder{
		link:                                 sends(map[string]any{"language_code": "zh_TW", "description": "一半", "reason": because}),
		"DELETE /version/{id}/link/{target}": withReason,
		link + "/approve":                    reasoned, link + "/reject": reasoned, link + "/revoke": reasoned,
		link + "/resubmit": sends(map[string]any{"reason": "补齐了", "staff_reason": because}),
		link + "/thread":   sends(map[string]any{"body": "你好"}),
		staff + "approve":  reasoned, staff + "reject": reasoned, staff + "revoke": reasoned,
	}
}

func zipWith(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, body := range files {
		f, err := z.Create(name)
		if err == nil {
			_, err = f.Write([]byte(body))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
