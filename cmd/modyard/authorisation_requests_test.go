package main

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// requests are the queries and bodies of routes that need one, by the route without its version. Each request succeeds
// for a caller who may; who is the account that sends it, "anonymous" for none.
func requests() map[string]func(w *authorised, o thing, who string) request {
	all := map[string]builder{}
	for _, list := range requestLists() {
		maps.Copy(all, list)
	}
	return all
}

// requestLists are the lists of requests, each of which names a route at most once: those that no area keeps, and those of the areas.
func requestLists() []map[string]builder {
	lists := []map[string]builder{accountRequests(), projectRequests(), versionRequests(), teamRequests(), otherRequests()}
	for _, p := range parts() {
		lists = append(lists, p.requests)
	}
	return lists
}

type builder = func(w *authorised, o thing, who string) request

// sends is a request with a JSON body.
func sends(body map[string]any) builder {
	return func(*authorised, thing, string) request { return asJSON(body) }
}

// asks is a request with query parameters; {name} is the object's property.
func asks(query string) builder {
	return func(_ *authorised, o thing, _ string) request {
		filled := query
		for name, value := range o {
			filled = strings.ReplaceAll(filled, "{"+name+"}", url.QueryEscape(value))
		}
		return request{query: filled}
	}
}

// shows is whether an answer contains the object.
func shows(o thing) func(string) bool {
	if o["shows"] == "" {
		return nil
	}
	return func(body string) bool { return strings.Contains(body, o["shows"]) }
}

// batch asks for the object by its id in a list.
func batch(_ *authorised, o thing, _ string) request {
	return request{query: "ids=" + url.QueryEscape(`["`+o["id"]+`"]`), shows: shows(o)}
}

// lists is a query whose answer may contain the object.
func lists(_ *authorised, o thing, _ string) request { return request{shows: shows(o)} }

// analysed is a query of analytics whose answer names the object.
func analysed(_ *authorised, o thing, _ string) request {
	return request{query: "project_ids=" + o["id"], shows: func(answer string) bool { return strings.Contains(answer, o["id"]) }}
}

// questioned is a question about the last day of the object, whose answer names what happened to it.
func questioned(_ *authorised, o thing, _ string) request {
	now := time.Now()
	call := asJSON(map[string]any{
		"time_range":  map[string]any{"start": now.AddDate(0, 0, -1), "end": now.AddDate(0, 0, 1), "resolution": map[string]any{"slices": 1}},
		"project_ids": []string{o["id"]},
	})
	call.shows = func(answer string) bool { return strings.Contains(answer, o["id"]) }
	return call
}

// withReason is a request of the staff without a body.
func withReason(*authorised, thing, string) request { return request{query: becauseQuery} }

// pictured is a request with a picture.
func pictured(*authorised, thing, string) request {
	r := picture()
	r.query = "ext=png&title=x&" + becauseQuery
	return r
}

