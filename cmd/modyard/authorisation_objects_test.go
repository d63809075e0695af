package main

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"time"

	commandorganization "github.com/modyard/modyard/commands/organization"
	domainorganization "github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/platform/until"
)

var because = map[string]string{"code": "correction"}

var explained = map[string]string{"code": "correction", "text": "看错了项目"}

const becauseQuery = "reason_code=correction"

// objects create the objects of the table. The owner has made each; guest is another account.
func objects() map[string]func(w *authorised) thing {
	with := func(kind string, more func(w *authorised, o thing)) func(*authorised) thing {
		return func(w *authorised) thing {
			o := thing{}
			for name, value := range w.thing(kind) {
				o[name] = value
			}
			more(w, o)
			return o
		}
	}
	hook := func(path string, add func(*authorised, string, thing)) func(*authorised, thing) {
		return func(w *authorised, o thing) { add(w, path, o) }
	}
	const ofProject, ofTeam = "/v3/project/", "/v3/organization/"
	version := func(_ *authorised, o thing) { o["id"] = o["version"] }
	topic := func(name string) func(*authorised) thing {
		return func(*authorised) thing { return thing{"topic": name} }
	}
	return map[string]func(*authorised) thing{
		"project": func(w *authorised) thing { return w.project("owner", "", true) },
		"draft":   func(w *authorised) thing { return w.project("owner", "", false) },
		"waiting": func(w *authorised) thing {
			o := w.project("owner", "", false)
			w.by("owner", http.MethodPatch, "/v2/project/"+o["id"], map[string]any{"status": "processing"})
			return o
		},
		"version":       with("project", version),
		"draft-version": with("draft", version),
		"scheduled-project": func(w *authorised) thing {
			o := w.project("owner", "", true)
			w.by("owner", http.MethodPost, "/v2/project/"+o["id"]+"/schedule", planned("approved"))
			return o
		},
		"scheduled-version": func(w *authorised) thing {
			o := w.project("owner", "", true)
			o["id"] = o["version"]
			w.by("owner", http.MethodPost, "/v2/version/"+o["id"]+"/schedule", planned("listed"))
			return o
		},
		"file":         with("project", func(*authorised, thing) {}),
		"draft-file":   with("draft", func(*authorised, thing) {}),
		"stored":       with("project", func(*authorised, thing) {}),
		"draft-stored": with("draft", func(*authorised, thing) {}),
		"drawn":        with("project", (*authorised).draw),
		"draft-drawn":  with("draft", (*authorised).draw),
		"imported":     (*authorised).imported,
		"invitation":   func(w *authorised) thing { return w.invited(w.project("guest", "", true), "/v2/team/") },
		"organization": func(w *authorised) thing { return w.organization("owner", true) },
		"empty-organization": func(w *authorised) thing {
			return w.organization("owner", false)
		},
		"organization-invitation": func(w *authorised) thing {
			return w.invited(w.organization("guest", false), "/v3/organization/")
		},
		"organization-draft": func(w *authorised) thing {
			o := w.organization("owner", false)
			o["shows"] = w.project("owner", o["id"], false)["id"]
			return o
		},
		"owned-project": func(w *authorised) thing { return w.project("owner", w.organization("owner", false)["id"], true) },
		"owned-draft":   func(w *authorised) thing { return w.project("owner", w.organization("owner", false)["id"], false) },
		"collection":    func(w *authorised) thing { return w.collection("listed") },
		"private-collection": func(w *authorised) thing {
			return w.collection("private")
		},
		"reported-collection":   with("collection", func(_ *authorised, o thing) { o["kind"] = "collection" }),
		"reported-private":      with("private-collection", func(_ *authorised, o thing) { o["kind"] = "collection" }),
		"reported-organization": with("organization", func(_ *authorised, o thing) { o["kind"] = "organization" }),
		"following":             func(*authorised) thing { return thing{"id": "following"} },
		"report":                (*authorised).report,
		"report-closed": with("report", func(_ *authorised, o thing) {
			o["close"] = "yes"
		}),
		"thread":         with("report", func(_ *authorised, o thing) { o["id"], o["shows"] = o["thread"], o["thread"] }),
		"message":        with("report", func(w *authorised, o thing) { o["id"] = w.message(o["thread"]) }),
		"project-thread": with("project", talk),
		"draft-thread":   with("draft", talk),
		"project-message": with("draft", func(w *authorised, o thing) {
			talk(w, o)
			o["id"] = w.message(o["id"])
		}),
		"audited":               with("report", audited),
		"unaudited":             func(*authorised) thing { return thing{"position": "999999999999"} },
		"webhook":               with("project", hook(ofProject, (*authorised).addWebhook)),
		"draft-webhook":         with("draft", hook(ofProject, (*authorised).addWebhook)),
		"organization-webhook":  with("organization", hook(ofTeam, (*authorised).addWebhook)),
		"delivery":              with("project", hook(ofProject, (*authorised).addDelivery)),
		"draft-delivery":        with("draft", hook(ofProject, (*authorised).addDelivery)),
		"organization-delivery": with("organization", hook(ofTeam, (*authorised).addDelivery)),
		"notification":          (*authorised).notification,
		"staged": with("project", func(w *authorised, o thing) {
			made := w.must(w.person("owner").session, http.MethodPost, "/_internal/version-file?name=a.jar&project_id="+o["id"], request{body: jar(w.t, w.unique()), kind: "application/octet-stream"})
			o["project"], o["id"] = o["id"], made["id"].(string)
		}),
		"account": func(w *authorised) thing {
			w.forget("/user/") // an account that owns nothing
			return thing{"id": w.person("owner").id}
		},
		"account-role": func(w *authorised) thing {
			return thing{"id": w.person("owner").id, "role": "moderator"}
		},
		"account-draft": func(w *authorised) thing {
			w.forget("/user/") // the first page of the answer has all of the account's projects
			return thing{"id": w.person("owner").id, "shows": w.thing("draft")["id"]}
		},
		"two-steps": func(w *authorised) thing {
			code := w.twoSteps("guest")
			flow := w.must("", http.MethodPost, "/v2/auth/login", asJSON(map[string]string{"username": w.person("guest").name, "password": password}))
			return thing{"flow": flow["flow"].(string), "code": code}
		},
		"token": func(w *authorised) thing {
			made := w.by("owner", http.MethodPost, "/v2/pat", map[string]any{"name": "试验令牌", "scopes": 2, "expires": time.Now().Add(time.Hour).UTC()})
			return thing{"id": made["id"].(string)}
		},
		"passkey": func(w *authorised) thing {
			id := w.unique()
			if _, err := w.Core.DB.Pool.Exec(w.t.Context(), `INSERT INTO identity.passkeys (id, account, credential, public_key, counter, transports, synced, backed_up, name, created)
				VALUES ($1, $2, convert_to($1, 'UTF8'), '', 0, '{}', false, false, '电脑', now())`, id, w.person("owner").id); err != nil {
				w.t.Fatal(err)
			}
			return thing{"id": id}
		},
		"session": func(w *authorised) thing {
			p := w.person("owner")
			if _, _, err := w.Identity.Login(w.t.Context(), p.name, password, identity.Origin{}); err != nil {
				w.t.Fatal(err)
			}
			listed := w.ask(p.session, http.MethodGet, "/v2/session/list", request{})
			var sessions []struct {
				ID      string
				Current bool
			}
			if err := json.Unmarshal(listed.Body, &sessions); err != nil {
				w.t.Fatal(err)
			}
			for _, s := range sessions {
				if !s.Current {
					return thing{"id": s.ID}
				}
			}
			return nil
		},
		"letter": func(w *authorised) thing {
			w.must("", http.MethodPost, "/v2/auth/password/reset", asJSON(map[string]string{"username": w.person("owner").name}))
			var found [][]byte
			until.True(w.t, "a letter", func() bool {
				found = regexp.MustCompile(`/dev/mail/([^"]+)`).FindSubmatch(w.ask("", http.MethodGet, "/dev/mail", request{}).Body)
				return found != nil
			})
			name, _ := url.PathUnescape(string(found[1]))
			return thing{"name": name}
		},
		"license":  func(*authorised) thing { return thing{"id": "MIT"} },
		"place":    func(*authorised) thing { return thing{"place": "home"} },
		"template": func(*authorised) thing { return thing{"template": "title-useless-info"} },
		"sitemap":  func(*authorised) thing { return thing{"file": "site.xml"} },
		"all":      func(*authorised) thing { return thing{"all": "yes"} },
		"inbox":    topic("inbox"), "queue": topic("queue"), "reports": topic("reports"), "wikidrafts": topic("wikidrafts"), "activity": topic("activity"),
	}
}

