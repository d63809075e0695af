package main

import (
	"net/http"
	"net/url"
	"time"
)

func (authorisationParts) Wiki() part { return part{wikiObjects(), wikiRequests()} }

// wikiObjects are the wikis and drafts of the table. In those whose draft is another account's, that account is a named
// editor without rights.
func wikiObjects() map[string]func(w *authorised) thing {
	of := func(kind string, more func(w *authorised, o thing)) func(*authorised) thing {
		return func(w *authorised) thing {
			o := wikiObjects()[kind](w) // an account has one draft of a project
			more(w, o)
			return o
		}
	}
	return map[string]func(*authorised) thing{
		"wiki":        func(w *authorised) thing { return w.wiki("owner", true) },
		"hidden-wiki": func(w *authorised) thing { return w.wiki("owner", false) },
		"wiki-draft": of("wiki", func(w *authorised, o thing) {
			w.drafted(o, "owner")
		}),
		"wiki-removed": of("wiki", func(w *authorised, o thing) {
			w.drafted(o, "owner")
			w.must(w.person("owner").session, http.MethodDelete, wikiPath(o)+"/drafts/"+o["draft"]+"/pages/"+o["page"], request{})
		}),
		"wiki-review": of("wiki", func(w *authorised, o thing) {
			w.reviewed(o, "owner", "guest")
		}),
		"wiki-conflict": of("wiki", func(w *authorised, o thing) {
			w.reviewed(o, "owner", "guest")
			theirs := o["draft"]
			w.drafted(o, "owner")
			w.by("owner", http.MethodPatch, wikiPath(o)+"/drafts/"+o["draft"]+"/pages/"+o["page"], map[string]any{"sort_order": 7})
			seen := w.must(w.person("owner").session, http.MethodGet, wikiPath(o)+"/drafts/"+theirs+"/preview", request{})["seen"]
			w.by("owner", http.MethodPost, wikiPath(o)+"/drafts/"+theirs+"/accept", map[string]any{"seen": seen})
		}),
		"wiki-taken": func(w *authorised) thing {
			o := w.wiki("guest", true)
			w.reviewed(o, "guest", "owner")
			return o
		},
		"wiki-rejected": of("wiki-taken", func(w *authorised, o thing) {
			w.by("guest", http.MethodPost, wikiPath(o)+"/drafts/"+o["draft"]+"/reject", map[string]any{"msg": "请补充"})
		}),
		"wiki-editor": of("wiki", func(w *authorised, o thing) {
			w.must(w.person("owner").session, http.MethodPut, wikiPath(o)+"/editors/"+o["account"], request{})
		}),
		"wiki-ban": of("wiki", func(w *authorised, o thing) {
			w.by("owner", http.MethodPost, wikiPath(o)+"/bans", banning(o))
		}),
	}
}

func wikiPath(o thing) string { return "/v3/project/" + o["id"] + "/wiki" }

func banning(o thing) map[string]any {
	return map[string]any{"account": o["account"], "until": time.Now().Add(time.Hour).UTC(), "msg": "刷屏", "reason": because}
}

// wiki is a project of a new account with a page in its wiki: an account may have few drafts open.
func (w *authorised) wiki(who string, approved bool) thing {
	w.t.Helper()
	w.forget("/auth/")
	return w.withWiki(w.project(who, "", approved), who)
}

// withWiki publishes a page in the wiki of a project.
func (w *authorised) withWiki(o thing, who string) thing {
	w.t.Helper()
	draft := w.by(who, http.MethodPost, wikiPath(o)+"/drafts", map[string]any{})["id"].(string)
	page := w.by(who, http.MethodPost, wikiPath(o)+"/drafts/"+draft+"/pages", map[string]any{"title": "首页", "slug": "home"})["id"].(string)
	w.by(who, http.MethodPatch, wikiPath(o)+"/drafts/"+draft+"/pages/"+page, map[string]any{"body": "欢迎"})
	o["change"] = w.by(who, http.MethodPost, wikiPath(o)+"/drafts/"+draft+"/submit", map[string]any{"msg": "新建"})["change"].(string)
	o["page"], o["account"] = page, w.person("stranger").id
	return o
}

