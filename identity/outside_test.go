package identity_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/provider"
	"github.com/modyard/modyard/identity/provider/providertest"
)

// newOutsideSite is a site with a provider, and the provider.
func newOutsideSite(t *testing.T) (*site, *postbox, *providertest.Issuer) {
	t.Helper()
	i := providertest.New(t)
	s, box := newMailSite(t, withProvider(t, i))
	return s, box, i
}

// withProvider gives a site a provider.
func withProvider(t *testing.T, i *providertest.Issuer) func(*identity.Options) {
	return func(o *identity.Options) {
		set, err := provider.Open([]provider.Config{i.Config()}, o.Now)
		if err != nil {
			t.Fatal(err)
		}
		o.Providers, i.Now = set, o.Now
	}
}

// goes is a navigation of the browser: it returns where the answer leads.
func (v *visitor) goes(path string) *url.URL {
	v.s.t.Helper()
	to, err := url.Parse(v.want(http.StatusSeeOther, "GET", path, nil).header.Get("Location"))
	if err != nil {
		v.s.t.Fatal(err)
	}
	return to
}

// outside goes to the provider, agrees, and comes back.
func (v *visitor) outside(i *providertest.Issuer, back string) *url.URL {
	v.s.t.Helper()
	to := v.goes("/v2/auth/init?" + url.Values{"provider": {providertest.Key}, "url": {back}}.Encode())
	return v.goes("/v2/auth/callback/" + providertest.Key + "?" + i.Agree(v.s.t, to.String()).Encode())
}

func flowOf(u *url.URL) string {
	q, _ := url.ParseQuery(u.Fragment)
	return q.Get("flow")
}

// joined is a browser with an account that was made through the provider.
func (s *site) joined(i *providertest.Issuer, name string) *visitor {
	s.t.Helper()
	v := s.visitor()
	at := v.outside(i, "/mods")
	v.want(200, "POST", "/v2/auth/join", object{"flow": flowOf(at), "username": name, "email": i.Email})
	v.csrf = v.cookies["modyard_csrf"]
	return v
}

// linked begins the linking of an account and comes back from the provider.
func (v *visitor) linked(i *providertest.Issuer) *url.URL {
	v.s.t.Helper()
	to := field(v.s.t, v.want(200, "POST", "/_internal/auth/link", object{"provider": providertest.Key}), "url")
	return v.goes("/v2/auth/callback/" + providertest.Key + "?" + i.Agree(v.s.t, to).Encode())
}

