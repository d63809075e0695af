package view_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/readapi/view"
)

// place is whom a stream from an address is counted for.
func place(from, account string) view.StreamPlace {
	r := httptest.NewRequest(http.MethodGet, "/_internal/live", nil)
	r.RemoteAddr = from
	if account != "" {
		r = r.WithContext(identity.WithCaller(r.Context(), identitytest.Session(account, identity.RoleUser)))
	}
	return view.PlaceOf(r, nil)
}

// joined is how many of a number of streams are admitted.
func joined(s *view.Streams, number int, place func(i int) view.StreamPlace) (n int) {
	for i := range number {
		if s.Join(place(i)) == nil {
			n++
		}
	}
	return n
}

func TestAStreamIsCountedForItsAccountAndItsNetwork(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"[2001:db8:1:2::1]:1", "[2001:db8:1:2:ffff::9]:2", true}, // a host has 2^64 addresses in its network
		{"[2001:db8:1:2::1]:1", "[2001:db8:1:3::1]:1", false},
		{"203.0.113.1:1", "[::ffff:203.0.113.1]:2", true},
		{"203.0.113.1:1", "203.0.113.2:1", false},
	} {
		if a, b := place(c.a, "UserOne1"), place(c.b, "UserOne1"); (a == b) != c.same || a.Account != "UserOne1" {
			t.Errorf("%v and %v", a, b)
		}
	}
	if a := place("203.0.113.1:1", ""); a.Account != "" || a.Network == "" {
		t.Error(a)
	}
}

func TestNobodyTakesThePlacesOfOthersWithManyStreams(t *testing.T) {
	var s view.Streams
	anonymous := joined(&s, 40, func(i int) view.StreamPlace { return place(fmt.Sprintf("[2001:db8:1:2::%x]:1", i), "") })
	if anonymous == 0 || anonymous == 40 {
		t.Errorf("%d of 40 streams of an anonymous network are admitted", anonymous)
	}
	one := joined(&s, 40, func(i int) view.StreamPlace { return place(fmt.Sprintf("[2001:db8:2:%x::1]:1", i), "UserOne1") })
	if one == 0 || one == 40 {
		t.Errorf("%d of 40 streams of an account in many networks are admitted", one)
	}
	household := joined(&s, 2000, func(i int) view.StreamPlace {
		return place(fmt.Sprintf("[2001:db8:3:1::%x]:1", i), fmt.Sprintf("User%04d", i))
	})
	if household <= anonymous || household > 400 {
		t.Errorf("%d of 2000 streams of many accounts in one network are admitted", household)
	}
	if err := s.Join(place("[2001:db8:4:1::1]:1", "UserTwo2")); err != nil {
		t.Errorf("a stranger to them: %v", err)
	}
}

func TestAStreamThatLeavesMakesRoom(t *testing.T) {
	var s view.Streams
	at := place("203.0.113.1:1", "UserOne1")
	most := joined(&s, 100, func(int) view.StreamPlace { return at })
	for range most {
		s.Leave(at)
	}
	if again := joined(&s, 100, func(int) view.StreamPlace { return at }); again != most || s.Count() != most {
		t.Errorf("%d streams, then %d", most, again)
	}
}
