package mail_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/mail"
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

// A server that accepts everything and records the letter.
func TestALetterIsSentBySMTP(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // end of the test
	got := make(chan string, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close() //nolint:errcheck // end of the test
		in := bufio.NewReader(c)
		reply := func(s string) { _, _ = io.WriteString(c, s+"\r\n") }
		reply("220 here")
		var letter strings.Builder
		for data := false; ; {
			line, err := in.ReadString('\n')
			if err != nil {
				return
			}
			word := strings.ToUpper(strings.Fields(line + " x")[0])
			switch {
			case data && line == ".\r\n":
				data = false
				reply("250 kept")
				got <- letter.String()
			case data:
				letter.WriteString(line)
			case word == "DATA":
				data = true
				reply("354 go on")
			case word == "QUIT":
				reply("221 bye")
				return
			default:
				reply("250 yes")
			}
		}
	}()
	s, err := mail.NewSMTP(fmt.Sprintf("smtp://%s?from=site@example.org", l.Addr()), "x@example.org")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Send(t.Context(), letter()); err != nil {
		t.Fatal(err)
	}
	if text := <-got; !strings.Contains(text, "From: <site@example.org>") || !strings.Contains(text, "multipart/alternative") {
		t.Fatal(text)
	}
}
