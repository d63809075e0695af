package identity_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/until"
)

// waits adds a change of an account to the outbox; n is recorded in the metadata.
func (s *site) waits(account string, n int) {
	s.t.Helper()
	meta, err := json.Marshal(eventlog.Metadata{Actor: account, Role: "self", Command: fmt.Sprint(n), At: s.clock(), Salt: eventlog.NewSalt()})
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.db.Pool.Exec(s.t.Context(), "INSERT INTO identity.outbox (account, event_id, type, data, metadata) VALUES ($1, $2, 'account.profile-changed.v1', $3, $4)",
		account, uuid.New(), `{"account":"`+account+`"}`, string(meta)); err != nil {
		s.t.Fatal(err)
	}
}

// slowLog stores nothing until it is released.
type slowLog struct {
	eventlog.Log
	entered  chan string // the account of an append that waits
	released chan struct{}
}

func (l *slowLog) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	select {
	case <-l.released:
	default:
		l.entered <- writes[0].Stream
		<-l.released
	}
	return l.Log.Append(ctx, writes...)
}

func TestTwoDrainersPreserveTheOrderOfEachAccount(t *testing.T) {
	log := &slowLog{Log: memory.New(), entered: make(chan string, 10), released: make(chan struct{})}
	s := newSiteOn(t, log)
	accounts := []string{"AcctOne1", "AcctTwo2", "AcctThr3"}
	const n = 20
	for i := range n {
		for _, a := range accounts {
			s.waits(a, i)
		}
	}
	var drainers sync.WaitGroup
	for range 3 {
		drainers.Go(func() {
			for waiting := 1; waiting > 0; {
				if _, err := s.Drain(t.Context()); err != nil {
					t.Error(err)
					return
				}
				if err := s.db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM identity.outbox").Scan(&waiting); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	inWork := map[string]bool{}
	for range accounts {
		stream, _ := until.Receive(t, "an append of each drainer", log.entered)
		inWork[stream] = true
	}
	if _, err := s.Drain(t.Context()); err != nil || len(inWork) != len(accounts) || len(log.entered) > 0 {
		t.Errorf("while the first change of each account is in work (%v), %d others are, %v", inWork, len(log.entered), err)
	}
	close(log.released)
	drainers.Wait()
	for _, a := range accounts {
		list := events(t, log, "account-"+a)
		if len(list) != n {
			t.Fatalf("%d events of %s", len(list), a)
		}
		for i, e := range list {
			if e.Meta.Command != fmt.Sprint(i) {
				t.Fatalf("event %d of %s is change %s", i, a, e.Meta.Command)
			}
		}
	}
}

func TestTheEventOfAClosedAccountContainsNoName(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	id := v.id()
	v.erased()
	if _, err := s.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	list := events(t, s.log, "account-"+id)
	if len(list) != 4 || list[2].Type != "account.leaving.v1" || list[2].Meta.RequestHash == "" || list[3].Type != "account.closed.v1" || string(list[3].Data) != `{"account":"`+id+`"}` {
		t.Fatalf("%+v", list)
	}
	for _, e := range list {
		if e.Meta.Role != "self" || e.Meta.Actor != id || e.Meta.Credential == "" || strings.Contains(string(e.Data), "steve") {
			t.Errorf("%+v", e)
		}
	}
}

func TestTheReasonOfAnAdministratorIsAddressedToTheAccount(t *testing.T) {
	s := newSite(t)
	id := s.signedUp("steve").id()
	admin := s.admin("root")
	admin.want(400, "DELETE", "/v2/user/"+id+"/icon", nil)
	admin.want(204, "DELETE", "/v2/user/"+id+"/icon?reason_code=inappropriate&reason=%E4%B8%8D%E9%9B%85", nil)
	admin.want(204, "PATCH", "/v2/user/"+id, map[string]any{"username": "steven", "reason": map[string]string{"code": "name-squatting"}})
	list := events(t, s.log, "account-"+id)
	if len(list) != 2 {
		t.Fatalf("%+v", list)
	}
	if got, want := string(list[0].Data), `{"account":"`+id+`","reason":{"code":"inappropriate","text":{"subject":"`+id+`","key":"`; !strings.HasPrefix(got, want) || strings.Contains(got, "不雅") {
		t.Errorf("%s, want %s…", got, want)
	}
	var changed account.ProfileChanged
	if err := json.Unmarshal(list[0].Data, &changed); err != nil {
		t.Fatal(err)
	}
	opened := []any{changed}
	if err := s.vault.Open(t.Context(), list[:1], opened); err != nil || opened[0].(account.ProfileChanged).Reason.Text.Text != "不雅" {
		t.Errorf("%+v %v", opened, err)
	}
	if got, want := string(list[1].Data), `{"account":"`+id+`","reason":{"code":"name-squatting"}}`; list[1].Type != "account.username-changed.v1" || got != want {
		t.Errorf("%s %s, want %s", list[1].Type, got, want)
	}
	if list[0].Meta.Role != "admin" || list[1].Meta.Role != "admin" {
		t.Errorf("%+v %+v", list[0].Meta, list[1].Meta)
	}
}

// deployment rejects a type until every process supports it.
type deployment struct {
	mu      sync.Mutex
	unknown string
}

func (d *deployment) Writable(_ context.Context, types ...string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, typ := range types {
		if typ == d.unknown {
			return fmt.Errorf("%s is not supported by process old", typ)
		}
	}
	return nil
}

func (d *deployment) set(unknown string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.unknown = unknown
}

func TestATypeThatARunningProcessDoesNotSupportWaitsInTheOutbox(t *testing.T) {
	log, old := memory.New(), &deployment{unknown: "account.username-changed.v1"}
	s := newSiteOn(t, log, func(o *identity.Options) { o.Journal = identity.NewJournal(log, accountCodec(t), old) })
	steve, alex := s.signedUp("steve"), s.signedUp("alex")
	id, other := steve.id(), alex.id()
	steve.want(204, "PATCH", "/v2/user/"+id, object{"username": "stefan"})
	steve.want(204, "PATCH", "/v2/user/"+id, object{"bio": "你好"})
	alex.want(204, "PATCH", "/v2/user/"+other, object{"bio": "你好"})
	if got := events(t, log, "account-"+other); len(got) != 1 {
		t.Errorf("another account waits too: %+v", got)
	}
	if got := events(t, log, "account-"+id); len(got) != 0 {
		t.Fatalf("written although a process does not support it, or out of order: %+v", got)
	}
	for range 3 {
		if _, err := s.Drain(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if logged := strings.Count(s.logs.String(), "wait until every running process supports"); logged != 1 {
		t.Errorf("it was logged %d times, want once", logged)
	}
	old.set("")
	if _, err := s.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := events(t, log, "account-"+id)
	if len(got) != 2 || got[0].Type != "account.username-changed.v1" || got[1].Type != "account.profile-changed.v1" {
		t.Errorf("%+v", got)
	}
}

func TestARoleThatARunningProcessDoesNotSupportIsRejected(t *testing.T) {
	log, old := memory.New(), &deployment{unknown: "account.role-granted.v1"}
	s := newSiteOn(t, log, func(o *identity.Options) { o.Journal = identity.NewJournal(log, accountCodec(t), old) })
	if _, err := s.CreateAdmin(t.Context(), "root", "root@example.org", goodPassword); err == nil || !strings.Contains(err.Error(), "process old") {
		t.Errorf("CreateAdmin = %v", err)
	}
	if head, _ := log.Head(t.Context()); head != 0 {
		t.Error("it was written")
	}
}
