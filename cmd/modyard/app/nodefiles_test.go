package app

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	readserver "github.com/modyard/modyard/readapi/server"
)

func TestAFileOfANodeIsReadWithinBoundsAndWithoutRedirects(t *testing.T) {
	reached := false
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/small":
			if r.Header.Get("Authorization") == "Bearer token" {
				_, _ = w.Write([]byte("motd=x"))
			}
		case "/large":
			_, _ = w.Write([]byte(strings.Repeat("x", 101)))
		case "/redirect":
			http.Redirect(w, r, "/inside", http.StatusFound)
		case "/inside":
			reached = true
		default:
			http.NotFound(w, r)
		}
	}))
	defer s.Close()
	fetch := nodeFiles()
	if data, err := fetch(t.Context(), s.URL+"/small", "token", 100); err != nil || string(data) != "motd=x" {
		t.Errorf("%q %v", data, err)
	}
	if _, err := fetch(t.Context(), s.URL+"/large", "token", 100); !errors.Is(err, readserver.ErrTooLarge) {
		t.Error(err)
	}
	if _, err := fetch(t.Context(), s.URL+"/missing", "token", 100); !errors.Is(err, readserver.ErrNoFile) {
		t.Error(err)
	}
	if _, err := fetch(t.Context(), s.URL+"/redirect", "token", 100); err == nil || reached {
		t.Errorf("a redirect is followed: %v", err)
	}
}
