package identity_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/mail"
)

// newNoticeSite is a site whose notifications have a letter, with an account that has a confirmed address.
func newNoticeSite(t *testing.T) (s *site, box *postbox, v *visitor) {
	t.Helper()
	s, box = newMailSite(t, func(o *identity.Options) {
		o.Notice = func(_ context.Context, _, notification string) (identity.Notice, bool, error) {
			return identity.Notice{Subject: "决定 " + notification, Paragraphs: []string{"为什么"}, Button: "查看", Path: "/"}, notification != "gone", nil
		}
	})
	v = s.signedUp("steve")
	s.deliver()
	s.visitor().want(204, "POST", "/v2/auth/email/verify", object{"flow": link(t, box.last(t, "验证"))})
	return s, box, v
}

// tell queues a letter about a notification.
func (s *site) tell(account, notification string) {
	s.t.Helper()
	if err := s.Tell(s.t.Context(), account, notification); err != nil {
		s.t.Fatal(err)
	}
}

// readdress gives the account of a visitor another confirmed address.
func (v *visitor) readdress(to string) {
	v.s.t.Helper()
	v.want(204, "PATCH", "/v2/auth/email", object{"email": to, "password": goodPassword})
	v.s.deliver()
	v.s.visitor().want(204, "POST", "/v2/auth/email/verify", object{"flow": link(v.s.t, v.s.box.last(v.s.t, "验证"))})
	v.s.deliver()
}

func TestALetterAboutADecisionIsTriedAgainUnderItsNameUntilItIsSentOnce(t *testing.T) {
	s, box, v := newNoticeSite(t)
	id, before := v.id(), len(box.tried)
	s.tell(id, "Notice01")
	s.tell(id, "Notice01")
	box.broken = true
	if n := s.deliver(); n != 0 {
		t.Fatalf("%d letters were sent by a broken server", n)
	}
	s.pass(3 * time.Minute)
	box.broken, box.refuses = false, &mail.Failure{Code: 451, Err: errors.New("451 later")}
	if n := s.deliver(); n != 0 || len(s.unsent()) > 0 {
		t.Fatalf("%d letters, given up %+v", n, s.unsent())
	}
	s.pass(5 * time.Minute)
	box.refuses = nil
	if n := s.deliver(); n != 1 {
		t.Fatalf("%d letters", n)
	}
	s.pass(time.Hour)
	if n := s.deliver(); n != 0 {
		t.Errorf("%d letters after it was sent", n)
	}
	tries := slices.Clone(box.tried[before:])
	if len(tries) != 3 || tries[0] == "" || len(slices.Compact(tries)) != 1 {
		t.Errorf("the tries of one letter are named %q", box.tried[before:])
	}
	if m := box.last(t, "决定 Notice01"); m.To != "steve@example.org" || !strings.Contains(m.Text, "为什么") {
		t.Errorf("%+v", m)
	}
}

func TestALetterAboutADecisionIsGivenUpAtOnceOrAfterADay(t *testing.T) {
	t.Run("the receiver's server refuses it", func(t *testing.T) {
		s, box, v := newNoticeSite(t)
		id := v.id()
		box.refuses = &mail.Failure{Code: 550, Final: true, Err: errors.New("550 <steve@example.org> no such user")}
		s.tell(id, "Notice01")
		s.deliver()
		s.given("notice", id, 1, identity.UnsentRefused, 550)
	})
	t.Run("no server answers", func(t *testing.T) {
		s, box, v := newNoticeSite(t)
		id := v.id()
		box.broken = true
		s.tell(id, "Notice01")
		for range 5 {
			s.deliver()
			s.pass(5 * time.Hour)
		}
		box.broken = false
		if n := s.deliver(); n != 0 {
			t.Fatalf("%d letters after a day", n)
		}
		s.given("notice", id, 5, identity.UnsentExpired, 0)
		if text := s.stored(); strings.Contains(text, "steve") {
			t.Errorf("the receiver is stored: %s", text)
		}
	})
}

func TestWhoHasLostTheAccountReadsAtTheFormerAddressOfItsNewWayToBePaid(t *testing.T) {
	s, box, v := newNoticeSite(t)
	id := v.id()
	v.readdress("thief@example.org")
	v.readdress("another@example.org")
	told := func(notification string) (to []string) {
		t.Helper()
		s.tell(id, notification)
		if err := s.TellFormer(t.Context(), id, notification); err != nil {
			t.Fatal(err)
		}
		before := box.count()
		s.deliver()
		for _, m := range box.letters[before:] {
			to = append(to, m.To)
		}
		slices.Sort(to)
		return to
	}
	if to := told("Notice01"); !slices.Equal(to, []string{"another@example.org", "steve@example.org", "thief@example.org"}) {
		t.Errorf("told %q", to)
	}
	if text := s.stored(); strings.Contains(text, "steve@example.org") {
		t.Errorf("the jobs name the former address: %s", text)
	}
	v.readdress("steve@example.org") // it is the account's own again
	if to := told("Notice02"); !slices.Equal(to, []string{"another@example.org", "steve@example.org", "thief@example.org"}) {
		t.Errorf("told %q", to)
	}
	s.pass(31 * 24 * time.Hour)
	if to := told("Notice03"); !slices.Equal(to, []string{"steve@example.org"}) {
		t.Errorf("after a month told %q", to)
	}
	if err := s.Clean(t.Context()); err != nil {
		t.Fatal(err)
	}
	kept := 0
	if err := s.db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM identity.former_addresses").Scan(&kept); err != nil || kept != 0 {
		t.Errorf("%d addresses are kept, %v", kept, err)
	}
}
