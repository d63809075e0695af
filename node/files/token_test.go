package files_test

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
)

// with makes a request with an Authorization header.
func (h *host) with(authorization, method, route string, parameters ...string) reply {
	h.t.Helper()
	r := h.request(method, route, nil, parameters...)
	r.Header.Set("Authorization", authorization)
	return h.send(r)
}

func TestHostile16TokensThatAreNotForThisAreRefused(t *testing.T) {
	h := newHost(t)
	h.put("a", "1")
	now := time.Now().Unix()
	set := func(name string, value any) func(jwt.MapClaims) { return func(c jwt.MapClaims) { c[name] = value } }
	for what, c := range map[string]struct {
		change func(jwt.MapClaims)
		status int
		code   string
	}{
		"expired":           {func(c jwt.MapClaims) { c["nbf"], c["exp"] = now-900, now-400 }, 401, node.FileUnauthorized},
		"of the future":     {func(c jwt.MapClaims) { c["nbf"], c["exp"] = now+300, now+400 }, 401, node.FileUnauthorized},
		"of another node":   {set("aud", "nodeBBBB"), 401, node.FileUnauthorized},
		"without a server":  {set("srv", ""), 401, node.FileUnauthorized},
		"an unknown server": {set("srv", "srvBBBBB"), 403, node.FileForbidden},
		"a path as server":  {set("srv", "../srvAAAAA"), 403, node.FileForbidden},
		"for the console":   {set("scp", []string{node.ScopeConsole, node.ScopeCommands}), 403, node.FileForbidden},
		"for writing only":  {set("scp", []string{node.ScopeFilesWrite}), 403, node.FileForbidden},
	} {
		a := h.with("Bearer "+h.token(c.change), http.MethodGet, "/download", "path", "/a")
		wants(t, what, a, c.status, c.code, "")
	}
	readOnly := "Bearer " + h.token(set("scp", []string{node.ScopeFilesRead}))
	for _, route := range []struct{ method, path string }{
		{"POST", "/create"}, {"PUT", "/update"}, {"POST", "/move"}, {"POST", "/copy"}, {"DELETE", "/delete"}, {"DELETE", "/trash"}, {"POST", "/trash/restore"},
		{"POST", "/unarchive"}, {"POST", "/ops/cancel"}, {"POST", "/ops/dismiss"},
	} {
		wants(t, route.path+" to read", h.with(readOnly, route.method, route.path, "path", "/a"), 403, node.FileForbidden, "")
		wants(t, route.path+" without", h.with("", route.method, route.path, "path", "/a"), 401, node.FileUnauthorized, "")
	}
	good := h.token(nil)
	parts := strings.Split(good, ".")
	for _, authorization := range []string{"", "Bearer", "Bearer ", good, "Basic " + good, "bearer " + good, "Bearer  " + good, "Bearer " + good + "x", "Bearer " + parts[0] + "." + parts[1] + "."} {
		wants(t, authorization[:min(10, len(authorization))], h.with(authorization, http.MethodGet, "/list", "path", "/"), 401, node.FileUnauthorized, "")
	}
}

func TestHostile17AnAccountThatLosesItsRightIsCutInTheMiddle(t *testing.T) {
	h := newHost(t)
	h.put("a", "old")
	h.put("large", "")
	if err := os.Truncate(h.file("large"), 2<<30); err != nil {
		t.Skip(err)
	}
	go h.running().Run(t.Context())
	for what, end := range map[string]func(){
		"revoked": func() {
			r := node.Revoked{Server: server, Account: account, Epoch: 2}
			if err := h.guard.Revoke(r); err != nil {
				t.Error(err)
			}
			h.running().Recheck(r.Server)
		},
		"suspended": func() { h.want(func(d *node.Desired) { d.Suspended = true }) },
	} {
		h.want(func(d *node.Desired) { d.Suspended = false })
		epoch := "Bearer " + h.token(func(c jwt.MapClaims) { c["epo"] = map[string]int{"revoked": 1, "suspended": 9}[what] })
		r := h.request(http.MethodGet, "/download", nil, "path", "/large")
		r.Header.Set("Authorization", epoch)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		content, more := io.Pipe()
		up := h.request(http.MethodPut, "/update", content, "path", "/a")
		up.Header.Set("Authorization", epoch)
		uploaded := make(chan bool, 1)
		go func() {
			a, err := http.DefaultClient.Do(up)
			uploaded <- err == nil && a.StatusCode == http.StatusNoContent
			if err == nil {
				_ = a.Body.Close()
			}
		}()
		if _, err := more.Write([]byte("new")); err != nil {
			t.Fatal(err)
		}
		h.staged(1)
		end()
		if n, err := io.Copy(io.Discard, answer.Body); err == nil {
			t.Errorf("%s: the download went on to its end: %d bytes", what, n)
		}
		_ = answer.Body.Close()
		h.staged(0) // although the content goes on
		_ = more.CloseWithError(io.ErrClosedPipe)
		if <-uploaded {
			t.Errorf("%s: the upload was taken", what)
		}
		wants(t, what, h.with(epoch, http.MethodGet, "/list", "path", "/"), 403, node.FileForbidden, "")
	}
	h.has("a", "old")
}

// text is a log.
type text struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (x *text) Write(p []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.b.Write(p)
}

func TestHostile18NoTokenIsInALogOrTakenFromAnAddress(t *testing.T) {
	h := newHost(t)
	log := &text{}
	h.start(func(o *files.Options) {
		o.Log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	token := h.token(nil)
	for _, name := range []string{"token", "auth", "access_token", "jwt", "Authorization"} {
		wants(t, name, h.with("", http.MethodGet, "/list", "path", "/", name, token), 401, node.FileUnauthorized, "")
	}
	h.with("Bearer "+token+"x", http.MethodGet, "/list", "path", "/")
	h.with("Bearer "+token, http.MethodGet, "/list", "path", "/")
	log.mu.Lock()
	defer log.mu.Unlock()
	if log.b.Len() == 0 || strings.Contains(log.b.String(), "eyJ") {
		t.Errorf("the log: %s", log.b.String())
	}
}

func TestHostile19ATokenThatEndedIsToldFromARightThatIsLacking(t *testing.T) {
	h := newHost(t)
	now := time.Now().Unix()
	a := h.with("Bearer "+h.token(func(c jwt.MapClaims) { c["nbf"], c["exp"] = now-900, now-400 }), http.MethodGet, "/list", "path", "/")
	wants(t, "expired", a, 401, node.FileUnauthorized, "") // a client renews its token and tries once more
	if a.header.Get("WWW-Authenticate") != "Bearer" {
		t.Errorf("%v", a.header)
	}
	h.want(func(d *node.Desired) { d.Suspended = true })
	wants(t, "suspended", h.get("/list", "path", "/"), 403, node.FileForbidden, "") // a new token would not help
	h.want(func(d *node.Desired) { d.Suspended, d.Deleted = false, true })
	wants(t, "deleted", h.get("/list", "path", "/"), 403, node.FileForbidden, "")
}
