package issue

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/modyard/modyard/readapi/view"
)

func FuzzCursorsAreThoseOfAList(f *testing.F) {
	f.Add(cursor{order{"updated", "desc"}, 1_700_000_000_000_000, 12}.String(), "updated", "desc")
	f.Add(cursor{order{"created", "asc"}, 0, 1}.String(), "created", "asc")
	f.Add("bnVtYmVy", "comments", "desc")
	f.Add("", "", "")
	f.Fuzz(func(t *testing.T, raw, sort, direction string) {
		c, err := parseCursor(raw, order{sort, direction})
		if err != nil {
			return
		}
		if c.String() != raw || c.value < 0 || c.number < 0 {
			t.Errorf("%q is read as %+v", raw, c)
		}
		var where view.Conditions
		c.behind(&where)
		if strings.Contains(where.SQL(), raw) && raw != "" {
			t.Errorf("%q is part of the query", raw)
		}
	})
}

func FuzzTheFamilysPathNamesOneProject(f *testing.F) {
	for _, seed := range []string{"/v3/issues/project/quay", "/v3/issues/project/", "/v3/issues/project/a/b", "/v3/issues/Issue001/comments", "/v3/issues/project/%2e%2e"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		if !utf8.ValidString(path) || !strings.HasPrefix(path, "/") {
			return
		}
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.URL.Path = path
		FamilyPath(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			rest, family := strings.CutPrefix(path, familyPath)
			if !family || rest == "" || strings.Contains(rest, "/") {
				if r.URL.Path != path {
					t.Errorf("%q is served as %q", path, r.URL.Path)
				}
			} else if r.URL.Path != "/v3/project/"+rest+"/issues" {
				t.Errorf("%q is served as %q", path, r.URL.Path)
			}
		})).ServeHTTP(httptest.NewRecorder(), r)
	})
}
