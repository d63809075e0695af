package mail_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/mail"
	"github.com/modyard/modyard/platform/mail/mailtest"
)

func letter() mail.Message {
	return mail.Message{To: "a@example.org", Subject: "验证邮箱 ✉", Text: "你好，\nhttps://example.org/auth/verify-email?flow=abc=def\n", HTML: "<p>你好 <b>方块</b></p>"}
}

func TestALetterInTheFolderCanBeRead(t *testing.T) {
	d := mail.NewDirectory(t.TempDir()+"/mail", "Modyard <noreply@example.org>")
	for range 3 {
		if err := d.Send(t.Context(), letter()); err != nil {
			t.Fatal(err)
		}
	}
	names, err := d.List(2)
	if err != nil || len(names) != 2 || names[0] < names[1] {
		t.Fatal(names, err)
	}
	page, err := d.Page()
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /dev/mail", page)
	mux.Handle("GET /dev/mail/{name}", page)
	get := func(path string) (int, string) {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w.Code, w.Body.String()
	}
	if code, body := get("/dev/mail"); code != 200 || strings.Count(body, "验证邮箱 ✉") != 3 {
		t.Fatalf("list: %d %s", code, body)
	}
	code, body := get("/dev/mail/" + names[0])
	if code != 200 || !strings.Contains(body, "https://example.org/auth/verify-email?flow=abc=def") || !strings.Contains(body, "srcdoc=\"&lt;p&gt;你好") {
		t.Fatalf("letter: %d %s", code, body)
	}
	for _, bad := range []string{"nothing.eml", "..%2F..%2Fetc%2Fpasswd", "20260101T000000.000000000Z-1.eml"} {
		if code, _ := get("/dev/mail/" + bad); code != 404 {
			t.Errorf("%s: %d", bad, code)
		}
	}
}

func TestALetterIsNamedByItsIDAndOtherwiseByChance(t *testing.T) {
	folder := t.TempDir()
	d := mail.NewDirectory(folder, "Modyard <noreply@example.org>")
	named, unnamed := letter(), letter()
	named.ID = "abc123"
	for _, m := range []mail.Message{named, named, unnamed, unnamed} {
		if err := d.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	names := map[string]int{}
	files, err := filepath.Glob(filepath.Join(folder, "*.eml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(raw), "Message-ID: <")
		name, _, _ := strings.Cut(rest, ">")
		names[name]++
	}
	if len(names) != 3 || names["abc123@example.org"] != 2 {
		t.Errorf("%v", names)
	}
}

func TestALetterNamesTheRequestThatCausedIt(t *testing.T) {
	folder := t.TempDir()
	d := mail.NewDirectory(folder, "noreply@example.org")
	m := letter()
	m.Request = "request-of-a-person"
	if err := d.Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.eml"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if raw, err := os.ReadFile(files[0]); err != nil || !strings.Contains(string(raw), "X-Correlation-ID: request-of-a-person\r\n") {
		t.Errorf("%v: %s", err, raw)
	}
}

func TestAnAddressWithALineBreakIsRejected(t *testing.T) {
	d := mail.NewDirectory(t.TempDir(), "noreply@example.org")
	m := letter()
	m.To = "a@example.org\r\nBcc: b@example.org"
	if err := d.Send(t.Context(), m); err == nil {
		t.Fatal("taken")
	}
}

func TestSMTPAddressesAreChecked(t *testing.T) {
	for address, good := range map[string]bool{
		"smtp://localhost:2525": true, "smtps://u:p@mail.example.org?from=a@example.org": true,
		"http://example.org": false, "smtp://": false, "smtp://h:port": false, "smtp://h?from=nobody": false, "": false,
	} {
		if _, err := mail.NewSMTP(address, "noreply@example.org"); (err == nil) != good {
			t.Errorf("%s: %v", address, err)
		} else if err != nil && strings.Contains(err.Error(), "u:p") {
			t.Error("the password is in the error")
		}
	}
}

func TestALetterIsSentBySMTP(t *testing.T) {
	server := mailtest.Start(t)
	s, err := mail.NewSMTP(server.URL(), "x@example.org")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Send(t.Context(), letter()); err != nil {
		t.Fatal(err)
	}
	if text := <-server.Letters; !strings.Contains(text, "From: <site@example.org>") || !strings.Contains(text, "multipart/alternative") {
		t.Fatal(text)
	}
}

func TestARefusalSaysWhetherALaterTryCanSucceed(t *testing.T) {
	server := mailtest.Start(t)
	s, err := mail.NewSMTP(server.URL(), "x@example.org")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		reply string
		code  int
		final bool
	}{{"550 5.1.1 no such user", 550, true}, {"552 5.2.2 mailbox full", 552, true}, {"450 4.2.0 greylisted", 450, false}} {
		server.Refuse(row.reply)
		var f *mail.Failure
		if err := s.Send(t.Context(), letter()); !errors.As(err, &f) || f.Code != row.code || f.Final != row.final {
			t.Errorf("%s: %v %+v", row.reply, err, f)
		}
	}
	var f *mail.Failure
	bad := letter()
	bad.To = "nobody at all"
	if err := s.Send(t.Context(), bad); !errors.As(err, &f) || !f.Final || f.Code != 0 {
		t.Errorf("an address that is none: %v", err)
	}
	away, err := mail.NewSMTP("smtp://127.0.0.1:1", "x@example.org")
	if err != nil {
		t.Fatal(err)
	}
	f = nil
	if err := away.Send(t.Context(), letter()); err == nil || errors.As(err, &f) {
		t.Errorf("no server: %v %+v", err, f)
	}
}
