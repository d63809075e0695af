package nodelink_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract/node"
)

// put sends a content as a node does, and returns the status.
func (w *world) put(token, server, hash, content string) int {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPut, w.url+node.PathConfiguration+"/"+server+"/"+hash, strings.NewReader(content))
	if err != nil {
		w.t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

func TestANodePutsContentsOfItsOwnServersOnly(t *testing.T) {
	w := newWorld(t)
	hash := strings.Repeat("0f", 32)
	used := w.token(nil)
	for _, c := range []struct {
		name, token, server, hash, content string
		want                               int
	}{
		{"without a token", "", one, hash, "a=1", 401},
		{"with a token of somebody else", "x", one, hash, "a=1", 401},
		{"of a server on another node", w.token(nil), "ServTwo2", hash, "a=1", 404},
		{"of no server", w.token(nil), "Nobody11", hash, "a=1", 404},
		{"by a name that is no hash", w.token(nil), one, strings.ToUpper(hash), "a=1", 404},
		{"by a short name", w.token(nil), one, hash[1:], "a=1", 404},
		{"a content that is too large", w.token(nil), one, hash, strings.Repeat("x", node.MaxConfiguration+1), 413},
		{"a content", used, one, hash, "a=1", 204},
		{"with a used token", used, one, hash, "a=2", 401},
		{"the same again", w.token(nil), one, hash, "a=1", 204},
		{"the largest content", w.token(nil), one, strings.Repeat("1", 64), strings.Repeat("x", node.MaxConfiguration), 204},
	} {
		if got := w.put(c.token, c.server, c.hash, c.content); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	if len(w.kept) != 2 || w.kept[one+" "+hash] != "a=1" {
		t.Errorf("%d contents are kept", len(w.kept))
	}
	w.fail = errors.New("the store is away")
	if got := w.put(w.token(nil), one, hash, "a=1"); got != 500 {
		t.Errorf("a content that is not kept is answered with %d", got)
	}
}