func projectRequests() map[string]builder {
	withPicture := func(build builder) builder {
		return func(w *authorised, o thing, who string) request { return build(w, w.withPicture(o), who) }
	}
	return map[string]builder{
		"POST /project": func(w *authorised, _ thing, _ string) request {
			body, kind := form(projectDocument(w.unique()), nil)
			return request{body: body, kind: kind}
		},
		"PATCH /project/{id}": func(w *authorised, _ thing, _ string) request {
			return asJSON(map[string]any{"slug": w.unique(), "reason": because})
		},
		"DELETE /project/{id}":          withReason,
		"POST /project/{id}/schedule":   func(*authorised, thing, string) request { return asJSON(planned("approved")) },
		"DELETE /project/{id}/schedule": withReason,
		"DELETE /project/{id}/icon":     withReason,
		"PATCH /project/{id}/icon":      pictured,
		"PATCH /projects": func(w *authorised, o thing, who string) request {
			r := asJSON(map[string]any{"add_categories": []string{"magic"}, "reason": because})
			r.query = batch(w, o, who).query
			return r
		},
		"GET /projects":                batch,
		"GET /projects_random":         asks("count=1"),
		"GET /loader_field":            asks("loader_field=environment"),
		"POST /project/{id}/gallery":   pictured,
		"PATCH /project/{id}/gallery":  withPicture(asks("url={picture}&title=New&" + becauseQuery)),
		"DELETE /project/{id}/gallery": withPicture(asks("url={picture}&" + becauseQuery)),
		"PUT /project/{id}/gallery/order": withPicture(func(_ *authorised, o thing, _ string) request {
			return asJSON(map[string]any{"urls": []string{o["picture"]}, "reason": because})
		}),
		"DELETE /project/{id}/follow": func(w *authorised, o thing, who string) request {
			if who != callers[0] {
				w.ask(w.person(who).session, http.MethodPost, "/v2/project/"+o["id"]+"/follow", request{}) // or it is followed already
			}
			return request{}
		},
		"POST /image": func(_ *authorised, o thing, _ string) request {
			r := picture()
			r.query = "ext=png&context=project&project_id=" + o["id"] + "&" + becauseQuery
			return r
		},
		"GET /_internal/images": lists,
		"POST /_internal/removal": func(w *authorised, o thing, _ string) request {
			return asJSON(map[string]any{"url": w.Site.Config.Public() + o["stored"], "reason": because})
		},
		"GET /project/{id}/version": func(_ *authorised, o thing, _ string) request {
			return request{shows: func(body string) bool { return strings.Contains(body, o["version"]) }}
		},
		"GET /_internal/slug":                asks("title=x"),
		"GET /_internal/analytics":           asks("project_ids={id}"),
		"GET /analytics/downloads":           analysed,
		"GET /_internal/analytics/trends":    asks("project_ids={id}"),
		"GET /analytics/views":               analysed,
		"GET /analytics/playtime":            analysed,
		"GET /analytics/countries/downloads": analysed,
		"GET /analytics/countries/views":     analysed,
		"POST /analytics":                    questioned,
		"POST /analytics/facets": func(w *authorised, o thing, who string) request {
			call := questioned(w, o, who)
			call.shows = nil // the object has no hits
			return call
		},
		"POST /analytics/view": func(w *authorised, o thing, _ string) request {
			return asJSON(map[string]any{"url": w.Site.Config.Public() + "/mod/" + o["id"]})
		},
		"POST /analytics/playtime": func(_ *authorised, o thing, _ string) request {
			return asJSON(map[string]any{o["id"]: map[string]any{"seconds": 60}})
		},
		"GET /_internal/project/{id}/fitting": asks("loader=fabric&game_version=1.21.1"),
		"GET /_internal/project/{id}/changes": asks("from=999999999999"),
		"GET /feeds/project/{id}":             lists,
		"GET /project/{id}/badge/{kind}": func(_ *authorised, o thing, _ string) request {
			return request{path: "/v3/project/" + o["id"] + "/badge/downloads.svg"}
		},
		"GET /oembed": func(w *authorised, o thing, _ string) request {
			return request{query: "url=" + url.QueryEscape(w.Site.Config.Public()+"/mod/"+o["id"])}
		},
		"GET /pictures/identicon/{seed}": func(*authorised, thing, string) request {
			return request{path: "/pictures/identicon/a"}
		},
		"GET /pictures/icon/{project}/{mark}/{width}": func(_ *authorised, o thing, _ string) request {
			return request{path: "/pictures/icon/" + o["id"] + "/0/96"}
		},
		"GET /pictures/card/{project}": func(_ *authorised, o thing, _ string) request { return request{path: "/pictures/card/" + o["id"]} },
		"GET /data/":                   func(_ *authorised, o thing, _ string) request { return request{path: o["stored"]} },
		"GET /":                        func(_ *authorised, o thing, _ string) request { return request{path: "/mod/" + o["slug"]} },
	}
}