// imported is a project of a team that reposts, which its author may claim.
func (w *authorised) imported() thing {
	w.t.Helper()
	slug, ctx := w.unique(), w.t.Context()
	id := ids.New()
	writes, err := commandorganization.PlanOrganization(ctx, w.Codec, commandorganization.Planned{
		Command: slug, At: time.Now(), Create: domainorganization.Create{
			Account: w.person("guest").id, Organization: id, Slug: slug, Name: "搬运 " + slug, Description: "搬运他人的资源", Repost: true,
		},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	receipt, err := w.Log.Append(ctx, writes...)
	if err != nil {
		w.t.Fatal(err)
	}
	w.position = max(w.position, uint64(receipt.Position))
	return w.project("guest", id, true)
}

// addWebhook adds a webhook to a project or an organization.
func (w *authorised) addWebhook(path string, o thing) {
	w.t.Helper()
	made := w.by("owner", http.MethodPost, path+o["id"]+"/webhooks", receiver())
	o["webhook"] = made["id"].(string)
}

// addDelivery also queues a delivery.
func (w *authorised) addDelivery(path string, o thing) {
	w.t.Helper()
	w.addWebhook(path, o)
	tested := w.by("owner", http.MethodPost, path+o["id"]+"/webhooks/"+o["webhook"]+"/test", nil)
	o["delivery"] = tested["id"].(string)
}

func receiver() map[string]any {
	return map[string]any{"url": "https://hooks.example.org/x", "kinds": []string{"project.updated"}, "reason": because}
}

func (w *authorised) collection(status string) thing {
	w.t.Helper()
	project := w.thing("project")["id"]
	made := w.by("owner", http.MethodPost, "/v3/collection", map[string]any{"name": "试验收藏", "status": status, "projects": []string{project}})
	id := made["id"].(string)
	return thing{"id": id, "project": project, "shows": id}
}

func (w *authorised) report() thing {
	w.t.Helper()
	made := w.by("owner", http.MethodPost, "/v3/report", complaint(w.thing("project")))
	return thing{"id": made["id"].(string), "thread": made["thread_id"].(string), "shows": made["id"].(string)}
}

// audited adds the position of an entry of the audit. The moderator reads their own decision.
func audited(w *authorised, o thing) {
	w.by("moderator", http.MethodPatch, "/v3/report/"+o["id"], map[string]any{"closed": true, "reason": because})
	page := w.must(w.person("moderator").session, http.MethodGet, "/_internal/moderation/audit?subject="+o["id"], request{})
	entries, _ := page["entries"].([]any)
	if len(entries) == 0 {
		w.t.Fatal("a closed report has no entry in the audit")
	}
	o["position"] = strconv.FormatInt(int64(entries[0].(map[string]any)["position"].(float64)), 10)
}

// planned is a plan of a release in an hour.
func planned(status string) map[string]any {
	return map[string]any{"time": time.Now().Add(time.Hour).UTC().Format(time.RFC3339), "requested_status": status, "reason": because}
}

func complaint(o thing) map[string]any {
	return map[string]any{"report_type": "spam", "item_type": kindOf(o), "item_id": o["id"], "body": "说明"}
}

// kindOf is the kind of thing that is reported.
func kindOf(o thing) string { return cmp.Or(o["kind"], "project") }

// talk makes a project its thread.
func talk(w *authorised, o thing) {
	thread := w.must(w.person("owner").session, http.MethodGet, "/v3/project/"+o["id"], request{})["thread_id"].(string)
	o["id"], o["shows"] = thread, thread
}

// message is the owner's message in a thread.
func (w *authorised) message(thread string) string { return w.messageOf("owner", thread) }

func (w *authorised) messageOf(who, thread string) string {
	w.t.Helper()
	w.by(who, http.MethodPost, "/v3/thread/"+thread, saying())
	messages := w.must(w.person("owner").session, http.MethodGet, "/v3/thread/"+thread, request{})["messages"].([]any)
	return messages[len(messages)-1].(map[string]any)["id"].(string)
}

func saying() map[string]any {
	return map[string]any{"body": map[string]any{"type": "text", "body": "一条消息"}}
}

// notification is the owner's, about an invitation.
func (w *authorised) notification() thing {
	w.t.Helper()
	w.thing("invitation")
	list := w.must(w.person("owner").session, http.MethodGet, "/_internal/notifications", request{})["notifications"].([]any)
	if len(list) == 0 {
		w.t.Fatal("the owner's inbox is empty")
	}
	id := list[0].(map[string]any)["id"].(string)
	return thing{"id": id, "shows": id}
}

// draw puts a picture into the text of a project: it becomes the object.
func (w *authorised) draw(o thing) {
	made := w.must(w.person("owner").session, http.MethodPost, "/v3/image?ext=png&context=project&project_id="+o["id"], picture())
	stored, err := url.Parse(made["url"].(string))
	if err != nil {
		w.t.Fatal(err)
	}
	w.by("owner", http.MethodGet, "/_internal/images", nil) // stored files are served as the read model says, without waiting for it
	o["id"], o["shows"], o["stored"] = made["id"].(string), made["id"].(string), stored.EscapedPath()
}
