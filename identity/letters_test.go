package identity_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/jobs"
	"github.com/modyard/modyard/platform/mail"
	"github.com/modyard/modyard/platform/until"
)

// postbox stores letters, or rejects them.
type postbox struct {
	mu      sync.Mutex
	letters []mail.Message
	broken  bool
	refuses *mail.Failure // every letter
	tried   []string      // the ids of all tries
}

func (p *postbox) Send(_ context.Context, m mail.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tried = append(p.tried, m.ID)
	if p.broken {
		return errors.New("no answer")
	}
	if p.refuses != nil {
		return fmt.Errorf("send mail: %w", p.refuses)
	}
	p.letters = append(p.letters, m)
	return nil
}

func (p *postbox) last(t *testing.T, subject string) mail.Message {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.letters) - 1; i >= 0; i-- {
		if strings.Contains(p.letters[i].Subject, subject) {
			return p.letters[i]
		}
	}
	t.Fatalf("no letter %q among %d", subject, len(p.letters))
	return mail.Message{}
}

func (p *postbox) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.letters)
}

func newMailSite(t *testing.T, change ...func(*identity.Options)) (*site, *postbox) {
	t.Helper()
	box := &postbox{}
	store, err := blobs.Open(t.Context(), t.TempDir(), "http://localhost")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	s := newSite(t, append([]func(*identity.Options){func(o *identity.Options) {
		o.Mailer, o.Site, o.Blobs = box, identity.Site{Brand: "Modyard", URL: "https://modyard.test"}, store
	}}, change...)...)
	s.box = box
	return s, box
}

// deliver sends the letters that are due, and returns their number.
func (s *site) deliver() int {
	s.t.Helper()
	before := s.box.count()
	runner, err := jobs.New(jobs.Options{Pool: s.db.Pool, Now: s.clock, Logger: slog.New(slog.NewTextHandler(s.logs, nil))}, s.Jobs())
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(s.t.Context())
	done := make(chan error, 1)
	go func() { done <- runner.Run(ctx) }()
	until.True(s.t, "the letters are sent", func() bool {
		var waiting int
		if err := s.db.Pool.QueryRow(s.t.Context(), `SELECT count(*) FROM jobs.river_job WHERE kind IN ('identity.letter', 'identity.notice')
			AND (state IN ('available', 'running') OR state IN ('retryable', 'scheduled') AND scheduled_at <= $1)`, s.clock()).Scan(&waiting); err != nil {
			s.t.Fatal(err)
		}
		return waiting == 0
	})
	stop()
	if err := <-done; err != nil {
		s.t.Fatal(err)
	}
	return s.box.count() - before
}

func link(t *testing.T, m mail.Message) string {
	t.Helper()
	found := regexp.MustCompile(`https://modyard\.test/auth/[a-z-]+\?flow=([0-9A-Za-z]{60})`).FindStringSubmatch(m.Text)
	if found == nil {
		t.Fatalf("no link in %q", m.Text)
	}
	if !strings.Contains(m.HTML, found[1]) {
		t.Fatal("the HTML has another link")
	}
	return found[1]
}

func TestTheLetterOfTheSignUpVerifiesAnAddress(t *testing.T) {
	s, box := newMailSite(t)
	v := s.signedUp("steve")
	if n := s.deliver(); n != 1 {
		t.Fatalf("%d letters", n)
	}
	if got := v.want(200, "GET", "/v2/user", nil).body; !strings.Contains(got, `"email_verified":false`) {
		t.Fatal(got)
	}
	m := box.last(t, "验证你的邮箱")
	if m.To != "steve@example.org" || !strings.Contains(m.Text, "steve") {
		t.Fatalf("%+v", m)
	}
	flow := map[string]string{"flow": link(t, m)}
	guest := s.visitor()
	guest.want(400, "POST", "/v2/auth/email/verify", map[string]string{"flow": strings.Repeat("a", 60)})
	guest.want(204, "POST", "/v2/auth/email/verify", flow)
	if r := guest.do("POST", "/v2/auth/email/verify", flow); r.status != 409 || r.code() != "already_verified" {
		t.Fatalf("second use: %d %s", r.status, r.body)
	}
	if got := v.want(200, "GET", "/v2/user", nil).body; !strings.Contains(got, `"email_verified":true`) {
		t.Fatal(got)
	}
	v.want(409, "POST", "/v2/auth/email/resend_verify", nil)
	if strings.Contains(s.logs.String(), flow["flow"]) {
		t.Fatal("the link is in the log")
	}
}

func TestALinkExpiresAndCanBeRequestedAgain(t *testing.T) {
	s, box := newMailSite(t)
	v := s.signedUp("steve")
	s.deliver()
	old := link(t, box.last(t, "验证"))
	s.pass(25 * time.Hour)
	s.visitor().want(400, "POST", "/v2/auth/email/verify", map[string]string{"flow": old})
	for range 5 {
		v.want(204, "POST", "/v2/auth/email/resend_verify", nil)
	}
	v.want(429, "POST", "/v2/auth/email/resend_verify", nil)
	if n := s.deliver(); n != 5 {
		t.Fatalf("%d letters", n)
	}
	s.visitor().want(204, "POST", "/v2/auth/email/verify", map[string]string{"flow": link(t, box.last(t, "验证"))})
}

