package main

import "net/http"

func (authorisationParts) Forum() part { return part{forumObjects(), forumRequests()} }

// forumObjects are discussions and answers of the owner: in the section chat, or on the board of a draft.
func forumObjects() map[string]func(w *authorised) thing {
	answered := func(discussion func(w *authorised) thing) func(w *authorised) thing {
		return func(w *authorised) thing {
			o := discussion(w)
			w.unhurried()
			made := w.must(w.person("owner").session, http.MethodPost, "/v3/forum/"+o["id"]+"/post", asJSON(map[string]any{"content": "回复 " + w.unique()}))
			o["id"] = made["post_id"].(string)
			return o
		}
	}
	chat := func(w *authorised) thing {
		w.unhurried()
		return w.discussion("/v3/forum", map[string]any{"title": "讨论", "content": "正文 " + w.unique(), "forum_type": "chat"})
	}
	hidden := func(w *authorised) thing {
		return w.discussion("/v3/project/"+w.project("owner", "", false)["id"]+"/forum", map[string]any{})
	}
	return map[string]func(w *authorised) thing{
		"section":    func(*authorised) thing { return thing{"type": "chat"} },
		"discussion": chat, "hidden-discussion": hidden, "forum-post": answered(chat), "reported-discussion": reportedAs("discussion", chat), "reported-hidden-post": reportedAs("post", answered(hidden)), "hidden-forum-post": answered(hidden),
	}
}

// reportedAs is a thing that is reported, or watched, as one of a kind.
func reportedAs(kind string, of func(w *authorised) thing) func(w *authorised) thing {
	return func(w *authorised) thing {
		o := of(w)
		o["kind"] = kind
		return o
	}
}

// discussion opens a discussion, which the next request finds.
func (w *authorised) discussion(path string, body map[string]any) thing {
	w.t.Helper()
	id := w.must(w.person("owner").session, http.MethodPost, path, asJSON(body))["discussion"].(string)
	w.must(w.person("owner").session, http.MethodGet, "/v3/forum/"+id, request{})
	return thing{"id": id}
}

// unhurried forgets what accounts have written, so that they may write again at once.
func (w *authorised) unhurried() {
	w.t.Helper()
	if _, err := w.DB.Pool.Exec(w.t.Context(), `delete from talk.written`); err != nil {
		w.t.Fatal(err)
	}
}

func forumRequests() map[string]builder {
	writes := func(body func(w *authorised) map[string]any) builder {
		return func(w *authorised, _ thing, _ string) request {
			w.unhurried()
			return asJSON(body(w))
		}
	}
	edits := writes(func(w *authorised) map[string]any {
		return map[string]any{"content": "新的 " + w.unique(), "reason": because}
	})
	reasoned := sends(map[string]any{"reason": because})
	all := map[string]builder{
		"POST /forum": writes(func(w *authorised) map[string]any {
			return map[string]any{"title": "讨论", "content": "正文 " + w.unique(), "forum_type": "chat"}
		}),
		"POST /project/{id}/forum": sends(map[string]any{}),
		"POST /forum/{id}/post":    writes(func(w *authorised) map[string]any { return map[string]any{"content": "回复 " + w.unique()} }),
		"PATCH /forum/{id}":        edits, "PATCH /forum/posts/{id}": edits, "DELETE /forum/{id}": withReason, "DELETE /forum/posts/{id}": withReason,
		"PUT /forum/{id}/read": sends(map[string]any{"floor": 0}), "POST /forum/posts/{id}/hide": reasoned, "POST /forum/posts/{id}/restore": reasoned,
	}
	for _, act := range []string{"lock", "unlock", "pin", "unpin", "hide", "restore"} {
		all["POST /forum/{id}/"+act] = reasoned
	}
	return all
}
