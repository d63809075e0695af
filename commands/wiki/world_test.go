package wiki_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	handling "github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/wiki"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/platform/pgtest"
)

const (
	owner    = "Owner001"
	reviewer = "Review02" // a member with WIKI_EDIT
	member   = "Member03" // without it
	second   = "Member04"
	named    = "Named005"
	stranger = "Strang06"
	closed   = "Closed07"
	lantern  = "Lantern1"
	ruins    = "Ruins002"
	base     = "/v3/project/" + lantern + "/"
	because  = `"reason":{"code":"complies"}`
)

// world is a site with a project whose owner and one member hold WIKI_EDIT.
type world struct {
	*commandstest.World
	service *commands.Service
	handler *handling.Handler
	now     time.Time
	idle    []string
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{World: commandstest.New(t, project.EventTypes(), organization.EventTypes(), account.EventTypes(), wiki.EventTypes()), now: time.Now().UTC().Truncate(time.Second)}
	h := w.Handler()
	h.Now = func() time.Time { return w.now }
	w.handler = h
	db := pgtest.Database(t)
	var err error
	w.service, err = commands.New(commands.Options{
		Handler: h, Saves: commands.NewSaves(db.Pool), Logger: w.Logger,
		Verified:      func(_ context.Context, id string) (bool, error) { return id != closed, nil },
		AccountExists: func(_ context.Context, id string) (bool, error) { return id != closed, nil },
		Authors: func(_ context.Context, ids []string) (map[string]contract.Author, error) {
			found := map[string]contract.Author{}
			for _, id := range ids {
				found[id] = contract.Author{ID: id, Username: strings.ToLower(id)}
			}
			return found, nil
		},
		Published: w.published, Idle: func(context.Context) ([]string, error) { return w.idle, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(w.service.Routes)
	for _, id := range []string{lantern, ruins} {
		w.Happen("project-"+id, project.Created{Project: id, Slug: strings.ToLower(id), Type: project.TypeMod, Title: id, Owner: owner},
			project.ListedByImport{Status: project.Listed})
		for account, rights := range map[string]project.Permissions{reviewer: project.WikiEdit, member: project.UploadVersion, second: 0} {
			w.Happen("project-"+id, project.MemberInvited{Account: account, Role: "成员", Permissions: rights}, project.MemberJoined{Account: account})
		}
	}
	return w
}

// published is what the read model has: the newest texts of the wiki's pages.
func (w *world) published(_ context.Context, id string) ([]contract.WikiPage, error) {
	state := w.wiki(id)
	var list []contract.WikiPage
	for _, p := range state.Ordered() {
		list = append(list, contract.WikiPage{ID: p.ID, Title: p.Title, Slug: p.Slug, ParentWikiID: p.Parent, SortOrder: p.Weight, Body: w.body(p.ID)})
	}
	return list, nil
}

func (w *world) wiki(id string) (s wiki.State) {
	for _, e := range w.Events("wiki-" + id) {
		s = wiki.Evolve(s, e)
	}
	return s
}

// body is the text that was last published of a page.
func (w *world) body(page string) (body string) {
	for _, e := range w.Events("wikipage-" + page) {
		if written, ok := e.(wiki.PageWritten); ok {
			body = written.Text.String()
		}
	}
	return body
}

// begin begins a draft and returns its path below the project.
func (w *world) begin(who string) string {
	w.Helper()
	var draft contract.WikiDraftState
	w.Want(200, who, "POST", base+"wiki/drafts", `{}`).Decode(w, &draft)
	return base + "wiki/drafts/" + draft.ID
}

// add adds a page to a draft.
func (w *world) add(who, draft, title, slug, body string) string {
	w.Helper()
	var page contract.WikiDraftPage
	w.Want(200, who, "POST", draft+"/pages", in(map[string]any{"title": title, "slug": slug})).Decode(w, &page)
	if body != "" {
		w.write(who, draft, page.ID, body)
	}
	return page.ID
}

func (w *world) write(who, draft, page, body string) {
	w.Helper()
	w.Want(200, who, "PATCH", draft+"/pages/"+page, in(map[string]any{"body": body}))
}

func (w *world) submit(who, draft string) contract.WikiSubmitted {
	w.Helper()
	var out contract.WikiSubmitted
	w.Want(200, who, "POST", draft+"/submit", `{"msg":"补充安装步骤"}`).Decode(w, &out)
	return out
}

func (w *world) preview(who, draft string) (p contract.WikiPreview) {
	w.Helper()
	w.Asks(200, who, draft+"/preview").Decode(w, &p)
	return p
}

// Asks is Want for a query, which has no position.
func (w *world) Asks(status int, who, path string) commandstest.Answer {
	w.Helper()
	a := w.Ask(who, http.MethodGet, path, "")
	if a.Status != status {
		w.Fatalf("%s, want %d", a, status)
	}
	return a
}

// publish publishes one page by the owner and returns its id.
func (w *world) publish(title, slug, body string) string {
	w.Helper()
	draft := w.begin(owner)
	page := w.add(owner, draft, title, slug, body)
	if out := w.submit(owner, draft); out.Status != "success" {
		w.Fatalf("%+v", out)
	}
	return page
}

func (w *world) refused(status int, words, who, method, path, in string) {
	w.Helper()
	if a := w.Ask(who, method, path, in); a.Status != status || !strings.Contains(string(a.Body), words) {
		w.Errorf("%s, want %d %s", a, status, words)
	}
}

func in(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}
