package identity_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
)

// leaves is a browser whose account leaves.
func (s *site) leaves(name string) (id string) {
	s.t.Helper()
	v := s.signedUp(name)
	id = v.id()
	v.want(204, "PATCH", "/v2/user/"+id, object{"bio": "灯塔看守人"})
	v.want(204, "DELETE", "/v2/user/"+id, object{"password": goodPassword})
	return id
}

func returning(name string) object {
	return object{"username": name, "password": goodPassword, "return": true}
}

func TestWhoLeavesIsHiddenAtOnceAndCanReturnForFourteenDays(t *testing.T) {
	s, box := newMailSite(t)
	v := s.signedUp("steve")
	s.deliver()
	id := v.id()
	v.want(204, "PATCH", "/v2/user/"+id, object{"bio": "灯塔看守人"})
	other := s.visitor()
	other.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
	v.want(204, "POST", "/v2/auth/confirm", object{"password": goodPassword})
	token := s.visitor()
	token.token = field(t, v.want(200, "POST", "/v2/pat", object{"name": "build", "scopes": 2, "expires": s.clock().Add(time.Hour)}), "access_token")
	token.want(200, "GET", "/v2/user", nil)
	s.deliver()
	v.want(204, "DELETE", "/v2/user/"+id, object{"password": goodPassword})

	other.want(401, "GET", "/v2/user", nil)
	token.want(401, "GET", "/v2/user", nil)
	p, err := s.ByUsername(t.Context(), id)
	if err != nil || p.Username != "已注销用户-"+id || p.Bio != "" {
		t.Fatalf("%+v %v", p, err)
	}
	if found := foundNames(t, s, "steve"); len(found) > 0 {
		t.Errorf("found: %v", found)
	}
	s.deliver()
	letter := box.last(t, "抹除")
	if letter.To != "steve@example.org" || !strings.Contains(letter.Text, "steve") || !strings.Contains(letter.Text, "2026 年 12 月 5 日 16:00") || !strings.Contains(letter.Text, "/auth/sign-in") {
		t.Errorf("%+v", letter)
	}

	s.pass(identity.LeaveTime - time.Minute)
	if err := s.EraseLeft(t.Context()); err != nil {
		t.Fatal(err)
	}
	guest := s.visitor()
	guest.want(401, "POST", "/v2/auth/login", object{"username": "steve", "password": "wrong password", "return": true})
	for _, login := range []string{"steve", "steve@example.org"} {
		r := guest.want(409, "POST", "/v2/auth/login", creds(login, goodPassword))
		if r.code() != identity.CodeLeaving || !strings.Contains(r.body, `"until":"2026-12-05T08:00:00Z"`) {
			t.Fatal(r.body)
		}
	}
	guest.want(200, "POST", "/v2/auth/login", returning("steve"))
	own := guest.want(200, "GET", "/v2/user", nil)
	if field(t, own, "username") != "steve" || field(t, own, "bio") != "灯塔看守人" || field(t, own, "id") != id {
		t.Fatal(own.body)
	}
	s.pass(time.Hour)
	if err := s.EraseLeft(t.Context()); err != nil {
		t.Fatal(err)
	}
	guest.want(200, "GET", "/v2/user", nil)
	if _, err := s.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	var types []string
	for _, e := range events(t, s.log, "account-"+id) {
		types = append(types, strings.TrimSuffix(strings.TrimPrefix(e.Type, "account."), ".v1"))
	}
	if got := strings.Join(types, " "); got != "profile-changed username-changed profile-changed leaving username-changed profile-changed returned" {
		t.Error(got)
	}
}

func TestAfterFourteenDaysTheAccountIsErasedAndNothingReturns(t *testing.T) {
	s := newSite(t)
	id := s.leaves("steve")
	s.pass(identity.LeaveTime)
	if err := s.EraseLeft(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.visitor().want(401, "POST", "/v2/auth/login", returning("steve"))
	a, err := s.Account(t.Context(), id)
	if err != nil || a.Email != "" || a.HasPassword || a.Leaving {
		t.Fatalf("%+v %v", a, err)
	}
	var rows int
	if err := s.db.Pool.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM identity.leaving) + (SELECT count(*) FROM erasure.pending WHERE account <> $1)", id).Scan(&rows); err != nil || rows != 0 {
		t.Error(rows, err)
	}
}