func teamRequests() map[string]builder {
	invite := func(w *authorised, _ thing, _ string) request {
		return asJSON(map[string]any{"user_id": w.person("newcomer").id, "role": "译者", "reason": because})
	}
	edit := sends(map[string]any{"role": "新的角色", "reason": because})
	out := map[string]builder{
		"POST /organization/{id}/webhooks":                  sends(receiver()),
		"PATCH /organization/{id}/webhooks/{webhook}":       sends(map[string]any{"enabled": false, "reason": because}),
		"DELETE /organization/{id}/webhooks/{webhook}":      withReason,
		"POST /organization/{id}/webhooks/{webhook}/secret": withReason,
		"POST /project/{id}/webhooks":                       sends(receiver()),
		"PATCH /project/{id}/webhooks/{webhook}":            sends(map[string]any{"enabled": false, "reason": because}),
		"DELETE /project/{id}/webhooks/{webhook}":           withReason,
		"POST /project/{id}/webhooks/{webhook}/secret":      withReason,
		"GET /teams": batch,
		"POST /organization": func(w *authorised, _ thing, _ string) request {
			return asJSON(map[string]any{"slug": w.unique(), "name": "新的团队", "description": "大家一起做的团队"})
		},
		"PATCH /organization/{id}":       sends(map[string]any{"name": "新的名称", "reason": because}),
		"DELETE /organization/{id}":      withReason,
		"PATCH /organization/{id}/icon":  pictured,
		"DELETE /organization/{id}/icon": withReason,
		"POST /organization/{id}/projects": func(w *authorised, _ thing, _ string) request {
			return asJSON(map[string]any{"project_id": w.thing("draft")["id"], "reason": because})
		},
		"DELETE /organization/{id}/projects/{project}": func(w *authorised, _ thing, _ string) request {
			return asJSON(map[string]any{"new_owner": w.person("owner").id, "reason": because})
		},
		"GET /organization/{id}/projects":           lists,
		"GET /_internal/organization/{id}/projects": lists,
		"GET /organizations":                        batch,
	}
	for path, team := range map[string]string{"/team/{id}": "/v2/team/", "/organization/{id}": "/v3/organization/"} {
		out["POST "+path+"/members"] = invite
		out["PATCH "+path+"/members/{user}"] = func(w *authorised, o thing, who string) request { return edit(w, w.withMember(o, team), who) }
		out["DELETE "+path+"/members/{user}"] = func(w *authorised, o thing, who string) request { return withReason(w, w.withMember(o, team), who) }
		out["PATCH "+path+"/owner"] = func(w *authorised, o thing, _ string) request {
			return asJSON(map[string]any{"user_id": w.withMember(o, team)["user"], "reason": because})
		}
	}
	return out
}

