package identity_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/until"
)

func events(t *testing.T, log eventlog.Log, stream string) (list []eventlog.Recorded) {
	t.Helper()
	for e, err := range log.Stream(t.Context(), stream, 0) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

func TestTheRulesForEditingProfiles(t *testing.T) {
	s := newSite(t)
	v, alex := s.signedUp("steve"), s.signedUp("alex")
	if _, err := s.CreateAdmin(t.Context(), "root", "root@example.org", goodPassword); err != nil {
		t.Fatal(err)
	}
	admin := s.visitor()
	admin.want(200, "POST", "/v2/auth/login", creds("root", goodPassword))
	admin.csrf = admin.cookies["modyard_csrf"]
	id := v.id()
	for _, body := range []map[string]any{{"role": "admin"}, {"role": "user"}, {"badges": 1}} {
		v.want(401, "PATCH", "/v2/user/"+id, body)
	}
	alex.want(401, "PATCH", "/v2/user/"+id, map[string]any{"bio": "x"})
	s.visitor().want(401, "PATCH", "/v2/user/"+id, map[string]any{"bio": "x"})
	admin.want(404, "PATCH", "/v2/user/nosuchuser", map[string]any{"bio": "x"})
	admin.want(400, "PATCH", "/v2/user/"+id, map[string]any{"role": "god"})
	admin.want(400, "PATCH", "/v2/user/root", map[string]any{"role": "user"}) // the site needs an admin
	if body := admin.want(400, "PATCH", "/v2/user/"+id, map[string]any{"role": 1}).body; !strings.Contains(body, "字段 role 应为字符串") {
		t.Errorf("a number as role: %s", body)
	}
	admin.want(204, "PATCH", "/v2/user/STEVE", map[string]any{"role": "developer"})
	if r := admin.want(400, "PATCH", "/v2/user/STEVE", map[string]any{"role": "moderator", "bio": "half"}); !strings.Contains(r.body, `"field":"reason"`) {
		t.Errorf("without a reason: %s", r.body)
	}
	admin.want(400, "PATCH", "/v2/user/STEVE", map[string]any{"bio": "x"})
	why := map[string]string{"code": "housekeeping"}
	admin.want(204, "PATCH", "/v2/user/STEVE", map[string]any{"role": "moderator", "reason": why})
	if got := field(t, alex.want(200, "GET", "/v2/user", nil), "role"); got != "developer" { // the role name of clients for ordinary users
		t.Errorf("role %q", got)
	}
	if got := field(t, v.want(200, "GET", "/v2/user", nil), "role"); got != "moderator" {
		t.Errorf("role %q", got)
	}
	v.want(401, "PATCH", "/v2/user/"+id, map[string]any{"role": "admin"}) // a moderator cannot change the own role either
	for _, bio := range []string{string(make([]rune, 161)), "a\u202eb", "a\x00b", "a\rb"} {
		v.want(400, "PATCH", "/v2/user/"+id, map[string]any{"bio": bio})
	}
	v.want(409, "PATCH", "/v2/user/"+id, map[string]any{"username": alex.id()}) // the name would be ambiguous in a URL
	if r := v.want(409, "PATCH", "/v2/user/"+id, map[string]any{"username": "ALEX", "bio": "half"}); r.code() != "username_taken" {
		t.Errorf("%s", r.body)
	}
	if got := field(t, v.want(200, "GET", "/v2/user", nil), "bio"); got != "" {
		t.Errorf("a rejected edit changed the text to %q", got)
	}
}

func TestAChangedProfileIsAnnouncedOnceWithOnlyItsID(t *testing.T) {
	log := memory.New()
	s := newSiteOn(t, log)
	v := s.signedUp("steve")
	id := v.id()
	r := v.want(204, "PATCH", "/v2/user/"+id, map[string]any{"username": "notch", "bio": "造物主"})
	v.want(204, "PATCH", "/v2/user/"+id, map[string]any{"bio": "造物主"}) // changes nothing
	list := events(t, log, "account-"+id)
	if len(list) != 2 {
		t.Fatalf("%d events, want 2", len(list))
	}
	for i, typ := range []string{"account.username-changed.v1", "account.profile-changed.v1"} {
		if got := fmt.Sprintf(`%s %s`, list[i].Type, list[i].Data); got != typ+` {"account":"`+id+`"}` {
			t.Errorf("event: %s", got)
		}
		m := list[i].Meta
		if m.Actor != id || m.Role != "self" || m.Credential == "" || m.Command == "" || m.Request == "" || m.RequestHash == "" || m.Command != list[0].Meta.Command ||
			!m.At.Equal(s.clock()) || m.Salt == (eventlog.Salt{}) {
			t.Errorf("metadata: %+v", m)
		}
	}
	if got := r.header.Get("Log-Position"); got != fmt.Sprint(uint64(list[1].Position)) {
		t.Errorf("Log-Position %q, want %d", got, list[1].Position)
	}
	profiles, err := s.Profiles(t.Context(), []string{id, "AAAAAAAA"})
	if err != nil || len(profiles) != 1 || profiles[id].Username != "notch" {
		t.Errorf("profiles %v, %v", profiles, err)
	}
	if p, err := s.ByUsername(t.Context(), "NOTCH"); err != nil || p.ID != id {
		t.Errorf("by name: %v, %v", p, err)
	}
}

// lossy loses the answer of every first append, like a broken connection.
type lossy struct {
	eventlog.Log
	mu    sync.Mutex
	tries int
}

func (l *lossy) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tries++
	r, err := l.Log.Append(ctx, writes...)
	if err == nil && l.tries%2 == 1 {
		return eventlog.Receipt{}, errors.New("connection lost")
	}
	return r, err
}

