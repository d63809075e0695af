package commandstest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

const whoHeader = "Test-Who"

// Answer is the answer to a request.
type Answer struct {
	Status   int
	Body     []byte
	Position string // of the command in the log

	asked string
}

// String is the request and its status.
func (a Answer) String() string { return fmt.Sprintf("%s: %d %s", a.asked, a.Status, a.Body) }

// Decode reads the body, which must be JSON, into what a pointer points to.
func (a Answer) Decode(t testing.TB, into any) {
	t.Helper()
	if err := json.Unmarshal(a.Body, into); err != nil {
		t.Fatalf("%v: %s", err, a)
	}
}

// JSON decodes the body, which must be an object.
func (a Answer) JSON(t testing.TB) map[string]any {
	t.Helper()
	var v map[string]any
	a.Decode(t, &v)
	return v
}

// Want fails unless the answer has the status. An error must have a code and a text, and a success must have a log
// position.
func (a Answer) Want(t testing.TB, status int) Answer {
	t.Helper()
	if a.Status != status {
		t.Fatalf("%s, want %d", a, status)
	}
	if status >= 400 {
		var fault struct{ Error, Description string }
		if a.Decode(t, &fault); fault.Error == "" || fault.Description == "" {
			t.Fatalf("an error without a code or text: %s", a)
		}
	} else if a.Position == "" {
		t.Fatalf("no Log-Position: %s", a)
	}
	return a
}

// Ask sends one request. Its body is nil, bytes or text that are sent as they are, a reader of unknown length, or a
// value that is sent as JSON. Headers come in pairs.
func (w *World) Ask(who, method, path string, body any, headers ...string) Answer {
	w.Helper()
	var sent io.Reader
	var text string
	switch b := body.(type) {
	case nil:
	case []byte:
		sent = bytes.NewReader(b)
	case string:
		text = b
	case io.Reader:
		sent = b
	default:
		data, err := json.Marshal(b)
		if err != nil {
			w.Fatal(err)
		}
		text = string(data)
	}
	if sent == nil {
		sent = strings.NewReader(text)
	}
	ctx, cancel := context.WithTimeout(w.Context(), 30*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, w.server.URL+path, sent)
	if err != nil {
		w.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(whoHeader, who)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := w.server.Client().Do(r)
	if err != nil {
		w.Fatal(err)
	}
	return w.answer(res, fmt.Sprintf("%s %s %.200s as %q", method, path, text, who))
}

// answer reads a whole response.
func (w *World) answer(res *http.Response, asked string) Answer {
	w.Helper()
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		w.Fatal(err)
	}
	return Answer{Status: res.StatusCode, Body: data, Position: res.Header.Get("Log-Position"), asked: asked}
}

// AskCut sends a request whose connection breaks before the last bytes of the declared body.
func (w *World) AskCut(who, method, path string, body []byte, missing int, headers ...string) Answer {
	w.Helper()
	r, err := http.NewRequestWithContext(w.Context(), method, w.server.URL+path, bytes.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	r.Header.Set(whoHeader, who)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	var whole bytes.Buffer
	if err := r.Write(&whole); err != nil {
		w.Fatal(err)
	}
	conn, err := net.DialTimeout("tcp", w.server.Listener.Addr().String(), 10*time.Second)
	if err != nil {
		w.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		w.Fatal(err)
	}
	if _, err := conn.Write(whole.Bytes()[:whole.Len()-missing]); err != nil {
		w.Fatal(err)
	}
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		w.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), r)
	if err != nil {
		w.Fatal(err)
	}
	return w.answer(res, fmt.Sprintf("%s %s, cut, as %q", method, path, who))
}

// Want sends a request, and fails unless the answer satisfies Answer.Want.
func (w *World) Want(status int, who, method, path string, body any, headers ...string) Answer {
	w.Helper()
	return w.Ask(who, method, path, body, headers...).Want(w, status)
}
