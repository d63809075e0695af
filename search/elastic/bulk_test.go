package elastic

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func TestARejectedRequestIsSplitUntilOnlyInvalidChangesAreRejected(t *testing.T) {
	var stored []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Elastic-Product", "Elasticsearch")
		w.Header().Set("Content-Type", "application/json")
		if strings.Contains(string(body), `"_id":"bad`) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"error":{"type":"action_request_validation_exception","reason":"Validation Failed"},"status":400}`)
			return
		}
		var items []string
		for line := range strings.Lines(string(body)) {
			if _, rest, ok := strings.Cut(line, `{"index":{"_id":"`); ok {
				id, _, _ := strings.Cut(rest, `"`)
				stored, items = append(stored, id), append(items, `{"index":{"status":201}}`)
			}
		}
		_, _ = fmt.Fprintf(w, `{"items":[%s]}`, strings.Join(items, ","))
	}))
	defer server.Close()
	c, err := Open(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var rows []row
	for _, id := range []string{"a", "bad1", "b", "odd-id", "c", "d", "bad2", "e"} {
		rows = append(rows, row{id: id, position: int64(len(rows) + 1)})
	}
	no, err := c.bulk(t.Context(), "index", rows)
	if err != nil {
		t.Fatal(err)
	}
	var refusedIDs []string
	for _, r := range no {
		refusedIDs = append(refusedIDs, r.ID)
	}
	slices.Sort(refusedIDs)
	slices.Sort(stored)
	if got := strings.Join(refusedIDs, " "); got != "bad1 bad2 odd-id" {
		t.Errorf("rejected: %s", got)
	}
	if got := strings.Join(slices.Compact(stored), " "); got != "a b c d e" {
		t.Errorf("stored: %s", got)
	}
}
