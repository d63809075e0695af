package identity_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/mail"
)

// unsent are the letters that the staff sees.
func (s *site) unsent() []identity.Unsent {
	s.t.Helper()
	list, all, err := s.Unsent(s.t.Context(), 10)
	if err != nil || int(all) != len(list) {
		s.t.Fatalf("%d of %d letters, %v", len(list), all, err)
	}
	return list
}

// given checks the note of the one letter that was given up.
func (s *site) given(kind, account string, tries int, cause string, code int) {
	s.t.Helper()
	list := s.unsent()
	if len(list) != 1 {
		s.t.Fatalf("%d letters were given up: %+v", len(list), list)
	}
	u := list[0]
	if u.Kind != kind || u.Account == nil || *u.Account != account || u.Tries != tries || u.Cause != cause ||
		(u.Code == nil) != (code == 0) || u.Code != nil && *u.Code != code || !u.GivenUp.Equal(s.clock()) {
		s.t.Errorf("%+v", u)
	}
}

// stored is all that is stored of letters.
func (s *site) stored() (text string) {
	s.t.Helper()
	if err := s.db.Pool.QueryRow(s.t.Context(), `SELECT coalesce((SELECT string_agg(u::text, '') FROM identity.unsent_letters u), '')
		|| coalesce((SELECT string_agg(j::text, '') FROM jobs.river_job j), '')`).Scan(&text); err != nil {
		s.t.Fatal(err)
	}
	return text
}

func TestALetterThatTheReceiversServerRefusesIsGivenUpAtOnce(t *testing.T) {
	s, box := newMailSite(t)
	id := s.signedUp("steve").id()
	box.refuses = &mail.Failure{Code: 451, Err: errors.New("451 <steve@example.org> later")}
	s.deliver()
	if list := s.unsent(); len(list) > 0 {
		t.Fatalf("after one try that may be repeated: %+v", list)
	}
	box.refuses = &mail.Failure{Code: 550, Final: true, Err: errors.New("550 <steve@example.org> no such user")}
	s.pass(3 * time.Minute)
	s.deliver()
	s.given("verify", id, 2, identity.UnsentRefused, 550)
	if text := s.stored(); strings.Contains(text, "steve") {
		t.Errorf("the receiver is stored: %s", text)
	}
	box.refuses = nil
	s.pass(time.Hour)
	if n := s.deliver(); n != 0 {
		t.Errorf("%d letters were sent after they were given up", n)
	}
}

func TestALetterThatNoServerTakesForADayIsSeenWithItsCause(t *testing.T) {
	for _, row := range []struct {
		cause  string
		code   int
		broken func(*postbox)
	}{
		{identity.UnsentUnreachable, 0, func(b *postbox) { b.broken = true }},
		{identity.UnsentDeferred, 421, func(b *postbox) { b.refuses = &mail.Failure{Code: 421, Err: errors.New("421 busy")} }},
	} {
		t.Run(row.cause, func(t *testing.T) {
			s, box := newMailSite(t)
			id := s.signedUp("steve").id()
			s.deliver()
			s.pass(time.Hour)
			row.broken(box)
			s.visitor().want(204, "POST", "/v2/auth/password/reset", map[string]string{"username": "steve"}) // by name: its account is known when it is written
			s.deliver()
			s.pass(24*time.Hour - 2*time.Minute)
			s.deliver()
			s.given("reset", id, 2, row.cause, row.code)
		})
	}
}

func TestTheNoteOfALetterIsDeletedAfterThirtyDaysOrWithItsAccount(t *testing.T) {
	s, box := newMailSite(t)
	steve, alex := s.signedUp("steve"), s.signedUp("alex")
	box.refuses = &mail.Failure{Code: 550, Final: true, Err: errors.New("550")}
	s.deliver()
	if n := len(s.unsent()); n != 2 {
		t.Fatalf("%d letters were given up", n)
	}
	box.refuses = nil
	alexID := alex.id()
	steve.erased()
	if list := s.unsent(); len(list) != 1 || *list[0].Account != alexID {
		t.Fatalf("after an account was closed: %+v", list)
	}
	for _, row := range []struct {
		pass time.Duration
		left int
	}{{identity.UnsentKept - identity.LeaveTime - time.Minute, 1}, {time.Minute, 0}} {
		s.pass(row.pass)
		if err := s.Clean(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := len(s.unsent()); n != row.left {
			t.Errorf("after %s more: %d notes", row.pass, n)
		}
	}
}
