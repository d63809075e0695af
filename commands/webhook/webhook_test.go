package webhook_test

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	commands "github.com/modyard/modyard/commands/webhook"

	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/webhook"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/keyfile"
	"github.com/modyard/modyard/platform/outbound"
	"github.com/modyard/modyard/platform/pgtest"
	store "github.com/modyard/modyard/platform/webhook"
)

const (
	owner     = "Owner001"
	uploader  = "Upload02" // a member without EDIT_DETAILS
	stranger  = "Strang03"
	moderator = commandstest.Moderator
	mod       = "Projec01"
	draft     = "Projec02"
	team      = "Organi01"
	hooksPath = "/v3/project/" + mod + "/webhooks"
	teamPath  = "/v3/organization/" + team + "/webhooks"
	address   = "https://hooks.example.org/T000/credential"
	body      = `{"url":"` + address + `","kinds":["version.created","project.updated"]}`
	teamBody  = `{"url":"` + address + `","kinds":["organization.updated","project.created"]}`
	becauseQ  = "?reason_code=correction"
)

type world struct {
	*commandstest.World
	db      *database.DB
	store   *store.Store
	service *commands.Service
	mu      sync.Mutex
	now     time.Time
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{World: commandstest.New(t, project.EventTypes(), organization.EventTypes(), webhook.EventTypes()), db: pgtest.Database(t), now: time.Now().UTC()}
	var err error
	if w.store, err = store.New(store.Options{Pool: w.db.Pool, Keys: keyfile.Keys{Wrapping: [32]byte{1}}, Now: w.clock}); err != nil {
		t.Fatal(err)
	}
	guard := idempotency.NewGuard(idempotency.NewStore(w.db.Pool, nil), []byte("a key of tests for requests, 32 b"), func(r *http.Request) string {
		return identity.FromContext(r.Context()).Account
	})
	handler := w.Handler()
	handler.Now = w.clock
	if w.service, err = commands.New(commands.Options{
		Handler: handler, Store: w.store, Pool: w.db.Pool, Requests: guard, Logger: w.Logger,
		Policy: outbound.Policy{},
	}); err != nil {
		t.Fatal(err)
	}
	w.Serve(w.service.Routes)
	w.Happen("organization-"+team, organization.Created{Organization: team, Slug: "crew", Name: "创作团队", Owner: owner})
	w.Happen("project-"+mod, project.Created{Project: mod, Slug: "lantern", Type: project.TypeMod, Title: "Lantern", Owner: owner},
		project.MemberInvited{Account: uploader, Permissions: project.UploadVersion}, project.MemberJoined{Account: uploader},
		project.ListedByImport{Status: project.Listed})
	w.Happen("project-"+draft, project.Created{Project: draft, Slug: "draft", Type: project.TypeMod, Title: "Draft", Owner: owner})
	return w
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *world) after(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

func (w *world) add(path, in string) contract.WebhookSecret {
	w.Helper()
	var out contract.WebhookSecret
	w.Want(200, owner, "POST", path, in).Decode(w, &out)
	return out
}

// ask reads a query, which has no log position.
func ask[T any](w *world, status int, who, path string) (out T) {
	w.Helper()
	a := w.Ask(who, "GET", path, nil)
	if a.Status != status {
		w.Fatalf("%s, want %d", a, status)
	}
	if status == 200 {
		a.Decode(w, &out)
	}
	return out
}

func (w *world) count(sql string, args ...any) (n int) {
	w.Helper()
	if err := w.db.Pool.QueryRow(w.Context(), sql, args...).Scan(&n); err != nil {
		w.Fatal(err)
	}
	return n
}

func (w *world) state(id string) (s webhook.State) {
	w.Helper()
	for _, e := range w.Events("webhook-" + id) {
		s = webhook.Evolve(s, e, w.clock())
	}
	return s
}

func TestANewWebhookShowsItsSecretOnceAndItsAddressNever(t *testing.T) {
	w := newWorld(t)
	made := w.add(hooksPath, body)
	if !strings.HasPrefix(made.Secret, "whs_") || len(made.Secret) < 40 {
		t.Errorf("%+v", made)
	}
	s := w.state(made.ID)
	texts, err := w.store.Texts(t.Context(), made.ID, s.Address, s.Secret)
	if err != nil || texts[s.Address] != address || texts[s.Secret] != made.Secret || s.Host != "hooks.example.org" {
		t.Errorf("%+v %v %v", s, texts, err)
	}
	listed := w.Ask(owner, "GET", hooksPath, nil)
	if listed.Status != 200 || strings.Contains(string(listed.Body), "credential") || strings.Contains(string(listed.Body), made.Secret) {
		t.Error(listed)
	}
	var list contract.WebhookList
	listed.Decode(t, &list)
	if len(list.Webhooks) != 1 || list.Webhooks[0].Host != "hooks.example.org" || !list.Webhooks[0].Enabled || len(list.Kinds) != 6 {
		t.Errorf("%+v", list)
	}
	for _, e := range []string{"webhook-" + made.ID, "webhooks-" + mod} {
		for recorded, err := range w.EventLog.Stream(t.Context(), e, 0) {
			if err != nil || strings.Contains(string(recorded.Data), "credential") || strings.Contains(string(recorded.Data), made.Secret) {
				t.Errorf("%s: %s %v", e, recorded.Data, err)
			}
		}
	}
	if n := w.count(`SELECT count(*) FROM webhooks.sealed WHERE position('credential'::bytea IN box) > 0 OR position('whs_'::bytea IN box) > 0`); n > 0 {
		t.Error("a text is stored as it is")
	}
}

func TestOnlyThoseWhoMayEditTheDetailsUseWebhooks(t *testing.T) {
	w := newWorld(t)
	hook := w.add(hooksPath, body).ID
	w.add(teamPath, teamBody)
	for who, status := range map[string]int{"": 401, stranger: 401, uploader: 401} {
		w.Want(status, who, "POST", hooksPath, body)
		ask[any](w, status, who, hooksPath)
		ask[any](w, status, who, hooksPath+"/"+hook+"/deliveries")
		w.Want(status, who, "PATCH", hooksPath+"/"+hook, `{"enabled":false}`)
		w.Want(status, who, "POST", hooksPath+"/"+hook+"/secret", "")
		w.Want(status, who, "POST", hooksPath+"/"+hook+"/test", "")
		w.Want(status, who, "DELETE", hooksPath+"/"+hook, "")
	}
	w.Want(404, stranger, "POST", "/v3/project/"+draft+"/webhooks", body)
	w.Want(401, stranger, "POST", teamPath, teamBody)
	w.Want(404, owner, "PATCH", teamPath+"/"+hook, `{"enabled":false}`) // of another owner
	w.Want(404, owner, "DELETE", hooksPath+"/..%2Fx", "")
	w.Want(400, moderator, "PATCH", hooksPath+"/"+hook, `{"enabled":false}`) // without a reason
	w.Want(204, moderator, "PATCH", hooksPath+"/"+hook, `{"enabled":false,"reason":{"code":"spam"}}`)
	w.Want(204, moderator, "DELETE", hooksPath+"/"+hook+becauseQ, "")
	w.Scopes = identity.ScopeProjectRead
	w.Want(401, owner, "POST", hooksPath, body)
}

func TestAnAddressMustBePublic(t *testing.T) {
	w := newWorld(t)
	for _, bad := range []string{"http://example.org", "https://127.0.0.1/x", "https://localhost/x", "https://u:secret@example.org", "https://example.org:25", "x"} {
		a := w.Want(400, owner, "POST", hooksPath, map[string]any{"url": bad, "kinds": []string{"version.created"}})
		if !strings.Contains(string(a.Body), `"field":"url"`) || strings.Contains(string(a.Body), "secret@") {
			t.Error(a)
		}
	}
	hook := w.add(hooksPath, body).ID
	w.Want(400, owner, "PATCH", hooksPath+"/"+hook, `{"url":"https://10.0.0.1/"}`)
	w.Want(401, stranger, "POST", hooksPath, `{"url":"https://10.0.0.1/","kinds":[]}`) // the right is checked first
	if n := w.count(`SELECT count(*) FROM webhooks.hooks`); n != 1 {
		t.Errorf("%d rows after rejected requests", n)
	}
}

func TestAtMostTenWebhooksEvenConcurrently(t *testing.T) {
	w := newWorld(t)
	var all sync.WaitGroup
	for range webhook.MaxHeld + 4 {
		all.Go(func() { w.Ask(owner, "POST", hooksPath, body) })
	}
	all.Wait()
	if list := ask[contract.WebhookList](w, 200, owner, hooksPath); len(list.Webhooks) != webhook.MaxHeld {
		t.Errorf("%d webhooks", len(list.Webhooks))
	}
	w.Want(204, owner, "DELETE", hooksPath+"/"+ask[contract.WebhookList](w, 200, owner, hooksPath).Webhooks[3].ID, "")
	w.add(hooksPath, body)
}

func TestARepeatedRequestAddsOneWebhookWithOneSecret(t *testing.T) {
	w := newWorld(t)
	var one, again contract.WebhookSecret
	w.Want(200, owner, "POST", hooksPath, body, "Idempotency-Key", "once").Decode(t, &one)
	w.Want(200, owner, "POST", hooksPath, body, "Idempotency-Key", "once").Decode(t, &again)
	if one != again || one.Secret == "" || len(w.Events("webhooks-"+mod)) != 1 {
		t.Errorf("%+v, then %+v", one, again)
	}
	w.Want(422, owner, "POST", hooksPath, teamBody, "Idempotency-Key", "once")
	w.Want(200, owner, "POST", hooksPath+"/"+one.ID+"/secret", "")
	w.Want(200, owner, "POST", hooksPath, body, "Idempotency-Key", "once").Decode(t, &again)
	if again.Secret != "" {
		t.Error("a rotated secret is answered to the request that added the webhook")
	}
}

func TestAChangeTakesTheNewAddressAndKinds(t *testing.T) {
	w := newWorld(t)
	made := w.add(hooksPath, body)
	path := hooksPath + "/" + made.ID
	w.Want(204, owner, "PATCH", path, `{"url":"https://other.example.org/y","kinds":["project.removed"]}`)
	s := w.state(made.ID)
	texts, err := w.store.Texts(t.Context(), made.ID, s.Address)
	if err != nil || texts[s.Address] != "https://other.example.org/y" || s.Host != "other.example.org" || len(s.Kinds) != 1 {
		t.Errorf("%+v %v %v", s, texts, err)
	}
	w.Want(400, owner, "PATCH", path, `{"kinds":[]}`)
	w.Want(400, owner, "PATCH", path, `{"kinds":["organization.updated"]}`)
	w.Want(204, owner, "PATCH", path, `{"enabled":false}`)
	w.Want(409, owner, "POST", path+"/test", "")
	if list := ask[contract.WebhookList](w, 200, owner, hooksPath); list.Webhooks[0].Enabled || *list.Webhooks[0].Cause != "team" {
		t.Errorf("%+v", list)
	}
	w.Want(204, owner, "PATCH", path, `{"enabled":true}`)
	w.Want(200, owner, "POST", path+"/test", "")
}

func TestARotatedSecretIsAnsweredOnceAndOverlaps(t *testing.T) {
	w := newWorld(t)
	made := w.add(hooksPath, body)
	var next contract.WebhookSecret
	w.Want(200, owner, "POST", hooksPath+"/"+made.ID+"/secret", "").Decode(t, &next)
	if next.Secret == made.Secret || next.ID != made.ID {
		t.Errorf("%+v", next)
	}
	list := ask[contract.WebhookList](w, 200, owner, hooksPath)
	if until := list.Webhooks[0].FormerUntil; until == nil || !until.Equal(w.clock().Truncate(time.Microsecond).Add(webhook.Overlap)) {
		t.Errorf("%v", until)
	}
	w.after(webhook.Overlap + 2*time.Hour)
	if until := ask[contract.WebhookList](w, 200, owner, hooksPath).Webhooks[0].FormerUntil; until != nil {
		t.Error(until)
	}
	if err := w.service.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := w.count(`SELECT count(*) FROM webhooks.sealed`); n != 2 {
		t.Errorf("%d sealed texts after the overlap, want the address and the secret", n)
	}
}

func TestATestAndARepeatAreQueuedOnceUnderOneName(t *testing.T) {
	w := newWorld(t)
	hook := w.add(hooksPath, body).ID
	path := hooksPath + "/" + hook
	var one, again contract.WebhookDeliveryID
	w.Want(200, owner, "POST", path+"/test", "", "Idempotency-Key", "t").Decode(t, &one)
	w.Want(200, owner, "POST", path+"/test", "", "Idempotency-Key", "t").Decode(t, &again)
	if one != again || one.ID == "" {
		t.Errorf("%+v, then %+v", one, again)
	}
	w.Want(409, owner, "POST", path+"/test", "") // one waits
	page := ask[contract.WebhookDeliveries](w, 200, owner, path+"/deliveries")
	if len(page.Deliveries) != 1 || page.Deliveries[0].Kind != contract.WebhookTest || page.Deliveries[0].State != "waiting" || page.Deliveries[0].Object.ID != mod {
		t.Errorf("%+v", page)
	}
	w.Want(404, owner, "POST", path+"/deliveries/00000000-0000-0000-0000-000000000000/again", "")
	w.Want(204, owner, "POST", path+"/deliveries/"+one.ID+"/again", "") // it waits already
	if n := w.count(`SELECT count(*) FROM jobs.river_job`); n != 1 {
		t.Errorf("%d jobs", n)
	}
}

func TestTheLogOfDeliveriesIsPaged(t *testing.T) {
	w := newWorld(t)
	hook := w.add(hooksPath, body).ID
	for i := range 5 {
		c := store.Change{ID: strings.Repeat("x", i+1), Kind: "version.created", Type: "version", Object: "Versio01", At: w.clock()}
		if _, err := w.store.Deliver(t.Context(), c, hook); err != nil {
			t.Fatal(err)
		}
	}
	first := ask[contract.WebhookDeliveries](w, 200, owner, hooksPath+"/"+hook+"/deliveries?limit=3")
	if len(first.Deliveries) != 3 || first.Next == nil || first.Deliveries[0].Change != "xxxxx" {
		t.Fatalf("%+v", first)
	}
	rest := ask[contract.WebhookDeliveries](w, 200, owner, hooksPath+"/"+hook+"/deliveries?limit=3&before="+strconv.FormatInt(*first.Next, 10))
	if len(rest.Deliveries) != 2 || rest.Next != nil || rest.Deliveries[1].Change != "x" {
		t.Errorf("%+v", rest)
	}
	w.after(store.Kept + time.Hour)
	if late := ask[contract.WebhookDeliveries](w, 200, owner, hooksPath+"/"+hook+"/deliveries"); len(late.Deliveries) > 0 {
		t.Errorf("%+v", late)
	}
}

func TestRemovingDeletesRowsAndWaitingDeliveries(t *testing.T) {
	w := newWorld(t)
	hook := w.add(hooksPath, body).ID
	w.Want(200, owner, "POST", hooksPath+"/"+hook+"/test", "")
	w.Want(204, owner, "DELETE", hooksPath+"/"+hook, "")
	for _, table := range []string{"webhooks.hooks", "webhooks.sealed", "webhooks.deliveries", "jobs.river_job"} {
		if n := w.count(`SELECT count(*) FROM ` + table); n > 0 {
			t.Errorf("%d rows in %s", n, table)
		}
	}
	w.Want(404, owner, "DELETE", hooksPath+"/"+hook, "")
	if list := ask[contract.WebhookList](w, 200, owner, hooksPath); len(list.Webhooks) > 0 {
		t.Errorf("%+v", list)
	}
}

func TestTheSweepDeletesWhatBelongsToNothing(t *testing.T) {
	w := newWorld(t)
	kept := w.add(teamPath, teamBody).ID
	w.add(hooksPath, body)
	if err := w.store.Add(t.Context(), "Orphan01", mod, store.NewText(address)); err != nil { // its command failed
		t.Fatal(err)
	}
	w.Happen("project-"+mod, project.Deleted{})
	w.after(time.Minute)
	for range 2 {
		if err := w.service.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := w.count(`SELECT count(*) FROM webhooks.hooks`); n != 2 { // the orphan is too young
		t.Errorf("%d rows", n)
	}
	w.after(2 * time.Hour)
	if err := w.service.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := w.count(`SELECT count(*) FROM webhooks.hooks WHERE id = $1`, kept); n != 1 || w.count(`SELECT count(*) FROM webhooks.hooks`) != 1 {
		t.Error("the sweep deleted a webhook, or kept an orphan")
	}
}

func TestAChangeConcernsTheWebhooksOfItsProjectAndOfTheTeam(t *testing.T) {
	w := newWorld(t)
	const owned, release = "Projec03", "Versio01"
	w.Happen("project-"+owned, project.Created{Project: owned, Slug: "owned", Type: project.TypeMod, Title: "Owned", Organization: team},
		project.ListedByImport{Status: project.Listed})
	w.Happen("version-"+release, project.VersionCreated{Version: release, Project: owned})
	mine := w.add("/v3/project/"+owned+"/webhooks", body).ID
	theirs := w.add(teamPath, `{"url":"`+address+`","kinds":["organization.updated","project.removed","version.created"]}`).ID
	other := w.add(hooksPath, body).ID
	at := w.clock()
	concerned := func(kind, of, id string) map[string]bool {
		t.Helper()
		list, err := w.service.Concerned(t.Context(), contract.Change{Kind: kind, At: at, Object: contract.ChangedObject{Type: of, ID: id}})
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]bool{}
		for _, id := range list {
			out[id] = true
		}
		return out
	}
	if got := concerned("version.created", "version", release); len(got) != 2 || !got[mine] || !got[theirs] {
		t.Error(got)
	}
	if got := concerned("project.updated", "project", owned); len(got) != 1 || !got[mine] {
		t.Error(got)
	}
	if got := concerned("project.updated", "project", mod); len(got) != 1 || !got[other] {
		t.Error(got)
	}
	if got := concerned("organization.updated", "organization", team); len(got) != 1 || !got[theirs] {
		t.Error(got)
	}
	for _, none := range []map[string]bool{concerned("user.updated", "user", owner), concerned("version.created", "version", "Unknown1"), concerned("project.updated", "project", "Unknown1")} {
		if len(none) > 0 {
			t.Error(none)
		}
	}
	w.Happen("project-"+owned, project.Deleted{})
	if got := concerned("project.removed", "project", owned); len(got) != 1 || !got[theirs] {
		t.Errorf("after the deletion: %v", got)
	}
	at = at.Add(-time.Hour)
	if got := concerned("organization.updated", "organization", team); len(got) > 0 {
		t.Error("a change from before the webhook is delivered")
	}
}

func TestTheProgramStopsAWebhookOnce(t *testing.T) {
	w := newWorld(t)
	hook := w.add(hooksPath, body).ID
	for range 2 {
		if err := w.service.Stop(context.WithoutCancel(t.Context()), hook, webhook.Gone); err != nil {
			t.Fatal(err)
		}
	}
	events := w.Events("webhook-" + hook)
	if d, is := events[len(events)-1].(webhook.Disabled); !is || len(events) != 2 || d.Cause != webhook.Gone || d.Project != mod {
		t.Errorf("%+v", events)
	}
}
