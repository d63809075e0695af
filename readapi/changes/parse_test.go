package changes

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

func FuzzParametersOfTheFeed(f *testing.F) {
	for _, query := range []string{
		"", "limit=5&wait=3", "limit=-1", "limit=1e9", "wait=999999999999999999999", "kinds=project.created,,x", "types=project&types=version", "project=AAAAAAA1", "project=../x", "limit=%zz", "a;b", "after=%00",
	} {
		f.Add(query)
	}
	f.Fuzz(func(t *testing.T, query string) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.URL.RawQuery = query
		q, wait, err := parse(r)
		if err != nil {
			var invalid httpkit.Faulty
			if !errors.As(err, &invalid) {
				t.Fatalf("%q: %v is no fault of the caller", query, err)
			}
			return
		}
		unknown := func(list, known []string) bool {
			return slices.ContainsFunc(list, func(one string) bool { return !slices.Contains(known, one) })
		}
		if q.Limit < 1 || q.Limit > maxLimit || wait < 0 || wait.Seconds() > maxWait || q.Project != "" && !ids.Valid(q.Project) ||
			unknown(q.Kinds, contract.ChangeKinds()) || unknown(q.Types, contract.ObjectTypes()) {
			t.Errorf("%q is read as %+v, %s", query, q, wait)
		}
	})
}