func (s *site) accounts() (n int) {
	s.t.Helper()
	if err := s.db.Pool.QueryRow(s.t.Context(), "SELECT count(*) FROM identity.accounts").Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

func TestANewPersonFromAProviderGetsAnAccountWhenTheyAcceptAndIsSignedInTheNextTime(t *testing.T) {
	s, box, i := newOutsideSite(t)
	v := s.visitor()
	at := v.outside(i, "/mods?q=gear")
	if at.Path != "/auth/join" || at.Query().Get("redirect") != "/mods?q=gear" || s.accounts() != 0 || v.sessionCookies() != 0 {
		t.Fatalf("%s, %d accounts, %v", at, s.accounts(), v.cookies)
	}
	proposed := v.want(200, "POST", "/_internal/auth/joining", object{"flow": flowOf(at)})
	if field(t, proposed, "username") != "steve" || field(t, proposed, "email") != "steve@example.net" || field(t, proposed, "label") != "示例" {
		t.Fatal(proposed.body)
	}
	s.signedUp("taken")
	v.want(409, "POST", "/v2/auth/join", object{"flow": flowOf(at), "username": "taken", "email": "steve@example.net"})
	v.want(400, "POST", "/v2/auth/join", object{"flow": flowOf(at), "username": "steve", "email": ""})
	v.want(200, "POST", "/v2/auth/join", object{"flow": flowOf(at), "username": "steve", "email": "steve@example.net"})
	s.visitor().want(400, "POST", "/v2/auth/join", object{"flow": flowOf(at), "username": "steve2", "email": "steve@example.net"})
	v.csrf = v.cookies["modyard_csrf"]
	own := v.want(200, "GET", "/v2/user", nil)
	var user struct {
		Verified  bool     `json:"email_verified"`
		Password  bool     `json:"has_password"`
		Providers []string `json:"auth_providers"`
	}
	if err := json.Unmarshal([]byte(own.body), &user); err != nil || !user.Verified || user.Password || len(user.Providers) != 1 || user.Providers[0] != providertest.Key {
		t.Fatal(own.body, err)
	}
	s.deliver()
	if n := box.count(); n != 1 { // that of the other account
		t.Errorf("%d letters", n)
	}

	again := s.visitor()
	if to := again.outside(i, "/mods?q=gear"); to.String() != "/mods?q=gear" {
		t.Fatal(to)
	}
	again.csrf = again.cookies["modyard_csrf"]
	if again.id() != v.id() {
		t.Error("another account")
	}
	if r := again.want(200, "GET", "/v2/session/list", nil); strings.Count(r.body, `"method":"provider"`) != 2 {
		t.Error(r.body)
	}
}

func TestAnEqualAddressNeverLinksOrSignsIn(t *testing.T) {
	s, box, i := newOutsideSite(t)
	alex := s.signedUp("alex") // alex@example.org
	s.deliver()
	alex.want(204, "POST", "/v2/auth/email/verify", object{"flow": link(t, box.last(t, "验证你的邮箱"))})
	known, unknown := s.visitor(), s.visitor()
	i.Email = "alex@example.org"
	at := known.outside(i, "/")
	first := known.want(200, "POST", "/_internal/auth/joining", object{"flow": flowOf(at)})
	i.Email, i.Subject = "nobody@example.org", "subject-2"
	other := unknown.want(200, "POST", "/_internal/auth/joining", object{"flow": flowOf(unknown.outside(i, "/"))})
	if strings.Replace(first.body, "alex@", "nobody@", 1) != other.body {
		t.Errorf("the proposals tell whether an address is known:\n%s\n%s", first.body, other.body)
	}
	known.want(200, "POST", "/v2/auth/join", object{"flow": flowOf(at), "username": "mallory", "email": "alex@example.org"})
	known.csrf = known.cookies["modyard_csrf"]
	if known.id() == alex.id() || strings.Contains(known.want(200, "GET", "/v2/user", nil).body, `"email_verified":true`) {
		t.Error("a person from a provider has the account or the address of another")
	}
	s.deliver()
	box.last(t, "有人填写了你的邮箱")
}

func TestAnAccountIsLinkedAndUnlinkedByItsOwner(t *testing.T) {
	s, box, i := newOutsideSite(t)
	v := s.signedUp("alex")
	if at := v.linked(i); at.String() != "/settings/account?linked="+providertest.Key {
		t.Fatal(at)
	}
	s.deliver()
	box.last(t, "绑定了新的登录方式")
	list := v.want(200, "GET", "/_internal/auth/links", nil)
	if !strings.Contains(list.body, `"name":"steve"`) || strings.Contains(list.body, "subject-1") {
		t.Error(list.body)
	}
	v.want(409, "POST", "/_internal/auth/link", object{"provider": providertest.Key})
	guest := s.visitor()
	guest.outside(i, "/")
	guest.csrf = guest.cookies["modyard_csrf"]
	if guest.id() != v.id() {
		t.Error("the provider signs in to another account")
	}
	// The account of the provider is taken for another account here.
	other := s.signedUp("blair")
	if at := other.linked(i); at.Query().Get("fault") != "provider_linked_elsewhere" {
		t.Error(at)
	}
	v.want(204, "DELETE", "/v2/auth/provider", object{"provider": providertest.Key})
	v.want(404, "DELETE", "/v2/auth/provider", object{"provider": providertest.Key})
	s.deliver()
	box.last(t, "解除了一个登录方式")
	if at := s.visitor().outside(i, "/"); at.Path != "/auth/join" {
		t.Errorf("an unlinked account signs in: %s", at)
	}
	if _, err := s.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	var linked, unlinked int
	for e, err := range s.log.Stream(t.Context(), account.Stream(v.id()), 0) {
		if err != nil {
			t.Fatal(err)
		}
		switch e.Type {
		case "account.provider-linked.v1":
			linked++
		case "account.provider-unlinked.v1":
			unlinked++
		}
		if strings.Contains(string(e.Data), "subject-1") || strings.Contains(string(e.Data), "steve") {
			t.Errorf("an event names the outside account: %s", e.Data)
		}
	}
	if linked != 1 || unlinked != 1 {
		t.Errorf("%d and %d events", linked, unlinked)
	}
}

func TestTheLastWayInCannotBeRemovedAndAFirstPasswordNeedsAFreshProof(t *testing.T) {
	s, _, i := newOutsideSite(t)
	v := s.joined(i, "steve")
	if r := v.want(409, "DELETE", "/v2/auth/provider", object{"provider": providertest.Key}); r.code() != "last_way_in" {
		t.Error(r.body)
	}
	s.pass(time.Hour)
	v.want(428, "PATCH", "/v2/auth/password", object{"new_password": goodPassword})
	v.want(428, "PATCH", "/v2/auth/email", object{"email": "new@example.org"})
	v.want(428, "POST", "/_internal/auth/link", object{"provider": providertest.Key})
	v.want(428, "DELETE", "/v2/auth/provider", object{"provider": providertest.Key})
	v.outside(i, "/")
	v.csrf = v.cookies["modyard_csrf"]
	v.want(204, "PATCH", "/v2/auth/password", object{"new_password": goodPassword})
	v.want(204, "DELETE", "/v2/auth/provider", object{"provider": providertest.Key})
}

func TestASecondStepIsAskedForAfterAProviderToo(t *testing.T) {
	s, _, i := newOutsideSite(t)
	v := s.signedUp("alex")
	v.linked(i)
	secret := v.enrol()
	s.pass(time.Minute)
	guest := s.visitor()
	at := guest.outside(i, "/mods")
	if at.Path != "/auth/sign-in" || at.Query().Get("redirect") != "/mods" || guest.sessionCookies() != 0 {
		t.Fatal(at, guest.cookies)
	}
	guest.want(200, "POST", "/v2/auth/login/2fa", object{"flow": flowOf(at), "code": s.code(secret)})
	guest.csrf = guest.cookies["modyard_csrf"]
	if guest.id() != v.id() {
		t.Error("another account")
	}
}

func TestAnAnswerOfAProviderIsGoodForItsBrowserOnce(t *testing.T) {
	s, _, i := newOutsideSite(t)
	s.joined(i, "steve")
	callback := "/v2/auth/callback/" + providertest.Key + "?"
	begin := func(v *visitor) string {
		return i.Agree(t, v.goes("/v2/auth/init?provider="+providertest.Key).String()).Encode()
	}
	lost := func(v *visitor, answer string) {
		t.Helper()
		if at := v.goes(callback + answer); at.Query().Get("fault") != "provider_over" || v.sessionCookies() != 0 {
			t.Errorf("%s, %v", at, v.cookies)
		}
	}
	mine, victim := s.visitor(), s.visitor()
	answer := begin(mine)
	lost(victim, answer) // the address of another browser's answer
	lost(mine, answer)   // which is used up now
	answer = begin(mine)
	if at := mine.goes(callback + answer); at.Path != "/" || mine.sessionCookies() == 0 {
		t.Fatal(at)
	}
	again := s.visitor()
	lost(again, answer)
	lost(again, "state=&code=x")
	lost(again, "state="+strings.Repeat("x", 60)+"&code=x")
	late := s.visitor()
	answer = begin(late)
	s.pass(11 * time.Minute)
	lost(late, answer)
	// Another provider's address: what one provider gave is not redeemed at another.
	mixed := s.visitor()
	answer = begin(mixed)
	if at := mixed.goes("/v2/auth/callback/another?" + answer); at.Query().Get("fault") != "provider_over" {
		t.Error(at)
	}
	denied := s.visitor()
	q, _ := url.ParseQuery(begin(denied))
	if at := denied.goes(callback + url.Values{"state": {q.Get("state")}, "error": {"access_denied"}}.Encode()); at.Query().Get("fault") != "provider_denied" {
		t.Error(at)
	}
}

func TestALinkIsMadeOnlyForTheSessionThatAskedForIt(t *testing.T) {
	s, _, i := newOutsideSite(t)
	v := s.signedUp("alex")
	to := field(t, v.want(200, "POST", "/_internal/auth/link", object{"provider": providertest.Key}), "url")
	answer := i.Agree(t, to).Encode()
	other := s.signedUp("blair")
	other.cookies[identity.CookieOutside] = v.cookies[identity.CookieOutside]
	if at := other.goes("/v2/auth/callback/" + providertest.Key + "?" + answer); at.Query().Get("fault") != "provider_over" {
		t.Error(at)
	}
	for _, who := range []*visitor{v, other} {
		if r := who.want(200, "GET", "/_internal/auth/links", nil); !strings.Contains(r.body, `"links":[]`) {
			t.Error(r.body)
		}
	}
	v.newToken().want(401, "POST", "/_internal/auth/link", object{"provider": providertest.Key})
	s.visitor().want(401, "POST", "/_internal/auth/link", object{"provider": providertest.Key})
}

func TestOfConcurrentAnswersOneMakesTheAccount(t *testing.T) {
	s, _, i := newOutsideSite(t)
	v := s.visitor()
	flow := flowOf(v.outside(i, "/"))
	var group sync.WaitGroup
	results := make([]int, 8)
	for n := range results {
		group.Go(func() {
			results[n] = s.visitor().do("POST", "/v2/auth/join", object{"flow": flow, "username": "steve", "email": "steve@example.net"}).status
		})
	}
	group.Wait()
	made := 0
	for _, status := range results {
		if status == 200 {
			made++
		}
	}
	if made != 1 || s.accounts() != 1 {
		t.Errorf("%v: %d accounts", results, s.accounts())
	}
}

func TestAChangedAddressAtAProviderChangesNothingHere(t *testing.T) {
	s, _, i := newOutsideSite(t)
	v := s.joined(i, "steve")
	other := s.signedUp("alex") // alex@example.org
	i.Email, i.Name = "alex@example.org", "alex"
	again := s.visitor()
	again.outside(i, "/")
	again.csrf = again.cookies["modyard_csrf"]
	if again.id() != v.id() || again.id() == other.id() {
		t.Error("a changed address leads to another account")
	}
	if own := again.want(200, "GET", "/v2/user", nil); field(t, own, "email") != "steve@example.net" || field(t, own, "username") != "steve" {
		t.Error(own.body)
	}
}

func TestASubjectOfAnotherIssuerIsAnotherPerson(t *testing.T) {
	s, _, i := newOutsideSite(t)
	s.joined(i, "steve")
	// The operator gives the provider's key to another issuer, or the provider moves: its subjects are numbers, given again.
	if _, err := s.db.Pool.Exec(t.Context(), "UPDATE identity.links SET issuer = 'https://before.example'"); err != nil {
		t.Fatal(err)
	}
	if at := s.visitor().outside(i, "/"); at.Path != "/auth/join" {
		t.Errorf("the subject of another issuer signs in: %s", at)
	}
}

func TestTheWayToAProviderReturnsToThisSiteOnly(t *testing.T) {
	s, _, i := newOutsideSite(t)
	s.joined(i, "steve")
	for _, back := range []string{"https://evil.example/", "//evil.example/", `/\evil.example`, "javascript:alert(1)", "", "mods", "/a\nb", "/" + strings.Repeat("a", 3000)} {
		if at := s.visitor().outside(i, back); at.String() != "/" {
			t.Errorf("%q leads to %s", back, at)
		}
	}
}

func TestAProviderThatIsAwayLeadsBackToTheForm(t *testing.T) {
	s, _, i := newOutsideSite(t)
	i.Answers = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	if at := s.visitor().goes("/v2/auth/init?url=%2Fmods&provider=" + providertest.Key); at.String() != "/auth/sign-in?fault=provider_away&redirect=%2Fmods" {
		t.Error(at)
	}
	if r := s.visitor().want(200, "GET", "/_internal/auth/providers", nil); !strings.Contains(r.body, `"away":true`) {
		t.Error(r.body)
	}
	s.visitor().want(404, "GET", "/v2/auth/init?provider=unknown", nil)
}

func TestALeavingAccountIsKeptOnlyByAnOwnerWhoSaysSo(t *testing.T) {
	s, _, i := newOutsideSite(t)
	v := s.joined(i, "steve")
	v.want(204, "DELETE", "/v2/user/"+v.id(), object{})
	guest := s.visitor()
	at := guest.outside(i, "/mods")
	if at.Query().Get("fault") != identity.CodeLeaving || at.Query().Get("provider") != providertest.Key || guest.sessionCookies() != 0 {
		t.Fatalf("%s, %v", at, guest.cookies)
	}
	to := guest.goes("/v2/auth/init?return=1&url=%2Fmods&provider=" + providertest.Key)
	if at := guest.goes("/v2/auth/callback/" + providertest.Key + "?" + i.Agree(t, to.String()).Encode()); at.String() != "/mods" {
		t.Fatal(at)
	}
	guest.csrf = guest.cookies["modyard_csrf"]
	if name := field(t, guest.want(200, "GET", "/v2/user", nil), "username"); name != "steve" {
		t.Errorf("the account came back as %s", name)
	}
}

func TestAClosedAccountForgetsItsLinks(t *testing.T) {
	s, _, i := newOutsideSite(t)
	v := s.joined(i, "steve")
	s.admin("root").want(204, "POST", "/_internal/user/"+v.id()+"/erase", object{"reason": object{"code": "legal"}})
	if at := s.visitor().outside(i, "/"); at.Path != "/auth/join" {
		t.Errorf("a closed account signs in: %s", at)
	}
	var left int
	if err := s.db.Pool.QueryRow(context.WithoutCancel(t.Context()), "SELECT count(*) FROM identity.links").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d links: %v", left, err)
	}
}