func TestALetterThatCannotBeSentIsRetried(t *testing.T) {
	s, box := newMailSite(t)
	s.signedUp("steve")
	box.broken = true
	if n := s.deliver(); n != 0 || s.deliver() != 0 {
		t.Fatal("sent by a broken server")
	}
	box.broken = false
	if n := s.deliver(); n != 0 {
		t.Fatal("tried again at once")
	}
	s.pass(3 * time.Minute)
	if n := s.deliver(); n != 1 {
		t.Fatalf("%d letters after a while", n)
	}
	if s.pass(time.Hour); s.deliver() != 0 {
		t.Fatal("sent twice")
	}
	// A mailbox that got a letter in a try whose answer was lost must be able to tell that the next one is the same.
	tries := slices.Clone(box.tried)
	if len(tries) != 2 || tries[0] == "" || tries[0] != tries[1] {
		t.Errorf("the tries of one letter are named %q", tries)
	}
	s.signedUp("alex")
	if s.deliver() != 1 || box.tried[len(box.tried)-1] == tries[0] {
		t.Errorf("another letter has the name of the first: %q", box.tried)
	}
}

func TestALetterThatCannotBeSentForADayIsGivenUp(t *testing.T) {
	s, box := newMailSite(t)
	s.signedUp("steve")
	box.broken = true
	for range 5 {
		s.deliver()
		s.pass(5 * time.Hour)
	}
	box.broken = false
	if n := s.deliver(); n != 0 || !strings.Contains(s.logs.String(), "giving up a letter") {
		t.Fatalf("%d letters after a day", n)
	}
	if list := s.unsent(); len(list) != 1 || list[0].Cause != identity.UnsentExpired || list[0].Tries != 5 {
		t.Errorf("%+v", list)
	}
}

