package join_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/identity"
	"github.com/modyard/modyard/node/join"
)

// office is a site that takes one code once.
func office(t *testing.T, joined *node.Join) *httptest.Server {
	t.Helper()
	refuse := func(w http.ResponseWriter, status int, code string) {
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]string{"error": code, "description": "no"})
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request node.Join
		if r.Method != http.MethodPost || r.URL.Path != node.PathJoin || json.NewDecoder(r.Body).Decode(&request) != nil {
			refuse(w, http.StatusBadRequest, "bad")
			return
		}
		switch {
		case request.Code == "old":
			refuse(w, http.StatusGone, node.JoinExpired)
		case request.Code == "full":
			refuse(w, http.StatusConflict, "too_many_nodes")
		case request.Code == "proxy":
			w.WriteHeader(http.StatusBadGateway)
		case request.Code == "away":
			http.Redirect(w, r, "https://elsewhere.example/", http.StatusTemporaryRedirect)
		case request.Code == "odd":
			_, _ = w.Write([]byte("<html>"))
		case request.Code != "good":
			refuse(w, http.StatusNotFound, node.JoinUnknown)
		case joined.Code != "":
			refuse(w, http.StatusConflict, node.JoinUsed)
		default:
			*joined = request
			_ = json.NewEncoder(w).Encode(node.Joined{Node: "nodeAAAA", Name: "一号机"})
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func TestAMachineJoinsOnceAndKeepsItsKeyForItself(t *testing.T) {
	var at node.Join
	s := office(t, &at)
	dir := filepath.Join(t.TempDir(), "new", "data")
	request := join.Request{Site: s.URL + "/", Code: "good", Dir: dir, Address: "https://node-1.example.org/", Version: "v1"}
	id, err := join.Join(t.Context(), request)
	if err != nil || id.Node != "nodeAAAA" || id.Name != "一号机" || id.Site != s.URL {
		t.Fatal(id, err)
	}
	if at.Address != "https://node-1.example.org" || at.Version != "v1" || at.PublicKey != base64.RawURLEncoding.EncodeToString(id.Key.Public().(ed25519.PublicKey)) {
		t.Errorf("the site got %+v", at)
	}
	info, err := os.Stat(filepath.Join(dir, identity.Name))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	again, err := identity.Read(dir)
	if err != nil || !again.Key.Equal(id.Key) || again.Site != id.Site || again.Node != id.Node {
		t.Error(again, err)
	}
	if _, err := join.Join(t.Context(), request); !errors.Is(err, join.ErrAlready) {
		t.Errorf("joined again: %v", err)
	}
	// The second machine's code is refused, and it may try again with a good one.
	other := request
	other.Dir = t.TempDir()
	if _, err := join.Join(t.Context(), other); !errors.Is(err, join.ErrUsed) {
		t.Errorf("a used code: %v", err)
	}
	at = node.Join{}
	if _, err := join.Join(t.Context(), other); err != nil {
		t.Error(err)
	}
}

func TestARefusalSaysWhatToDoAndLeavesNothing(t *testing.T) {
	var at node.Join
	s := office(t, &at)
	gone := httptest.NewServer(nil)
	gone.Close()
	for _, c := range []struct {
		site, code string
		want       error
	}{
		{s.URL, "wrong", join.ErrUnknown}, {s.URL, "old", join.ErrExpired}, {gone.URL, "good", join.ErrUnreachable}, {s.URL, "proxy", join.ErrAnswer},
		{s.URL, "odd", join.ErrAnswer}, {s.URL, "away", join.ErrAnswer}, {s.URL, "full", nil}, {s.URL, "", nil}, {"http://example.org", "good", nil},
		{"ftp://example.org", "good", nil}, {s.URL + "/path", "good", nil},
	} {
		dir := t.TempDir()
		_, err := join.Join(t.Context(), join.Request{Site: c.site, Code: c.code, Dir: dir, Address: "https://node-1.example.org"})
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s %q: %v", c.site, c.code, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s %q leaves %v, %v", c.site, c.code, left, err)
		}
	}
}

func TestAnIdentityThatOthersMayReadIsRefused(t *testing.T) {
	var at node.Join
	s := office(t, &at)
	dir := t.TempDir()
	id, err := join.Join(t.Context(), join.Request{Site: s.URL, Code: "good", Dir: dir, Address: "https://node-1.example.org"})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(dir, identity.Name), 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := identity.Read(dir); err == nil || !strings.Contains(err.Error(), "0600") {
		t.Error(err)
	}
	if _, err := identity.Read(t.TempDir()); !errors.Is(err, identity.ErrNotJoined) {
		t.Error(err)
	}
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	raw, err := id.Sign(now)
	if err != nil {
		t.Fatal(err)
	}
	read, err := jwt.Parse(raw, func(*jwt.Token) (any, error) { return id.Key.Public(), nil }, jwt.WithValidMethods([]string{"EdDSA"}), jwt.WithAudience(s.URL),
		jwt.WithIssuer("nodeAAAA"), jwt.WithExpirationRequired(), jwt.WithTimeFunc(func() time.Time { return now.Add(59 * time.Second) }))
	if err != nil || !read.Valid {
		t.Error(read, err)
	}
	if second, err := id.Sign(now); err != nil || second == raw {
		t.Error("two requests have one signature", err)
	}
	if strings.Contains(id.String(), base64.RawURLEncoding.EncodeToString(id.Key.Seed())) {
		t.Error("the key is shown")
	}
}
