package pages

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestAPostedRequestForAuthorizationBecomesAnAddress(t *testing.T) {
	s := open(t, api("approved"))
	post := func(path, kind, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
		r.Header.Set("Content-Type", kind)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	const form = "application/x-www-form-urlencoded"
	for _, c := range []struct {
		name, path, kind, body string
		status                 int
		to                     string
	}{
		{"a form", "/auth/authorize", form + "; charset=utf-8", "client_id=a&state=x%2Fy+z", 303, "/auth/authorize?client_id=a&state=x%2Fy+z"},
		{"an address beside the form", "/auth/authorize?client_id=b", form, "client_id=a", 303, "/auth/authorize?client_id=b&client_id=a"},
		{"an address in the form", "/auth/authorize", form, "redirect_uri=https%3A%2F%2Fevil.example%2F%0d%0aX:%20y", 303, "/auth/authorize?redirect_uri=https%3A%2F%2Fevil.example%2F%0D%0AX%3A+y"},
		{"nothing", "/auth/authorize", form, "", 303, "/auth/authorize?"},
		{"a document", "/auth/authorize", "application/json", `{"client_id":"a"}`, 415, ""},
		{"no kind", "/auth/authorize", "", "client_id=a", 415, ""},
		{"a broken escape", "/auth/authorize", form, "client_id=%zz", 400, ""},
		{"too much", "/auth/authorize", form, "state=" + strings.Repeat("a", maxPosted), 413, ""},
		{"another page", "/auth/sign-in", form, "client_id=a", 405, ""},
	} {
		w := post(c.path, c.kind, c.body)
		if w.Code != c.status || w.Header().Get("Location") != c.to {
			t.Errorf("%s: %d to %q", c.name, w.Code, w.Header().Get("Location"))
		}
		if c.status != 405 && (w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Referrer-Policy") != "no-referrer") {
			t.Errorf("%s: %v", c.name, w.Header())
		}
	}
}