func TestTheJobOfAFinishedLetterNamesNobody(t *testing.T) {
	s, _ := newMailSite(t)
	s.signedUp("steve")
	for _, name := range []string{"steve", "steve@example.org", "nobody@example.org"} {
		s.visitor().want(204, "POST", "/v2/auth/password/reset", map[string]string{"username": name})
	}
	named := func() (n int) {
		t.Helper()
		if err := s.db.Pool.QueryRow(t.Context(), `SELECT count(*) FROM jobs.river_job
			WHERE kind = 'identity.letter' AND args ?| '{account,login,address}'`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := named(); n != 4 {
		t.Errorf("%d waiting jobs name their receivers", n)
	}
	if n := s.deliver(); n != 3 {
		t.Fatalf("%d letters", n)
	}
	if n := named(); n != 0 { // the rows may be deleted already
		t.Errorf("%d finished jobs name somebody", n)
	}
}

func TestLettersThatWaitGoWithTheirAccount(t *testing.T) {
	s, box := newMailSite(t)
	v := s.signedUp("steve")
	v.want(204, "DELETE", "/v2/user/"+v.id(), map[string]string{"password": goodPassword})
	if n := s.deliver(); n != 1 || !strings.Contains(box.letters[0].Subject, "抹除") {
		t.Fatalf("%d letters: %+v", n, box.letters)
	}
}

func TestTheOldAddressIsNotifiedOfAChangeWhichRequiresThePassword(t *testing.T) {
	s, box := newMailSite(t)
	s.signedUp("alex")
	s.deliver()
	v := s.signedUp("steve")
	s.deliver()
	before := link(t, box.last(t, "验证"))
	s.visitor().want(204, "POST", "/v2/auth/email/verify", map[string]string{"flow": before})
	for _, row := range []struct {
		status          int
		email, password string
	}{
		{400, "new@example.org", "wrong password"}, {400, "new@example.org", ""}, {400, "nonsense", goodPassword},
		{400, "steve@example.org", goodPassword}, {204, "new@example.org", goodPassword},
	} {
		if r := v.do("PATCH", "/v2/auth/email", map[string]string{"email": row.email, "password": row.password}); r.status != row.status || row.status != 204 && r.text() == "" {
			t.Errorf("%+v: %d %s", row, r.status, r.body)
		}
	}
	s.deliver()
	s.visitor().want(400, "POST", "/v2/auth/email/verify", map[string]string{"flow": before})
	m := box.last(t, "验证你的邮箱")
	if m.To != "new@example.org" {
		t.Fatalf("to be verified by %s", m.To)
	}
	if got := v.want(200, "GET", "/v2/user", nil).body; !strings.Contains(got, `"email":"steve@example.org","email_verified":true,"email_pending":"new@example.org"`) {
		t.Fatalf("before the confirmation: %s", got)
	}
	s.visitor().want(204, "POST", "/v2/auth/email/verify", map[string]string{"flow": link(t, m)})
	if got := v.want(200, "GET", "/v2/user", nil).body; !strings.Contains(got, `"email":"new@example.org","email_verified":true`) || strings.Contains(got, "pending") {
		t.Fatalf("after the confirmation: %s", got)
	}
	s.deliver()
	if m := box.last(t, "邮箱已更换"); m.To != "steve@example.org" {
		t.Fatalf("the old address received %s", m.To)
	}
	s.visitor().want(401, "PATCH", "/v2/auth/email", map[string]string{"email": "x@example.org"})
}

func TestAPasswordResetByMailEndsEverySession(t *testing.T) {
	s, box := newMailSite(t)
	v := s.signedUp("steve")
	s.deliver()
	for _, name := range []string{"steve", "STEVE@example.org", "nobody", "nobody@example.org"} {
		if r := s.visitor().do("POST", "/v2/auth/password/reset", map[string]string{"username": name}); r.status != 204 || r.body != "" {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
	}
	sent := box.count()
	s.deliver()
	if box.count() != sent+2 {
		t.Fatalf("%d letters for two who exist", box.count()-sent)
	}
	flow := link(t, box.last(t, "重设密码"))
	fresh := "another-Quiet-7-lantern"
	guest := s.visitor()
	guest.want(400, "PATCH", "/v2/auth/password", map[string]string{"flow": flow, "new_password": "12345678"})
	guest.want(204, "PATCH", "/v2/auth/password", map[string]string{"flow": flow, "new_password": fresh})
	guest.want(400, "PATCH", "/v2/auth/password", map[string]string{"flow": flow, "new_password": fresh})
	v.want(401, "GET", "/v2/user", nil)
	guest.want(401, "POST", "/v2/auth/login", creds("steve", goodPassword))
	guest.want(200, "POST", "/v2/auth/login", creds("steve", fresh))
	if got := guest.want(200, "GET", "/v2/user", nil).body; !strings.Contains(got, `"email_verified":true`) {
		t.Error("a reset did not verify the address")
	}
	s.deliver()
	box.last(t, "密码已修改")
}

func TestAFlowSucceedsForOneOfManyConcurrentRequests(t *testing.T) {
	s, box := newMailSite(t)
	s.signedUp("steve")
	s.visitor().want(204, "POST", "/v2/auth/password/reset", map[string]string{"username": "steve"})
	s.deliver()
	flow := link(t, box.last(t, "重设密码"))
	var wait sync.WaitGroup
	results := make([]int, 8)
	for i := range results {
		wait.Go(func() {
			results[i] = s.visitor().do("PATCH", "/v2/auth/password", map[string]string{"flow": flow, "new_password": fmt.Sprintf("quiet-Lantern-%d-harbour", i)}).status
		})
	}
	wait.Wait()
	good := 0
	for _, status := range results {
		if status == 204 {
			good++
		}
	}
	if good != 1 {
		t.Fatalf("%v", results)
	}
}

func TestResetsAreLimitedByAddressAndByAccount(t *testing.T) {
	s, box := newMailSite(t)
	s.signedUp("steve")
	s.deliver()
	sent := box.count()
	for i := range 21 {
		if r := s.visitor().do("POST", "/v2/auth/password/reset", map[string]string{"username": "steve"}); (r.status == 429) != (i == 20) {
			t.Fatalf("number %d: %d %s", i, r.status, r.body)
		}
	}
	s.deliver()
	s.deliver()
	if n := box.count() - sent; n != 5 {
		t.Fatalf("%d letters to one account in an hour", n)
	}
}

func TestAPasswordChangeRequiresTheOldPassword(t *testing.T) {
	s, _ := newMailSite(t)
	v := s.signedUp("steve")
	other := s.visitor()
	other.want(200, "POST", "/v2/auth/login", creds("steve", goodPassword))
	fresh := "another-Quiet-7-lantern"
	body := func(old, next string) map[string]string {
		return map[string]string{"old_password": old, "new_password": next}
	}
	if r := v.do("PATCH", "/v2/auth/password", body("not it", fresh)); r.status != 400 || r.code() != "wrong_password" {
		t.Fatalf("%d %s", r.status, r.body)
	}
	v.want(400, "PATCH", "/v2/auth/password", body(goodPassword, "steve123"))
	s.visitor().want(401, "PATCH", "/v2/auth/password", body(goodPassword, fresh))
	v.want(204, "PATCH", "/v2/auth/password", body(goodPassword, fresh))
	v.want(200, "GET", "/v2/user", nil)
	other.want(401, "GET", "/v2/user", nil)
	for range 20 {
		v.do("PATCH", "/v2/auth/password", body("not it", "yet-Another-9-quiet-harbour"))
	}
	v.want(429, "PATCH", "/v2/auth/password", body(fresh, "yet-Another-9-quiet-harbour"))
}