// drafted begins a draft that adds a page.
func (w *authorised) drafted(o thing, who string) {
	w.t.Helper()
	draft := w.by(who, http.MethodPost, wikiPath(o)+"/drafts", map[string]any{})["id"].(string)
	w.by(who, http.MethodPost, wikiPath(o)+"/drafts/"+draft+"/pages", map[string]any{"title": "安装 " + who, "slug": "install-" + who})
	o["draft"], o["cacheId"], o["shows"] = draft, draft, draft
}

// reviewed submits a draft of a named editor, which changes the published page.
func (w *authorised) reviewed(o thing, keeper, editor string) {
	w.t.Helper()
	w.by(keeper, http.MethodPatch, wikiPath(o)+"/settings", map[string]any{"editing": "named"})
	w.must(w.person(keeper).session, http.MethodPut, wikiPath(o)+"/editors/"+w.person(editor).id, request{})
	w.drafted(o, editor)
	w.by(editor, http.MethodPatch, wikiPath(o)+"/drafts/"+o["draft"]+"/pages/"+o["page"], map[string]any{"sort_order": 5})
	w.by(editor, http.MethodPost, wikiPath(o)+"/drafts/"+o["draft"]+"/submit", map[string]any{"msg": "补充安装"})
}

func wikiRequests() map[string]builder {
	const drafts, draft = "/project/{id}/wiki/drafts", "/project/{id}/wiki/drafts/{draft}"
	page := map[string]any{"title": "新页面", "slug": "new-page"}
	ofPage := func(_ *authorised, o thing, _ string) request { return asJSON(map[string]any{"id": o["page"]}) }
	msg := sends(map[string]any{"msg": "试验原因"})
	judged := sends(map[string]any{"msg": "试验原因", "reason": because})
	return map[string]builder{
		"POST " + drafts: sends(map[string]any{}),
		"GET " + drafts:  lists,
		"GET /_internal/wiki/drafts": func(_ *authorised, o thing, _ string) request {
			if o["all"] == "" {
				return request{}
			}
			return request{query: "scope=staff"}
		},
		"POST " + draft + "/pages":                        sends(page),
		"PATCH " + draft + "/pages/{page}":                sends(map[string]any{"body": "新的正文"}),
		"POST " + draft + "/pages/{page}/restore":         sends(map[string]any{}),
		"PUT " + draft + "/pages/{page}/autosave":         sends(map[string]any{"body": "自动保存"}),
		"POST " + draft + "/submit":                       msg,
		"POST " + draft + "/reject":                       judged,
		"POST /project/{id}/wiki/changes/{change}/revert": judged,
		"POST " + draft + "/resolve": func(_ *authorised, o thing, _ string) request {
			return asJSON(map[string]any{"page": o["page"], "field": "sort_order", "side": "theirs"})
		},
		"POST " + draft + "/accept": func(w *authorised, o thing, _ string) request {
			seen := w.must(w.person("administrator").session, http.MethodGet, wikiPath(o)+"/drafts/"+o["draft"]+"/preview", request{})["seen"]
			return asJSON(map[string]any{"seen": seen, "reason": because})
		},
		"PATCH /project/{id}/wiki/settings": sends(map[string]any{"editing": "open"}),
		"POST /project/{id}/wiki/bans":      func(_ *authorised, o thing, _ string) request { return asJSON(banning(o)) },
		"DELETE /project/{id}/wiki/bans/{account}": func(*authorised, thing, string) request {
			return request{query: "msg=" + url.QueryEscape("解除") + "&" + becauseQuery}
		},
		"GET /project/{id}/wiki/search":  asks("query=x"),
		"POST /project/{id}/wiki_create": sends(page),
		"POST /project/{id}/wiki_edit": func(_ *authorised, o thing, _ string) request {
			return asJSON(map[string]any{"id": o["page"], "body": "改"})
		},
		"POST /project/{id}/wiki_edit_star": ofPage,
		"DELETE /project/{id}/wiki_delete":  ofPage,
		"POST /project/{id}/wiki_submit":    msg,
		"POST /project/{id}/wiki_reject":    sends(map[string]any{"msg": "请补充"}),
	}
}