func TestAnErasureThatWasInterruptedIsFinishedByTheNextRun(t *testing.T) {
	crash := errors.New("crash")
	down := true
	s := newSite(t, func(o *identity.Options) {
		o.Holdings = func(context.Context, string) (identity.Holdings, error) {
			if down && o.Now().After(time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)) {
				return identity.Holdings{}, crash
			}
			return identity.Holdings{}, nil
		}
	})
	id := s.leaves("steve")
	s.pass(identity.LeaveTime)
	if err := s.EraseLeft(t.Context()); !errors.Is(err, crash) {
		t.Fatal(err)
	}
	down = false
	for range 2 { // the second run has nothing to do
		if err := s.EraseLeft(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if a, err := s.Account(t.Context(), id); err != nil || a.Email != "" {
		t.Fatalf("%+v %v", a, err)
	}
}

func TestWhoGotAProjectWhileLeavingIsNotErased(t *testing.T) {
	owned := identity.Holdings{}
	s := newSite(t, func(o *identity.Options) {
		o.Holdings = func(context.Context, string) (identity.Holdings, error) { return owned, nil }
	})
	s.leaves("steve")
	s.pass(identity.LeaveTime)
	owned.Projects = 1
	if err := s.EraseLeft(t.Context()); err == nil {
		t.Fatal("erased")
	}
	s.visitor().want(200, "POST", "/v2/auth/login", returning("steve"))
}

func TestOfAReturnAndAnErasureAtTheSameTimeOneHappens(t *testing.T) {
	for range 4 {
		s := newSite(t)
		id := s.leaves("steve")
		s.pass(identity.LeaveTime)
		guest := s.visitor()
		var status int
		var both sync.WaitGroup
		both.Go(func() { status = guest.do("POST", "/v2/auth/login", returning("steve")).status })
		both.Go(func() {
			if err := s.EraseLeft(t.Context()); err != nil {
				t.Error(err)
			}
		})
		both.Wait()
		a, err := s.Account(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		switch returned := status == 200; {
		case returned && (a.Username != "steve" || a.Email == ""):
			t.Fatalf("returned to %+v", a)
		case returned:
			guest.want(200, "GET", "/v2/user", nil)
		case status != 401 || a.Email != "":
			t.Fatalf("%d, %+v", status, a)
		}
	}
}

func TestASecondStepReturnsToo(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve")
	_, codes := enable(t, s, v)
	v.want(204, "DELETE", "/v2/user/"+v.id(), object{"password": goodPassword, "code": codes[0]})
	guest := s.visitor()
	guest.want(409, "POST", "/v2/auth/login", creds("steve", goodPassword))
	flow := field(t, guest.want(200, "POST", "/v2/auth/login", returning("steve")), "flow")
	guest.want(409, "POST", "/v2/auth/login/2fa", object{"flow": flow, "code": codes[1]})
	guest.want(200, "POST", "/v2/auth/login/2fa", object{"flow": flow, "code": codes[1], "return": true})
	if got := field(t, guest.want(200, "GET", "/v2/user", nil), "username"); got != "steve" {
		t.Fatal(got)
	}
}

func TestALeavingAccountRestoredFromABackupIsErasedIfItWasErased(t *testing.T) {
	s := newSite(t)
	id := s.leaves("steve")
	if err := s.EraseListed(t.Context(), []string{id}); err != nil {
		t.Fatal(err)
	}
	s.visitor().want(401, "POST", "/v2/auth/login", returning("steve"))
}

func TestTheNameOfALeavingAccountThatSomebodyHasIsNotTakenBack(t *testing.T) {
	s := newSite(t)
	id := s.leaves("steve")
	if _, err := s.db.Pool.Exec(t.Context(), "DELETE FROM identity.former_names"); err != nil {
		t.Fatal(err)
	}
	s.visitor().want(200, "POST", "/v2/auth/create", object{"username": "steve", "email": "other@example.org", "password": goodPassword})
	guest := s.visitor()
	guest.want(200, "POST", "/v2/auth/login", object{"username": "steve@example.org", "password": goodPassword, "return": true})
	if got := field(t, guest.want(200, "GET", "/v2/user", nil), "username"); got != "用户-"+id {
		t.Fatal(got)
	}
}
