package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// load sends visitors' requests with eight callers for some seconds, and returns the number of answers. All projects
// must exist.
func (p *running) load(ctx context.Context, projects, seconds int) (asked int, err error) {
	err = p.Until(ctx, "/v2/search?limit=1", func(status int, body []byte) bool {
		return status == http.StatusOK && strings.Contains(string(body), fmt.Sprintf(`"total_hits":%d}`, projects))
	})
	if err != nil {
		return 0, err
	}
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 8}}
	defer client.CloseIdleConnections()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all sync.WaitGroup
	counts, errs := [8]int{}, [8]error{}
	until := time.Now().Add(time.Duration(seconds) * time.Second)
	for c := range counts {
		all.Go(func() {
			for n := c; time.Now().Before(until) && errs[c] == nil; n += len(counts) {
				if errs[c] = ask(ctx, client, p.URL+visit(n, projects)); errs[c] != nil {
					cancel()
					return
				}
				counts[c]++
			}
		})
	}
	all.Wait()
	for _, n := range counts {
		asked += n
	}
	return asked, errors.Join(errs[:]...)
}

// visit is the n-th request of a visitor: projects, all kinds of searches, pages and counts.
func visit(n, projects int) string {
	id := projectID(n * 7919 % projects)
	word := invented(n)
	search := func(query, facets string) string {
		return "/v2/search?limit=20&query=" + url.QueryEscape(query) + "&facets=" + url.QueryEscape(facets)
	}
	switch n % 8 {
	case 0:
		return "/v2/project/" + id
	case 1:
		return "/v2/project/" + id + "/version"
	case 2:
		return search(word.title, "")
	case 3:
		return search(word.aliases[0].Text, "")
	case 4:
		return search("", `[["categories:fabric"],["project_type:mod"]]`)
	case 5:
		return search(word.title[:4], `[["project_type:mod"]]`)
	case 6:
		return "/mod/" + id
	}
	return "/_internal/search/counts?query=" + url.QueryEscape(word.title[:3])
}

func ask(ctx context.Context, client *http.Client, address string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close() //nolint:errcheck // read to its end
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("GET %s answers %d", address, res.StatusCode)
	}
	return nil
}
