package review_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/review"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/pgtest"
)

const (
	mod      = "Modaaaa1"
	stranger = "Strang03"
	at       = "/_internal/moderation/project/" + mod
)

type world struct {
	*commandstest.World
	t       *testing.T
	service *commands.Service
	now     time.Time // the clock, if it is set
	pool    *pgxpool.Pool
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: commandstest.New(t, project.EventTypes(), review.EventTypes(), thread.EventTypes()), t: t}
	db := pgtest.Database(t)
	guard := idempotency.NewGuard(idempotency.NewStore(db.Pool, nil), []byte("a key of tests for requests, 32 b"), func(*http.Request) string { return commandstest.Moderator })
	handler := w.Handler()
	handler.Now = func() time.Time {
		if w.now.IsZero() {
			return time.Now()
		}
		return w.now
	}
	w.pool = db.Pool
	var err error
	if w.service, err = commands.New(commands.Options{
		Handler: handler, Pool: db.Pool, Requests: guard, Site: "https://modyard.example/",
		Profiles: func(_ context.Context, ids []string) (map[string]identity.Profile, error) {
			out := map[string]identity.Profile{}
			for _, id := range ids {
				switch id {
				case commandstest.Moderator, commandstest.Second:
					out[id] = identity.Profile{ID: id, Role: identity.RoleModerator}
				case stranger:
					out[id] = identity.Profile{ID: id, Role: identity.RoleUser}
				}
			}
			return out, nil
		},
	}); err != nil {
		t.Fatal(err)
	}
	w.Serve(w.service.Routes)
	w.Happen("project-"+mod,
		project.Created{Project: mod, Slug: "moda", Type: project.TypeMod, Title: "蒸汽*图谱*", Summary: "工厂", Owner: "owner001", Thread: talk},
		project.Submitted{Submission: "Submis01", From: project.Draft, Requested: project.Listed})
	return w
}

// ask is Ask with the wanted status: queries and rows have no position in the log.
func (w *world) ask(status int, who, method, path string, body any) commandstest.Answer {
	w.t.Helper()
	a := w.Ask(who, method, path, body)
	if a.Status != status {
		w.t.Fatalf("want %d: %s", status, a)
	}
	return a
}

func TestTheStaffReadsTheChecklistOfAProjectAndNobodyElseDoes(t *testing.T) {
	w := newWorld(t)
	var out commands.Checklist
	w.ask(200, commandstest.Moderator, "GET", at+"/checklist", nil).Decode(t, &out)
	if len(out.Steps) != 13 || out.Progress != nil {
		t.Fatalf("%d steps, %+v", len(out.Steps), out.Progress)
	}
	for _, s := range out.Steps {
		if applies := s.ID != "links" && s.ID != "categories" && s.ID != "gallery" && s.ID != "modpack-permissions" && s.ID != "private-server"; s.Applies != applies {
			t.Errorf("%s applies: %v", s.ID, s.Applies)
		}
	}
	w.ask(404, commandstest.Moderator, "GET", "/_internal/moderation/project/Nobody00/checklist", nil)
	for _, who := range []string{stranger, "owner001"} {
		if a := w.Ask(who, "GET", at+"/checklist", nil); a.Status != 401 && a.Status != 403 {
			t.Error(a)
		}
	}
}

func TestAMessageIsMadeFromTheProjectAndTheCurrentTemplatesAndChangesNothing(t *testing.T) {
	w := newWorld(t)
	head := w.Head()
	ask := func() commands.Message {
		var m commands.Message
		w.ask(200, commandstest.Moderator, "POST", at+"/message", `{"chosen":[{"option":"title-useless-info"}]}`).Decode(t, &m)
		return m
	}
	m := ask()
	if !strings.Contains(m.Text, `「蒸汽\*图谱\*」`) || !strings.Contains(m.Text, "https://modyard.example/project/"+mod+"/settings") || m.Verdict != "reject" || m.Reason != "misleading" {
		t.Error(m)
	}
	if w.Head() != head {
		t.Error("a message was recorded before a decision")
	}
	w.ask(204, commandstest.Moderator, "PUT", "/_internal/moderation/templates/title-useless-info", `{"text":"只留名字。","version":0}`)
	if m = ask(); !strings.Contains(m.Text, "只留名字。") || m.Templates[1] != "title-useless-info@1" {
		t.Error(m)
	}
	w.ask(400, commandstest.Moderator, "POST", at+"/message", `{"chosen":[{"option":"nothing"}]}`)
	w.ask(400, commandstest.Moderator, "PUT", "/_internal/moderation/templates/title-useless-info", `{"text":"%NOTHING%","version":1}`)
	w.ask(409, commandstest.Moderator, "PUT", "/_internal/moderation/templates/title-useless-info", `{"text":"另一个","version":0}`)
	w.ask(404, commandstest.Moderator, "PUT", "/_internal/moderation/templates/none", `{"text":"x","version":0}`)
	var list []commands.Template
	w.ask(200, commandstest.Moderator, "GET", "/_internal/moderation/templates", nil).Decode(t, &list)
	for _, one := range list {
		if one.ID == "title-useless-info" && (one.Version != 1 || len(one.Versions) != 2 || one.Text != "只留名字。") {
			t.Error(one)
		}
	}
	if a := w.Ask(stranger, "PUT", "/_internal/moderation/templates/title-useless-info", `{"text":"x","version":1}`); a.Status != 401 && a.Status != 403 {
		t.Error(a)
	}
}

