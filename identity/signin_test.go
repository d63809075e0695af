package identity_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
)

func (v *visitor) signIns(query string) (page identity.SignIns) {
	v.s.t.Helper()
	r := v.want(200, "GET", "/v3/account/sign-ins"+query, nil)
	if err := json.Unmarshal([]byte(r.body), &page); err != nil {
		v.s.t.Fatal(err)
	}
	return page
}

func TestTheOwnerSeesWhoSignedInAndWhoTried(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve")
	id := v.id()
	stranger := s.visitor()
	stranger.want(401, "POST", "/v2/auth/login", creds("steve", "wrong password"))
	stranger.want(401, "POST", "/v2/auth/login", creds("nobody at all", "wrong password"))
	other := s.visitor()
	other.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
	page := v.signIns("")
	if len(page.Entries) != 3 || page.Next != nil {
		t.Fatalf("%+v", page)
	}
	second, failed, first := page.Entries[0], page.Entries[1], page.Entries[2]
	if second.Failed || second.Session == nil || second.Known || second.Method != "password" {
		t.Errorf("the second sign-in is %+v", second)
	}
	if !failed.Failed || failed.Session != nil || failed.Known {
		t.Errorf("the failed one is %+v", failed)
	}
	if first.Failed || first.Session == nil || *first.Session == *second.Session {
		t.Errorf("the sign-up is %+v", first)
	}
	other.csrf = other.cookies["modyard_csrf"]
	other.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
	if again := v.signIns("?limit=1"); len(again.Entries) != 1 || !again.Entries[0].Known || again.Next == nil {
		t.Errorf("from the same browser: %+v", again)
	} else if before := v.signIns("?limit=2&before=" + jsonOf(*again.Next)); len(before.Entries) != 2 || before.Entries[0].ID != second.ID {
		t.Errorf("the page before: %+v", before)
	}
	for _, query := range []string{"?limit=0", "?limit=101", "?before=-1", "?before=x"} {
		v.want(400, "GET", "/v3/account/sign-ins"+query, nil)
	}
	if alex := s.signedUp("alex").signIns(""); len(alex.Entries) != 1 {
		t.Errorf("another account sees %+v", alex)
	}
	var described int
	if err := s.db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM identity.sign_ins WHERE account = '' AND (user_agent <> '' OR ip <> '')").Scan(&described); err != nil || described != 0 {
		t.Errorf("%d attempts on no account describe a visitor (%v)", described, err)
	}
	s.pass(181 * 24 * time.Hour)
	if err := s.Clean(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := s.db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM identity.sign_ins WHERE account = $1", id).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d attempts are left after 180 days (%v)", left, err)
	}
}

func TestAnAccountKeepsItsNewestSignIns(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve")
	if _, err := s.db.Pool.Exec(t.Context(), `INSERT INTO identity.sign_ins (account, at, method, session, known, user_agent, ip)
		SELECT $1, now(), 'password', '', false, 'old', '' FROM generate_series(1, 600)`, v.id()); err != nil {
		t.Fatal(err)
	}
	s.visitor().want(401, "POST", "/v2/auth/login", creds("steve", "wrong password"))
	var kept, newest int
	if err := s.db.Pool.QueryRow(t.Context(), "SELECT count(*), count(*) FILTER (WHERE user_agent <> 'old') FROM identity.sign_ins WHERE account = $1", v.id()).Scan(&kept, &newest); err != nil || kept != 500 || newest != 1 {
		t.Errorf("%d are kept, %d of them new (%v)", kept, newest, err)
	}
}

func TestAWrongSecondStepIsASignInThatFailed(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve")
	v.enrol()
	r := s.visitor()
	flow := field(t, r.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword)), "flow")
	r.want(400, "POST", "/v2/auth/login/2fa", object{"flow": flow, "code": "000000"})
	if page := v.signIns("?limit=1"); !page.Entries[0].Failed || page.Entries[0].Method != "code" {
		t.Errorf("%+v", page.Entries)
	}
}

func jsonOf(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return strings.Trim(string(data), `"`)
}
