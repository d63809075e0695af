package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/identity"
)

const (
	hostileTime   = 20 * time.Second // within which each answer ends
	hostileAnswer = 4 << 20          // bytes of an answer
	hostileError  = 8 << 10          // bytes of an error
)

// TestNoOperationFailsOnHostileContent sends hostile paths, queries and bodies to every operation of the API, as an
// administrator, whom no rule keeps from the code behind it, and as nobody. No answer is a failure of the server, is large
// or takes long.
func TestNoOperationFailsOnHostileContent(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	operations := slices.DeleteFunc(slices.Clone(s.API.Operations()), func(op huma.Operation) bool { return op.Hidden })
	if len(operations) < 150 {
		t.Fatalf("there are only %d operations", len(operations))
	}
	const parts = 6
	var all sync.WaitGroup
	var mu sync.Mutex
	answers := map[int]int{}
	for part := range parts {
		all.Go(func() {
			h := &hostile{testSite: s, answers: map[int]int{}, name: fmt.Sprintf("hostile%d", part), client: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
			h.session = h.person(h.name, identity.RoleAdmin)
			for i := part; i < len(operations); i += parts {
				h.attack(t, operations[i])
			}
			mu.Lock()
			defer mu.Unlock()
			for status, n := range h.answers {
				answers[status] += n
			}
		})
	}
	all.Wait()
	t.Logf("the answers by status: %v", answers)
	if answers[http.StatusBadRequest] < 1000 || answers[http.StatusOK] < 100 || answers[http.StatusNotFound] < 100 {
		t.Errorf("the requests did not reach the code behind the routes: %v", answers)
	}
}

// hostile is a client that sends hostile requests.
type hostile struct {
	*testSite
	client  *http.Client
	name    string
	session string
	answers map[int]int // by status
}

var pathParameter = regexp.MustCompile(`\{[^}]+\}`)

// hostileSegments are values of path parameters, escaped.
func hostileSegments() []string {
	return []string{
		"%2f", "..%2f..%2f..%2fetc%2fpasswd", "..", "%2e%2e", "%00", "a%00b", "%ff%fe", "%c0%af", "%E2%80%AE", "%F0%9F%98%80", "%0d%0aX:%20y",
		strings.Repeat("a", 6000), strings.Repeat("%E5%AD%97", 1000), "-1", "99999999999999999999999999", "%27%20OR%201=1--", "%25", "null", "%7B%22a%22:1%7D", "AAAAAAAA",
	}
}

// hostileValues are values of query parameters.
func hostileValues() []string {
	return []string{
		"", "\x00", "\xff\xfe", "-1", "99999999999999999999999999", "1e400", "NaN", strings.Repeat("x", 6000), strings.Repeat("[", 4000),
		`[[["a:b"]]]`, `["` + strings.Repeat("字", 1500) + `"]`, `{"a":1}`, `null`, `["a","a",null,1]`, "' OR 1=1--", `categories:"`, "%", "9999-99-99T99:99:99Z",
	}
}

// hostileMembers are values of each member of a body.
func hostileMembers() map[string]string {
	return map[string]string{
		"null": "null", "a boolean": "true", "a huge number": "1e400", "a large number": "123456789012345678901234567890", "a negative number": "-9223372036854775809",
		"a fraction": "0.1", "a NUL": `"a\u0000b"`, "wrong UTF-8": "\"\xff\xfe\"", "half a character": `"\ud800"`, "a long text": `"` + strings.Repeat("字", 30000) + `"`,
		"an empty text": `""`, "an id": `"AAAAAAAA"`, "an empty list": "[]", "a list": `[1,"a",null,{"a":[]}]`, "many entries": "[" + strings.Repeat(`"a",`, 20000) + `"a"]`,
		"an object": `{"code":"correction","a":{"b":[]}}`, "a deep list": strings.Repeat("[", 9000) + strings.Repeat("]", 9000),
		"a deep object": strings.Repeat(`{"a":`, 9000) + "1" + strings.Repeat("}", 9000),
	}
}

// hostileBodies are bodies for a route with some members.
func hostileBodies(members []string) map[string]string {
	out := map[string]string{
		"nothing": "", "half an object": "{", "null": "null", "a list": "[]", "a number": "1e999", "not JSON": "\x00\x01\xff", "an unclosed text": `{"a":"`,
		"an unknown member": `{"__proto__":{"a":1},"constructor":1}`, "a byte order mark": "\ufeff{}", "two documents": "{}{}",
		"too deep": strings.Repeat("[", 100_000), "an object": "{}",
	}
	for kind, value := range hostileMembers() {
		var all []string
		for _, name := range members {
			all = append(all, fmt.Sprintf("%q:%s", name, value))
		}
		out["members with "+kind] = "{" + strings.Join(all, ",") + "}"
	}
	for _, name := range members {
		out["the member "+name+" twice"] = fmt.Sprintf(`{%q:"a",%q:{"b":1},%q:null}`, name, name, name)
	}
	return out
}

func (h *hostile) attack(t *testing.T, op huma.Operation) {
	plain := pathParameter.ReplaceAllString(op.Path, "AAAAAAAA")
	if plain != op.Path {
		for _, segment := range hostileSegments() {
			h.send(t, op, strings.ReplaceAll(pathParameter.ReplaceAllString(op.Path, "\x00"), "\x00", segment), "", "application/json", "a hostile path")
		}
	}
	query := url.Values{}
	for _, value := range hostileValues() {
		for _, p := range op.Parameters {
			if p.In == "query" {
				query.Set(p.Name, value)
			}
		}
		if len(query) > 0 {
			h.send(t, op, plain+"?"+query.Encode(), "", "application/json", fmt.Sprintf("the query %.20q", value))
		}
	}
	h.send(t, op, plain+"?a=%zz&%00=%ff&;=;", "", "application/json", "a broken query")
	if op.Method == http.MethodGet {
		return
	}
	for name, body := range hostileBodies(h.members(op)) {
		h.send(t, op, plain, body, "application/json", name)
	}
	const form = "--x\r\nContent-Disposition: form-data; name=\"data\"\r\n\r\n{\"a\":\r\n--x\r\nContent-Disposition: form-data; name=\"\x00\"; filename=\"..\\..\\\xff\"\r\n\r\n"
	for kind, body := range map[string]string{
		"": "{}", "text/plain": "{}", "application/xml": `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`, "multipart/form-data": form, "multipart/form-data; boundary=x": form,
		"multipart/form-data; boundary=" + strings.Repeat("y", 300): form, "application/x-www-form-urlencoded": "a=b&a=%ff", "application/json; charset=utf-16": "\xff\xfe{\x00}\x00",
		"image/png": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\x00\x00\x00", "a/b/c;;;=": "{}", "application/octet-stream": "PK\x03\x04\xff\xff",
	} {
		h.send(t, op, plain, body, kind, "the type "+kind)
	}
}

// members are the names of the members of an operation's body.
func (h *hostile) members(op huma.Operation) (names []string) {
	if op.RequestBody == nil {
		return nil
	}
	for _, media := range op.RequestBody.Content {
		schema := media.Schema
		for schema != nil && schema.Ref != "" {
			schema = h.API.Huma.OpenAPI().Components.Schemas.SchemaFromRef(schema.Ref)
		}
		if schema == nil {
			continue
		}
		for name := range schema.Properties {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// send sends a request as an administrator and as nobody.
func (h *hostile) send(t *testing.T, op huma.Operation, path, body, kind, what string) {
	for _, auth := range []string{h.session, ""} {
		status, answer, err := h.one(t.Context(), op.Method, path, body, kind, auth)
		h.answers[status]++
		where := fmt.Sprintf("%s %s with %s (signed in: %v): %.120q", op.Method, op.Path, what, auth != "", path)
		switch {
		case err != nil:
			t.Errorf("%s: %v", where, err)
		case status >= http.StatusInternalServerError:
			t.Errorf("%s: %d %.300s", where, status, answer)
		case len(answer) > hostileAnswer || status >= http.StatusBadRequest && len(answer) > hostileError:
			t.Errorf("%s: %d with %d bytes", where, status, len(answer))
		case status >= http.StatusBadRequest && op.Method != http.MethodHead && len(answer) > 0 && answer[0] == '{' && !isFault(answer):
			t.Errorf("%s: %d %.300s is no error of the API", where, status, answer)
		case status == http.StatusUnauthorized && auth != "":
			h.signIn(t)
		}
	}
}

func isFault(answer []byte) bool {
	var body struct{ Error, Description string }
	return json.Unmarshal(answer, &body) == nil && body.Error != "" && body.Description != ""
}

// signIn begins a session if a request has ended the last one.
func (h *hostile) signIn(t *testing.T) {
	if h.ask(h.session, http.MethodGet, "/v2/user", nil).Status == http.StatusOK {
		return
	}
	_, begun, err := h.Identity.Login(t.Context(), h.name, password, identity.Origin{})
	if err != nil {
		t.Errorf("sign in again: %v", err)
		return
	}
	h.session = begun.Token
}

func (h *hostile) one(ctx context.Context, method, path, body, kind, auth string) (int, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, hostileTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, h.url, bytes.NewReader([]byte(body)))
	if err != nil {
		return 0, nil, err
	}
	r.URL.Opaque = "//" + r.URL.Host + path // as it is written
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	if auth != "" {
		r.Header.Set("Authorization", auth)
	}
	res, err := h.client.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close() //nolint:errcheck // only read
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		return res.StatusCode, nil, nil
	}
	answer, err := io.ReadAll(io.LimitReader(res.Body, hostileAnswer+1))
	return res.StatusCode, answer, err
}

// Some requests cannot be sent by a client that keeps to the rules.
func TestBrokenRequestsEndWithoutAFailure(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	address := strings.TrimPrefix(s.url, "http://")
	for name, request := range map[string]string{
		"a broken escape":              "GET /v2/project/%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"a raw NUL":                    "GET /v2/project/\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"raw bytes":                    "GET /v2/project/\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"no host":                      "GET /v2/search HTTP/1.1\r\n\r\n",
		"two hosts":                    "GET /v2/search HTTP/1.1\r\nHost: localhost\r\nHost: other\r\n\r\n",
		"two lengths":                  "POST /v2/version_files HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
		"a length and chunks":          "POST /v2/version_files HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"a broken chunk":               "POST /v2/version_files HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
		"an unknown method":            "BREW /v2/search HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"a method of another protocol": "CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"a long header":                "GET /v2/search HTTP/1.1\r\nHost: localhost\r\nX-A: " + strings.Repeat("a", 2<<20) + "\r\n\r\n",
		"an unknown protocol":          "GET /v2/search HTTP/9.9\r\nHost: localhost\r\n\r\n",
	} {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(hostileTime))
		_, _ = io.WriteString(conn, request) // the server may end the connection before it has read everything
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err == nil {
			// Go's server answers 505 to protocols that it does not know.
			if res.StatusCode >= http.StatusInternalServerError && res.StatusCode != http.StatusHTTPVersionNotSupported || res.StatusCode < http.StatusMultipleChoices && name != "raw bytes" {
				t.Errorf("%s: %d", name, res.StatusCode)
			}
			_ = res.Body.Close()
		} else if strings.Contains(err.Error(), "timeout") {
			t.Errorf("%s: %v", name, err)
		}
		_ = conn.Close()
	}
	if answer := s.ask("", http.MethodGet, "/v2/statistics", nil); answer.Status != http.StatusOK {
		t.Errorf("afterwards: %d", answer.Status)
	}
}