func otherRequests() map[string]builder {
	everybody := func(query string) builder {
		return func(_ *authorised, o thing, _ string) request {
			if o["all"] == "" {
				return request{shows: shows(o)}
			}
			return request{query: query}
		}
	}
	return map[string]builder{
		"GET /report":            everybody("all=true"),
		"GET /_internal/reports": everybody("scope=all"),
		"GET /_internal/claims":  everybody("scope=all"),
		"GET /reports":           batch,
		"GET /threads":           batch,
		"POST /thread/{id}":      sends(saying()),
		"PUT /thread/{id}/seen": func(w *authorised, o thing, _ string) request {
			if o["line"] == "" {
				o["line"] = w.messageOf("moderator", o["id"]) // a closed thread takes only messages of the staff
			}
			return asJSON(map[string]any{"message": o["line"]})
		},
		"POST /report": func(_ *authorised, o thing, _ string) request { return asJSON(complaint(o)) },
		"PATCH /report/{id}": func(_ *authorised, o thing, _ string) request {
			if o["close"] != "" {
				return asJSON(map[string]any{"closed": true, "reason": because})
			}
			return asJSON(map[string]any{"body": "新的说明"})
		},
		"DELETE /report/{id}":  withReason,
		"DELETE /message/{id}": withReason,
		"GET /_internal/reportable": func(_ *authorised, o thing, _ string) request {
			return request{query: "type=" + kindOf(o) + "&id=" + url.QueryEscape(o["id"])}
		},

		"POST /collection":             sends(map[string]any{"name": "新的收藏", "description": "好东西"}),
		"PATCH /collection/{id}":       sends(map[string]any{"name": "新的名称", "reason": because}),
		"DELETE /collection/{id}":      withReason,
		"PATCH /collection/{id}/icon":  pictured,
		"DELETE /collection/{id}/icon": withReason,
		"DELETE /collection/{id}/projects": func(_ *authorised, o thing, _ string) request {
			return request{query: "ids=" + url.QueryEscape(`["`+o["project"]+`"]`) + "&" + becauseQuery}
		},
		"DELETE /collection/{id}/project/{project}": withReason,
		"POST /collection/{id}/project/{project}": func(w *authorised, o thing, _ string) request {
			return request{path: "/v3/collection/{id}/project/" + w.project("owner", "", true)["id"], query: becauseQuery}
		},
		"GET /collections": batch,
		"GET /user/{id}/collections": func(w *authorised, o thing, _ string) request {
			return request{path: "/v3/user/" + w.person("owner").id + "/collections", shows: shows(o)}
		},

		"GET /_internal/curated":                     asks("place=home"),
		"PUT /_internal/curated/{place}":             sends(map[string]any{"entries": []any{}}),
		"POST /_internal/moderation/searches/strike": sends(map[string]any{"term": "sodium", "reason": because}),
		"POST /_internal/moderation/searches/allow":  sends(map[string]any{"term": "sodium", "reason": because}),
		"POST /_internal/search/seen":                sends(map[string]any{"query": "sodium"}),

		"POST /_internal/moderation/lock/{id}/override": func(w *authorised, o thing, _ string) request {
			var held struct {
				Lock string `json:"lock"`
			}
			answer := w.ask(w.person("moderator").session, http.MethodGet, "/_internal/moderation/lock/"+o["id"], request{})
			_ = json.Unmarshal(answer.Body, &held) // a deleted project has none
			return asJSON(map[string]any{"lock": held.Lock})
		},
		"POST /_internal/moderation/project/{id}/hand-over": func(w *authorised, _ thing, who string) request {
			to := "administrator"
			if who == to {
				to = "moderator"
			}
			return asJSON(map[string]any{"to": w.person(to).id, "note": "请接着看 " + w.unique()})
		},
		"POST /_internal/moderation/project/{id}/undo": func(w *authorised, _ thing, _ string) request {
			path, decision := w.undoing()
			call := asJSON(map[string]any{"decision": decision, "reason": explained})
			call.path = path
			return call
		},
		"POST /_internal/moderation/project/{id}/undo/{proposal}/confirm": answersProposal("confirm"),
		"POST /_internal/moderation/project/{id}/undo/{proposal}/decline": answersProposal("decline"),
		"POST /_internal/moderation/project/{id}/message":                 sends(map[string]any{"chosen": []any{}}),
		"PUT /_internal/moderation/project/{id}/progress": sends(map[string]any{
			"step": "title", "visited": []any{}, "chosen": []any{}, "message": "", "templates": []any{}, "reason": "",
		}),
		"POST /_internal/moderation/project": func(w *authorised, _ thing, _ string) request {
			return asJSON(map[string]any{w.packedFile(): map[string]any{"type": "unknown", "status": "no"}})
		},
		"PUT /_internal/moderation/templates/{template}": sends(map[string]any{"text": "", "version": 0}),
		"PUT /_internal/moderation/words":                sends(map[string]any{"words": []string{"代练"}, "note": "广告", "version": 0}),
		"POST /_internal/moderation/words/check":         sends(map[string]any{"text": "正文"}),
		"POST /_internal/frog": func(w *authorised, _ thing, _ string) request {
			return asJSON(map[string]any{"frog": (w.unique() + strings.Repeat("A", 22))[:22]})
		},
		"POST /_internal/markdown":       sends(map[string]any{"body": "正文"}),
		"POST /_internal/browser-report": sends(map[string]any{"page": "home"}),
		"GET /_internal/live": func(_ *authorised, o thing, _ string) request {
			return request{query: "topic=" + cmp.Or(o["topic"], "project:"+o["id"]), stream: true}
		},
	}
}
