package identity_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/until"
)

// admin is a signed-in administrator.
func (s *site) admin(name string) *visitor {
	s.t.Helper()
	if _, err := s.CreateAdmin(s.t.Context(), name, name+"@example.org", goodPassword); err != nil {
		s.t.Fatal(err)
	}
	v := s.visitor()
	v.want(200, "POST", "/v2/auth/login", creds(name, goodPassword))
	v.csrf = v.cookies["modyard_csrf"]
	return v
}

func roleChange(to string) map[string]any {
	return map[string]any{"role": to, "reason": map[string]string{"code": "housekeeping"}}
}

func TestAChangedRoleIsInTheLogBeforeTheAccountHasIt(t *testing.T) {
	s := newSite(t)
	v := s.signedUp("steve")
	id, admin := v.id(), s.admin("root")
	r := admin.want(204, "PATCH", "/v2/user/"+id, roleChange("moderator"))
	if got := field(t, v.want(200, "GET", "/v2/user", nil), "role"); got != "moderator" {
		t.Errorf("right after the answer the account shows %q", got)
	}
	admin.want(204, "PATCH", "/v2/user/"+id, roleChange("admin"))
	admin.want(204, "PATCH", "/v2/user/"+id, roleChange("developer"))
	want := []string{"account.role-granted.v1", "account.profile-changed.v1", "account.role-revoked.v1", "account.role-granted.v1", "account.profile-changed.v1",
		"account.role-revoked.v1", "account.profile-changed.v1"}
	list := events(t, s.log, "account-"+id)
	if len(list) != len(want) {
		t.Fatalf("%+v", list)
	}
	for i, e := range list {
		if e.Type != want[i] {
			t.Fatalf("event %d is %s, want %s", i, e.Type, want[i])
		}
		if e.Type == "account.profile-changed.v1" {
			if e.Meta.Role != "system" || e.Meta.Causation != list[i-1].ID.String() {
				t.Errorf("what follows from a role: %+v", e.Meta)
			}
			continue
		}
		m := e.Meta
		if m.Actor != admin.id() || m.Role != "admin" || m.Credential == "" || m.Command == "" || m.Request == "" || m.Salt == (eventlog.Salt{}) {
			t.Errorf("metadata: %+v", m)
		}
	}
	if got, want := string(list[0].Data), `{"account":"`+id+`","role":"moderator","reason":{"code":"housekeeping"}}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if r.header.Get("Log-Position") == "" {
		t.Error("no position")
	}
}

func TestAccountsCreatedByTheProgramGetTheirRoleOnce(t *testing.T) {
	s := newSite(t)
	list := []identity.NewAccount{{ID: "BBBBBBBB", Username: "alice", Role: identity.RoleModerator}}
	for range 2 {
		if _, err := s.Ensure(t.Context(), list...); err != nil {
			t.Fatal(err)
		}
	}
	granted := events(t, s.log, "account-BBBBBBBB")
	if len(granted) != 1 || granted[0].Meta.Role != "system" || granted[0].Meta.Actor != "" || granted[0].Meta.Command == "" {
		t.Fatalf("%+v", granted)
	}
	s.admin("root").want(204, "PATCH", "/v2/user/alice", roleChange("developer"))
	if _, err := s.Ensure(t.Context(), list...); err != nil {
		t.Fatal(err)
	}
	if a, err := s.Account(t.Context(), "BBBBBBBB"); err != nil || a.Role != identity.RoleUser {
		t.Fatalf("a revoked role was granted again: %+v %v", a, err)
	}
}

// broken rejects every append.
type broken struct{ eventlog.Log }

func (broken) Append(context.Context, ...eventlog.Write) (eventlog.Receipt, error) {
	return eventlog.Receipt{}, errors.New("away")
}

func TestAnAdministratorIsNotCreatedIfTheLogRejectsTheRole(t *testing.T) {
	s := newSiteOn(t, broken{memory.New()})
	if _, err := s.CreateAdmin(t.Context(), "root", "root@example.org", goodPassword); err == nil {
		t.Fatal("created without the log")
	}
	if _, err := s.Account(t.Context(), "root"); err == nil {
		t.Fatal("a part of the account was stored")
	}
}

func TestTheColumnFollowsTheLogAfterACrashAndToAnotherLog(t *testing.T) {
	s := newSite(t)
	id, admin := s.signedUp("steve").id(), s.admin("root")
	for _, r := range []string{"moderator", "admin", "moderator"} {
		admin.want(204, "PATCH", "/v2/user/"+id, roleChange(r))
	}
	role := func() (r string) {
		t.Helper()
		if err := s.db.Pool.QueryRow(t.Context(), "SELECT role FROM identity.accounts WHERE id = $1", id).Scan(&r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	for name, damage := range map[string]string{
		"an event that was appended and never followed": "UPDATE identity.roles_followed SET position = 1",
		"another log": "UPDATE identity.roles_followed SET position = 999999, generation = 'another'",
	} {
		if _, err := s.db.Pool.Exec(t.Context(), "UPDATE identity.accounts SET role = 'user' WHERE id = $1", id); err != nil {
			t.Fatal(err)
		}
		if _, err := s.db.Pool.Exec(t.Context(), damage); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		alone := func(ctx context.Context, _ string) (context.Context, func(), error) {
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			return ctx, func() {}, nil
		}
		go func() { done <- s.FollowRoles(ctx, alone) }()
		until.Until(t, name, func() error {
			if r := role(); r != "moderator" {
				return fmt.Errorf("the role is %s", r)
			}
			return nil
		})
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestTwoConcurrentFollowersUpdateEveryRoleInOrder(t *testing.T) {
	s := newSite(t)
	id, admin := s.signedUp("steve").id(), s.admin("root")
	ctx, cancel := context.WithCancel(t.Context())
	alone := func(ctx context.Context, _ string) (context.Context, func(), error) { return ctx, func() {}, ctx.Err() }
	var followers sync.WaitGroup
	for range 2 { // both act as the leader
		followers.Go(func() {
			if err := s.FollowRoles(ctx, alone); err != nil {
				t.Error(err)
			}
		})
	}
	for i := range 20 {
		to := []string{"moderator", "admin", "developer"}[i%3]
		admin.want(204, "PATCH", "/v2/user/"+id, roleChange(to))
		if a, err := s.Account(t.Context(), id); err != nil || a.Role != map[string]identity.Role{"moderator": "moderator", "admin": "admin", "developer": "user"}[to] {
			t.Errorf("after %s the account has %s, %v", to, a.Role, err)
		}
	}
	cancel()
	followers.Wait()
	if a, err := s.Account(t.Context(), id); err != nil || a.Role != identity.RoleAdmin {
		t.Fatalf("%+v %v", a, err)
	}
}

func TestOfTwoAdministratorsWhoAreDeletedConcurrentlyOneRemains(t *testing.T) {
	s := newSite(t)
	admins := []*visitor{s.admin("root"), s.admin("boss")}
	ids := []string{admins[0].id(), admins[1].id()}
	var wg sync.WaitGroup
	var left [2]int
	for i, v := range admins {
		wg.Go(func() {
			left[i] = v.do("DELETE", "/v2/user/"+ids[i], map[string]string{"password": goodPassword}).status
		})
	}
	wg.Wait()
	if left != [2]int{204, 400} && left != [2]int{400, 204} {
		t.Fatal(left)
	}
}
