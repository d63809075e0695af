package main

import "net/http"

func (authorisationParts) Issue() part { return part{issueObjects(), issueRequests()} }

// issueObjects are issues, comments, boards and labels of the owner: of a public project, or of a draft.
func issueObjects() map[string]func(w *authorised) thing {
	board := func(public bool) func(w *authorised) thing {
		return func(w *authorised) thing {
			w.unhurried()
			project := w.project("owner", "", public)["id"]
			w.by("owner", http.MethodPatch, "/v3/project/"+project+"/issues/board", map[string]any{"issues_type": 2})
			return thing{"id": project}
		}
	}
	label := func(public bool) func(w *authorised) thing {
		return func(w *authorised) thing {
			o := board(public)(w)
			made := w.must(w.person("owner").session, http.MethodPost, "/v3/project/"+o["id"]+"/issues/labels", asJSON(map[string]any{"name": "标签", "color": "#123456"}))
			o["label"] = made["id"].(string)
			return o
		}
	}
	opened := func(public bool) func(w *authorised) thing {
		return func(w *authorised) thing {
			o := board(public)(w)
			o["number"] = "1"
			made := w.must(w.person("owner").session, http.MethodPost, "/v3/project/"+o["id"]+"/issues", asJSON(map[string]any{"title": "反馈", "body": "正文 " + w.unique()}))
			o["issue"] = made["issue"].(string)
			w.must(w.person("owner").session, http.MethodGet, "/v3/issues/"+o["issue"], request{})
			return o
		}
	}
	issue := func(public bool) func(w *authorised) thing {
		return func(w *authorised) thing { return thing{"id": opened(public)(w)["issue"]} }
	}
	comment := func(public bool) func(w *authorised) thing {
		return func(w *authorised) thing {
			path := "/v3/issues/" + opened(public)(w)["issue"] + "/comments"
			made := w.must(w.person("owner").session, http.MethodPost, path, asJSON(map[string]any{"body": "评论 " + w.unique()}))
			return thing{"id": made["comment"].(map[string]any)["id"].(string)}
		}
	}
	return map[string]func(w *authorised) thing{
		"watched-discussion": reportedAs("discussion", func(w *authorised) thing {
			w.unhurried()
			return w.discussion("/v3/forum", map[string]any{"title": "讨论", "content": "正文 " + w.unique(), "forum_type": "chat"})
		}),
		"watched-hidden-issue": reportedAs("issue", issue(false)), "watched-board": reportedAs("board", board(true)),
		"watched-section": func(*authorised) thing { return thing{"kind": "section", "id": "chat"} },
		"talk-feed":       func(*authorised) thing { return thing{"section": "chat"} },
		"section-bar":     barred(func(*authorised) thing { return thing{"id": "chat"} }), "board-bar": barred(board(true)), "hidden-board-bar": barred(board(false)),
		"reported-issue": reportedAs("issue", issue(true)), "reported-hidden-comment": reportedAs("comment", comment(false)),
		"issue": issue(true), "hidden-issue": issue(false), "issue-number": opened(true), "hidden-issue-number": opened(false),
		"issue-comment": comment(true), "hidden-issue-comment": comment(false), "issue-board": board(true), "hidden-issue-board": board(false),
		"issue-label": label(true), "hidden-issue-label": label(false),
	}
}

// barred is a place with a person who is barred from it.
func barred(of func(w *authorised) thing) func(w *authorised) thing {
	return func(w *authorised) thing {
		o := of(w)
		o["account"] = w.person("barred").id
		return o
	}
}

func issueRequests() map[string]builder {
	writes := func(body func(w *authorised) map[string]any) builder {
		return func(w *authorised, _ thing, _ string) request {
			w.unhurried()
			return asJSON(body(w))
		}
	}
	reasoned := sends(map[string]any{"reason": because})
	labelled := writes(func(w *authorised) map[string]any {
		return map[string]any{"name": "标签 " + w.unique(), "color": "#123456", "reason": because}
	})
	all := map[string]builder{
		"POST /project/{id}/issues": writes(func(w *authorised) map[string]any {
			return map[string]any{"title": "反馈", "body": "正文 " + w.unique()}
		}),
		"PATCH /project/{id}/issues/board": writes(func(w *authorised) map[string]any {
			return map[string]any{"template": "模板 " + w.unique(), "reason": because}
		}),
		"POST /project/{id}/issues/labels": labelled, "PATCH /project/{id}/issues/labels/{label}": labelled, "DELETE /project/{id}/issues/labels/{label}": withReason,
		"PATCH /issues/{id}": writes(func(w *authorised) map[string]any {
			return map[string]any{"title": "新的 " + w.unique(), "reason": because}
		}),
		"POST /issues/{id}/fixed":    sends(map[string]any{"version_id": nil, "reason": because}),
		"POST /issues/{id}/comments": writes(func(w *authorised) map[string]any { return map[string]any{"body": "评论 " + w.unique()} }),
		"PATCH /issues/comments/{id}": writes(func(w *authorised) map[string]any {
			return map[string]any{"body": "新的 " + w.unique(), "reason": because}
		}),
		"DELETE /issues/comments/{id}": withReason, "POST /issues/comments/{id}/hide": reasoned, "POST /issues/comments/{id}/restore": reasoned,
	}
	barring := sends(map[string]any{"days": 7, "reason": because})
	all["PUT /forum/sections/{id}/bars/{account}"], all["PUT /project/{id}/bars/{account}"] = barring, barring
	all["PUT /watch/{kind}/{id}"] = sends(map[string]any{"level": "all"})
	for _, act := range []string{"lock", "unlock", "pin", "unpin", "hide", "restore"} {
		all["POST /issues/{id}/"+act] = reasoned
	}
	return all
}