func TestALostAnswerOfTheLogDoesNotAnnounceTwice(t *testing.T) {
	log := &lossy{Log: memory.New()}
	s := newSiteOn(t, log)
	v := s.signedUp("steve")
	id := v.id()
	v.want(204, "PATCH", "/v2/user/"+id, map[string]any{"bio": "one"}) // the change is stored although the log failed
	v.want(204, "PATCH", "/v2/user/"+id, map[string]any{"bio": "two"})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Run(ctx) }()
	until.True(t, "the outbox is emptied", func() bool {
		var waiting int
		if err := s.db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM identity.outbox").Scan(&waiting); err != nil {
			t.Fatal(err)
		}
		return waiting == 0
	})
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if n := len(events(t, log, "account-"+id)); n != 2 {
		t.Fatalf("%d events for two changes", n)
	}
}

func TestSeveralDrainersAnnounceEachChangeOnce(t *testing.T) {
	log := memory.New()
	s := newSiteOn(t, log)
	id := s.signedUp("steve").id()
	for i := range 50 {
		s.waits(id, i)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if _, err := s.Drain(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := len(events(t, log, "account-"+id)); n != 50 {
		t.Fatalf("%d events for fifty changes", n)
	}
}

func TestEnsureCreatesMissingAccountsAndIsIdempotent(t *testing.T) {
	s := newSite(t)
	list := []identity.NewAccount{{ID: "AAAAAAAA", Username: "搬运组"}, {ID: "BBBBBBBB", Username: "alice", Role: identity.RoleModerator, Bio: "审核员"}}
	for _, want := range []int{2, 0} {
		if n, err := s.Ensure(t.Context(), list...); err != nil || n != want {
			t.Fatalf("Ensure = %d, %v; want %d", n, err, want)
		}
	}
	if a, err := s.Account(t.Context(), "BBBBBBBB"); err != nil || a.Role != identity.RoleModerator || a.HasPassword {
		t.Fatalf("%+v, %v", a, err)
	}
	if _, err := s.Ensure(t.Context(), identity.NewAccount{ID: "CCCCCCCC", Username: "Alice"}); err == nil {
		t.Fatal("two accounts with one name")
	}
}

func TestCleanDeletesExpiredRows(t *testing.T) {
	s := newSite(t)
	s.signedUp("steve")
	s.visitor().want(401, "POST", "/v2/auth/login", creds("steve", "wrong"))
	s.pass(61 * 24 * time.Hour)
	v := s.visitor()
	v.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
	if err := s.Clean(t.Context()); err != nil {
		t.Fatal(err)
	}
	var sessions, attempts int
	if err := s.db.Pool.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM identity.sessions), (SELECT count(*) FROM identity.attempts)").Scan(&sessions, &attempts); err != nil {
		t.Fatal(err)
	}
	if sessions != 1 || attempts != 0 {
		t.Fatalf("%d sessions and %d attempts are left, want 1 and 0", sessions, attempts)
	}
	v.want(200, "GET", "/v2/user", nil)
}
