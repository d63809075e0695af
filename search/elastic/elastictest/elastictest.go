// Package elastictest runs tests against a real Elasticsearch node, started from published jars in a separate JVM. A
// node ends with the process that started it, even when that process is killed. Its heap is 512 MB by default;
// MODYARD_TEST_ELASTICSEARCH_HEAP sets another size: a benchmark over the whole catalogue needs 4g.
package elastictest

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	// EnvURL names a node that tests use instead of starting one.
	EnvURL = "MODYARD_TEST_ELASTICSEARCH_URL"
	// EnvNeed is "required" where a test must fail instead of being skipped without a node.
	EnvNeed = "MODYARD_TEST_ELASTICSEARCH"
	// EnvMissing is set by withelastic to the reason for which it could not start a node.
	EnvMissing = "MODYARD_TEST_ELASTICSEARCH_MISSING"
	// EnvHeap is the heap of a started node, in java's notation: 512m by default.
	EnvHeap = "MODYARD_TEST_ELASTICSEARCH_HEAP"
)

// Required says whether a missing node is a failure.
func Required() bool { return os.Getenv(EnvNeed) == "required" }

// URL is the address of the node that all tests of the run share. Without a node the test is skipped, or fails if
// EnvNeed requires one. A short run starts none.
func URL(t testing.TB) string {
	t.Helper()
	if raw := os.Getenv(EnvURL); raw != "" {
		return raw
	}
	slow(t)
	if reason := os.Getenv(EnvMissing); reason != "" {
		missing(t, fmt.Errorf("%s", reason))
	}
	node, err := shared()
	if err != nil {
		missing(t, err)
	}
	return node.URL()
}

// The shared node runs as long as the test process, so the package owns it, not a test.
var shared = sync.OnceValues(func() (*Node, error) {
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	return Start(ctx)
})

// OwnNode starts a node for one test, which may kill it.
func OwnNode(t testing.TB) *Node {
	t.Helper()
	slow(t)
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	if reason := os.Getenv(EnvMissing); reason != "" {
		missing(t, fmt.Errorf("%s", reason))
	}
	node, err := Start(ctx)
	if err != nil {
		missing(t, err)
	}
	t.Cleanup(node.Stop)
	return node
}

// slow skips a test that would start a node in a short run.
func slow(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("needs a node of Elasticsearch: runs in make test-all")
	}
}

func missing(t testing.TB, err error) {
	t.Helper()
	if Required() {
		t.Fatalf("no Elasticsearch to test with: %v", err)
	}
	t.Skipf("no Elasticsearch to test with: %v", err)
}

// Address is the node's address with an index name that no other test uses; its indexes are removed when the test
// ends.
func Address(t testing.TB, node string) string {
	t.Helper()
	name := "t" + strings.ToLower(rand.Text()[:16])
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		for _, path := range []string{"/" + name + "-*?expand_wildcards=all", "/_index_template/" + name + "-*"} {
			req, err := http.NewRequestWithContext(ctx, http.MethodDelete, strings.TrimRight(node, "/")+path, nil)
			if err != nil {
				t.Logf("elastictest: %v", err)
				continue
			}
			client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
			if res, err := client.Do(req); err == nil { // a killed node has nothing to remove
				_ = res.Body.Close()
			}
		}
	})
	return strings.TrimRight(node, "/") + "/?index=" + name
}
