package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/modyard/modyard/identity"
)

// authorised is a part of the authorisation test: callers and objects on a site that it shares with the other parts.
// Everything is created when it is first needed, and again after a request that may have changed it.
type authorised struct {
	*testSite
	client   *http.Client
	part, n  int
	months   int    // of income
	position uint64 // of the newest command, which the next request must see
	people   map[string]*authorisedPerson
	tokens   map[string]string
	things   map[string]thing
	doc      *described // answers are compared with it; nil: they are not
	compared int        // answers that were compared with the documentation
}

type authorisedPerson struct{ id, name, session string }

// thing is an object of requests: its ids by the names of the path parameters, and other properties.
type thing map[string]string

// plainHasher stores passwords as they are.
type plainHasher struct{}

func (plainHasher) Hash(_ context.Context, password string) (string, error) { return password, nil }

func (plainHasher) Verify(_ context.Context, hash, password string) (bool, error) {
	return hash == password, nil
}

func (plainHasher) Outdated(string) bool { return false }

func newAuthorised(t *testing.T, s *testSite, part int) *authorised {
	w := &authorised{testSite: &testSite{Site: s.Site, t: t, url: s.url}, part: part, client: &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	w.forget("/auth/")
	return w
}

// forget drops the objects after a change; after a change of an account, also the people.
func (w *authorised) forget(path string) {
	w.things = map[string]thing{"-": {}}
	for _, part := range []string{"/auth/", "/session/", "/user/", "/pat", "/oauth/"} {
		if strings.Contains(path, part) {
			w.people, w.tokens = map[string]*authorisedPerson{}, map[string]string{}
		}
	}
}

// unique is a name that no other object has.
func (w *authorised) unique() string {
	w.n++
	return fmt.Sprintf("p%dn%d", w.part, w.n)
}

// person is one of the callers, or another account.
func (w *authorised) person(who string) *authorisedPerson {
	w.t.Helper()
	if w.people[who] == nil {
		roles := map[string]identity.Role{"moderator": identity.RoleModerator, "administrator": identity.RoleAdmin, "second": identity.RoleModerator, "third": identity.RoleModerator}
		p := &authorisedPerson{name: w.unique()}
		p.session = w.testSite.person(p.name, cmp.Or(roles[who], identity.RoleUser))
		w.people[who] = p
		p.id = w.must(p.session, http.MethodGet, "/v2/user", request{})["id"].(string)
	}
	return w.people[who]
}

// token is an access token of a person.
func (w *authorised) token(who string, scopes identity.Scopes) string {
	w.t.Helper()
	key := fmt.Sprint(who, scopes)
	if w.tokens[key] == "" {
		w.tokens[key] = w.must(w.person(who).session, http.MethodPost, "/v2/pat", asJSON(map[string]any{
			"name": "试验令牌", "scopes": scopes, "expires": time.Now().Add(time.Hour).UTC(),
		}))["access_token"].(string)
	}
	return w.tokens[key]
}

// request is what a request has beside its method and its path.
type request struct {
	path, query, kind string
	body              []byte
	shows             func(body string) bool // whether an answer contains the object, or a command has changed it; nil: it does
	stream            bool                   // the answer has no end
	spends            bool                   // preparing it has changed the caller's account
}

func asJSON(body any) request {
	data, err := json.Marshal(body)
	if err != nil {
		panic(err) // only maps and strings
	}
	return request{body: data, kind: "application/json"}
}

// ask sends a request, which sees everything that this part has changed before.
func (w *authorised) ask(auth, method, path string, call request) siteAnswer {
	w.t.Helper()
	ctx, cancel := context.WithCancel(w.t.Context())
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, w.url+path, bytes.NewReader(call.body))
	if err != nil {
		w.t.Fatal(err)
	}
	if call.kind != "" {
		r.Header.Set("Content-Type", call.kind)
	}
	if auth != "" {
		r.Header.Set("Authorization", auth)
	}
	r.Header.Set("Min-Position", strconv.FormatUint(w.position, 10))
	res, err := w.client.Do(r)
	if err != nil {
		w.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer res.Body.Close() //nolint:errcheck // only read
	answer := siteAnswer{Status: res.StatusCode}
	if !call.stream || res.StatusCode != http.StatusOK {
		var body bytes.Buffer
		if _, err := body.ReadFrom(res.Body); err != nil {
			w.t.Fatalf("%s %s: %v", method, path, err)
		}
		answer.Body = body.Bytes()
	}
	position, _ := strconv.ParseUint(res.Header.Get("Log-Position"), 10, 64)
	w.position = max(w.position, position)
	return answer
}

// must is ask for a request that prepares an object.
func (w *authorised) must(auth, method, path string, call request) map[string]any {
	w.t.Helper()
	answer := w.ask(auth, method, path, call)
	if answer.Status >= http.StatusBadRequest {
		w.t.Fatalf("%s %s: %d %s", method, path, answer.Status, answer.Body)
	}
	var out map[string]any
	_ = json.Unmarshal(answer.Body, &out) // 204 has no body
	return out
}

// by is must for a person.
func (w *authorised) by(who, method, path string, body any) map[string]any {
	w.t.Helper()
	return w.must(w.person(who).session, method, path, asJSON(body))
}

func (w *authorised) thing(kind string) thing {
	w.t.Helper()
	if w.things[kind] == nil {
		build := objects()[kind]
		for _, p := range parts() {
			if build == nil {
				build = p.objects[kind]
			}
		}
		if build == nil {
			w.t.Fatalf("%s: there is no object %s", authorisationTable, kind)
		}
		built := build(w)
		w.things[kind] = built
	}
	return w.things[kind]
}

// project creates a project with a version of two files; an approved one is public.
func (w *authorised) project(who, organization string, approved bool) thing {
	w.t.Helper()
	slug, more := w.unique(), jar(w.t, w.unique())
	document := projectDocument(slug)
	document["initial_versions"] = []any{map[string]any{
		"name": "第一版", "version_number": "1.0.0", "changelog": "首发", "dependencies": []any{}, "game_versions": []string{"1.21.1"},
		"version_type": "release", "loaders": []string{"fabric"}, "featured": true, "file_parts": []string{"file", "file-sources"}, "primary_file": "file",
	}}
	if organization != "" {
		document["organization_id"] = organization
	}
	body, kind := form(document, map[string][]byte{"file": jar(w.t, slug), "file-sources": more})
	session := w.person(who).session
	made := w.must(session, http.MethodPost, "/v2/project", request{body: body, kind: kind})
	// Every event is before the position: the project as of there is the project as it is.
	o := thing{"id": made["id"].(string), "slug": slug, "shows": made["id"].(string), "organization": organization, "position": "999999999999"}
	o["version"] = made["versions"].([]any)[0].(string)
	if approved {
		w.by(who, http.MethodPatch, "/v2/project/"+o["id"], map[string]any{"status": "processing"})
		w.by("administrator", http.MethodPatch, "/v2/project/"+o["id"], map[string]any{"status": "approved", "reason": because})
	}
	file := w.must(session, http.MethodGet, "/v2/version/"+o["version"], request{})["files"].([]any)[0].(map[string]any)
	o["hash"] = file["hashes"].(map[string]any)["sha512"].(string)
	stored, err := url.Parse(file["url"].(string))
	if err != nil {
		w.t.Fatal(err)
	}
	o["stored"] = stored.EscapedPath()
	return o
}

// undoing is the path of the undo of a decision by the second moderator about a new project, and the decision.
func (w *authorised) undoing() (path, decision string) {
	w.t.Helper()
	id := w.project("owner", "", false)["id"]
	w.by("owner", http.MethodPatch, "/v2/project/"+id, map[string]any{"status": "processing"})
	w.by("second", http.MethodPatch, "/v2/project/"+id, map[string]any{"status": "rejected", "reason": because, "moderation_message": "请看说明"})
	history := w.must(w.person("second").session, http.MethodGet, "/_internal/project/"+id+"/history", request{})
	decision, _ = history["undo"].(map[string]any)["decision"].(string)
	return "/_internal/moderation/project/" + id + "/undo", decision
}

// answersProposal asks for an answer to a proposal of the third moderator.
func answersProposal(answer string) func(*authorised, thing, string) request {
	return func(w *authorised, _ thing, _ string) request {
		path, decision := w.undoing()
		made := w.by("third", http.MethodPost, path, map[string]any{"decision": decision, "reason": explained})
		call := asJSON(map[string]any{"reason": explained})
		call.path = path + "/" + made["proposal"].(string) + "/" + answer
		return call
	}
}

// projectDocument describes a new project in the words of both versions of the API.
func projectDocument(slug string) map[string]any {
	const summary = "每个路由都有授权规则"
	return map[string]any{
		"title": "试验 " + slug, "name": "试验 " + slug, "slug": slug, "description": summary, "summary": summary, "body": "正文",
		"project_type": "mod", "categories": []string{"utility"}, "client_side": "required", "server_side": "optional",
		"license_id": "MIT", "is_draft": true, "initial_versions": []any{},
	}
}

// withMember adds an accepted member to a team.
func (w *authorised) withMember(o thing, path string) thing {
	w.t.Helper()
	if o["user"] == "" {
		o["user"] = w.person("guest").id
		w.by("owner", http.MethodPost, path+o["id"]+"/members", map[string]any{"user_id": o["user"], "role": "译者"})
		w.by("guest", http.MethodPost, path+o["id"]+"/join", nil)
	}
	return o
}

// withPicture adds a picture to the gallery of a project.
func (w *authorised) withPicture(o thing) thing {
	w.t.Helper()
	if o["picture"] == "" {
		session := w.person("owner").session
		w.must(session, http.MethodPost, "/v2/project/"+o["id"]+"/gallery?ext=png&title=x", picture())
		gallery := w.must(session, http.MethodGet, "/v2/project/"+o["id"], request{})["gallery"].([]any)
		o["picture"] = gallery[0].(map[string]any)["url"].(string)
	}
	return o
}

// invited invites the owner of the other objects into a team of the guest.
func (w *authorised) invited(o thing, path string) thing {
	w.t.Helper()
	w.by("guest", http.MethodPost, path+o["id"]+"/members", map[string]any{"user_id": w.person("owner").id, "role": "译者"})
	return o
}

func (w *authorised) organization(who string, owning bool) thing {
	w.t.Helper()
	slug := w.unique()
	o := thing{"id": w.by(who, http.MethodPost, "/v3/organization", map[string]any{"slug": slug, "name": "团队 " + slug, "description": "大家一起做的团队"})["id"].(string)}
	if owning {
		o["project"] = w.project(who, o["id"], true)["id"]
	}
	o["shows"] = o["id"]
	return o
}

// twoSteps protects an account by a second step, and returns a recovery code.
func (w *authorised) twoSteps(who string) string {
	w.t.Helper()
	return w.by(who, http.MethodPost, "/v2/auth/2fa", w.secondStep(who))["backup_codes"].([]any)[0].(string)
}

// secondStep begins to protect an account, and returns the proof that ends this.
func (w *authorised) secondStep(who string) map[string]any {
	w.t.Helper()
	begun := w.by(who, http.MethodPost, "/v2/auth/2fa/get_secret", nil)
	code, err := totp.GenerateCode(begun["secret"].(string), time.Now())
	if err != nil {
		w.t.Fatal(err)
	}
	return map[string]any{"flow": begun["flow"], "code": code}
}

// picture is a request with a picture as its body.
func picture() request {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 3))); err != nil {
		panic(err) // memory
	}
	return request{body: b.Bytes(), kind: "image/png"}
}
