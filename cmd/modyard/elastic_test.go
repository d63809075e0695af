package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/until"
	"github.com/modyard/modyard/search/elastic/elastictest"
)

func TestServeSearchesWithElasticsearchAndWithoutItDuringAnOutage(t *testing.T) {
	t.Parallel()
	node := elastictest.URL(t)
	proxy := elastictest.NewProxy(t, strings.TrimPrefix(node, "http://"))
	address := strings.Replace(elastictest.Address(t, node), node, proxy.URL(), 1)
	dir := siteDir(t)
	s := serve(t, dir, "--elasticsearch-url", address, "--rate-limit", "0")
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answers := func(path, engine string) {
		t.Helper()
		until.Until(t, path+" is answered by "+engine, func() error {
			answer, err := client.Get(s.url + path)
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
			if answer.StatusCode != http.StatusOK {
				t.Fatalf("%s answers %d", path, answer.StatusCode)
			}
			if by := answer.Header.Get("Search-Engine"); by != engine {
				return fmt.Errorf("it is answered by %q\n%s", by, s.errs)
			}
			return nil
		})
	}
	paths := []string{"/v2/search?query=lantern", "/v3/search", "/_internal/search/counts"}
	for _, path := range paths {
		answers(path, "elasticsearch")
	}
	t.Run("verify and rebuild support the index", func(t *testing.T) {
		if out, code := tool(t, "", "verify", "search", "--data-dir", dir, "--elasticsearch-url", address); code != 0 || !strings.Contains(out, "equals the documents in Postgres") {
			t.Errorf("verify: exit code %d, output:\n%s", code, out)
		}
		if out, code := tool(t, "", "rebuild", "search", "--data-dir", dir, "--elasticsearch-url", address); code != 0 {
			t.Errorf("rebuild: exit code %d, output:\n%s", code, out)
		}
	})
	t.Run("the settings are printed without the password", func(t *testing.T) {
		out, code := tool(t, "", "config", "--elasticsearch-url", "https://elastic:hunter2@search.example:9200/?api_key=hunter3")
		if code != 0 || strings.Contains(out, "hunter") || !strings.Contains(out, "search.example") {
			t.Errorf("exit code %d, output:\n%s", code, out)
		}
		if out, code := tool(t, "", "worker", "--data-dir", dir, "--elasticsearch-url", "nowhere"); code != 1 || !strings.Contains(out, "elasticsearch-url") {
			t.Errorf("a bad address: exit code %d, output:\n%s", code, out)
		}
	})
	proxy.Cut()
	for _, path := range paths {
		answers(path, "postgres")
	}
	answers("/readyz", "") // ready without Elasticsearch
	proxy.Heal()
	for _, path := range paths {
		answers(path, "elasticsearch")
	}
	s.stop(t)
}