func TestProgressBelongsToAModeratorUntilItIsClearedAndTellsThatTheProjectWasSubmittedAgain(t *testing.T) {
	w := newWorld(t)
	body := `{"step":"summary","visited":["title"],"chosen":[{"option":"links-inaccessible","values":{"LINK":"https://a.example"}}],"message":"草稿","templates":["opening@0"],"reason":"incomplete"}`
	read := func(who string) *commands.Progress {
		var out commands.Checklist
		w.ask(200, who, "GET", at+"/checklist", nil).Decode(t, &out)
		return out.Progress
	}
	for range 2 {
		w.ask(204, commandstest.Moderator, "PUT", at+"/progress", body)
	}
	p := read(commandstest.Moderator)
	if p == nil || p.Outdated || p.State.Message != "草稿" || p.State.Step != "summary" || p.State.Chosen[0].Values["LINK"] != "https://a.example" {
		t.Fatalf("%+v", p)
	}
	if other := read(commandstest.Admin); other != nil {
		t.Errorf("another moderator's: %+v", other)
	}
	w.Happen("project-"+mod, project.Rejected{Submission: "Submis01", From: project.Processing, Message: "x"},
		project.Submitted{Submission: "Submis02", From: project.Refused, Requested: project.Listed})
	if p = read(commandstest.Moderator); p == nil || !p.Outdated {
		t.Errorf("after another submission: %+v", p)
	}
	for _, bad := range []string{
		`{"step":"s","visited":[],"chosen":[{"option":"nothing"}],"message":"","templates":[],"reason":""}`,
		`{"step":"` + strings.Repeat("s", 65) + `","visited":[],"chosen":[],"message":"","templates":[],"reason":""}`,
	} {
		w.ask(400, commandstest.Moderator, "PUT", at+"/progress", bad)
	}
	w.ask(204, commandstest.Moderator, "DELETE", at+"/progress", nil)
	if p = read(commandstest.Moderator); p != nil {
		t.Errorf("cleared: %+v", p)
	}
	w.ask(204, commandstest.Moderator, "PUT", at+"/progress", body)
	if err := w.service.Forget(t.Context(), commandstest.Moderator); err != nil {
		t.Fatal(err)
	}
	if p = read(commandstest.Moderator); p != nil {
		t.Errorf("forgotten: %+v", p)
	}
}

func TestTheChecklistShowsTagsPicturesAndFiles(t *testing.T) {
	w := newWorld(t)
	w.Happen("project-"+mod, project.Categorised{Categories: []string{"technology"}}, project.PictureAdded{Picture: project.Picture{URL: "/pictures/a.png", Title: "工厂", Ordering: 1}})
	w.Happen("version-Version1", project.VersionCreated{
		Version: "Version1", Project: mod, Number: "1.0.0", Files: []project.File{{Name: "a.jar", Size: 2048, Primary: true, URL: "/a.jar"}, {Name: "a-sources.jar", Size: 12, Kind: "sources-jar", URL: "/s.jar"}},
	})
	w.Happen("projectversions-"+mod, project.VersionAdded{Version: "Version1"})
	var out commands.Checklist
	w.ask(200, commandstest.Moderator, "GET", at+"/checklist", nil).Decode(t, &out)
	facts := map[string][]commands.Fact{}
	for _, s := range out.Steps {
		facts[s.ID] = s.Facts
	}
	for step, want := range map[string][]commands.Fact{
		"categories": {{Name: "标签", Text: "technology", Kind: "category"}},
		"gallery":    {{Name: "工厂", Kind: "picture", Image: "/pictures/a.png", URL: "/pictures/a.png"}},
		"versions":   {{Name: "1.0.0 · 主文件", Text: "a.jar", Kind: "file", Size: 2048}, {Name: "1.0.0 · 源码", Text: "a-sources.jar", Kind: "file", Size: 12}},
	} {
		if !slices.Equal(facts[step], want) {
			t.Errorf("%s: %+v", step, facts[step])
		}
	}
}

func TestAMessageIsMadeForTheDecisionThatIsAskedFor(t *testing.T) {
	w := newWorld(t)
	var m commands.Message
	w.ask(200, commandstest.Moderator, "POST", at+"/message", `{"chosen":[{"option":"title-useless-info"}],"verdict":"withhold"}`).Decode(t, &m)
	if m.Verdict != "withhold" || m.Templates[len(m.Templates)-1] != "closing-withheld@0" {
		t.Error(m)
	}
	w.ask(400, commandstest.Moderator, "POST", at+"/message", `{"chosen":[],"verdict":"approve"}`)
}

func TestTheWorkOfADecidedRoundIsThereAgainIfTheDecisionIsUndoneAndNotInTheNextRound(t *testing.T) {
	w := newWorld(t)
	read := func() *commands.Progress {
		var out commands.Checklist
		w.ask(200, commandstest.Moderator, "GET", at+"/checklist", nil).Decode(t, &out)
		return out.Progress
	}
	w.ask(204, commandstest.Moderator, "PUT", at+"/progress", `{"step":"","visited":["title"],"chosen":[],"message":"请看","templates":[],"reason":"","made":"a.b","ended":true}`)
	w.Happen("project-"+mod, project.Rejected{Submission: "Submis01", From: project.Processing, Message: "请看"},
		project.DecisionUndone{Decision: "x", Submission: "Submis01", From: project.Refused, To: project.Processing})
	if p := read(); p == nil || p.State.Message != "请看" || p.State.Made != "a.b" || p.Outdated {
		t.Errorf("undone: %+v", p)
	}
	w.Happen("project-"+mod, project.Rejected{Submission: "Submis01", From: project.Processing, Message: "请看"},
		project.Submitted{Submission: "Submis02", From: project.Refused, Requested: project.Listed})
	if p := read(); p != nil {
		t.Errorf("the next round: %+v", p)
	}
}
