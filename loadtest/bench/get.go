package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/modyard/modyard/platform/httpkit"
)

const (
	getConnections = 8
	getProjects    = 256 // requested in turn
)

// getProject compares the served stack with a bare handler that answers the same bytes, alternately.
func getProject(ctx context.Context, g *ground) ([]Row, error) {
	s, err := g.openSite(ctx)
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, encoding := range []string{"", "gzip"} {
		row, err := s.besideBare(ctx, encoding, g.amount(10, 2))
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (s *site) besideBare(ctx context.Context, encoding string, rounds int) (row Row, err error) {
	bare := map[string]answer{}
	bytes := 0
	for n := range getProjects {
		path := "/v2/project/" + projectID(n%s.projects)
		for range 2 { // the second time from the cache of hot documents
			if bare[path], err = s.fetch(ctx, path, encoding); err != nil {
				return row, err
			}
		}
		bytes += len(bare[path].body)
	}
	url, stop, err := serveBare(bare)
	if err != nil {
		return row, err
	}
	defer func() { err = errors.Join(err, stop()) }()
	var ratios, ours, theirs []float64
	for range rounds {
		a, err := s.rate(ctx, s.url, encoding)
		if err != nil {
			return row, err
		}
		b, err := s.rate(ctx, url, encoding)
		if err != nil {
			return row, err
		}
		ratios, ours, theirs = append(ratios, a/b), append(ours, a), append(theirs, b)
	}
	what := "GET project ÷ a bare handler of the same bytes"
	if encoding != "" {
		what += ", " + encoding
	}
	return Row{What: what, Figure: median(ratios), Unit: "×", Budget: atLeast(0.5),
		Note: fmt.Sprintf("%.0f and %.0f requests/s, %d connections, %d bytes", median(ours), median(theirs), getConnections, bytes/getProjects)}, nil
}

// answer is what the bare handler sends.
type answer struct {
	kind, encoding string
	body           []byte
}

func (s *site) fetch(ctx context.Context, path, encoding string) (answer, error) {
	res, err := s.get(ctx, s.url+path, encoding)
	if err != nil {
		return answer{}, err
	}
	defer res.Body.Close() //nolint:errcheck // read to its end
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return answer{}, err
	}
	a := answer{kind: res.Header.Get("Content-Type"), encoding: res.Header.Get("Content-Encoding"), body: body}
	if res.StatusCode != http.StatusOK || a.encoding != encoding {
		return a, fmt.Errorf("GET %s answers %d in encoding %q, not in %q", path, res.StatusCode, a.encoding, encoding)
	}
	return a, nil
}

func (s *site) get(ctx context.Context, url, encoding string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	if encoding != "" {
		req.Header.Set("Accept-Encoding", encoding)
	}
	return s.client.Do(req)
}

// serveBare answers from a map, on a server with the site's settings.
func serveBare(answers map[string]answer) (url string, stop func() error, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, fmt.Errorf("listen: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v2/project/{id}", func(w http.ResponseWriter, r *http.Request) {
		a := answers[r.URL.Path]
		w.Header().Set("Content-Type", a.kind)
		if a.encoding != "" {
			w.Header().Set("Content-Encoding", a.encoding)
		}
		_, _ = w.Write(a.body) // the client may have closed the connection
	})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- httpkit.ServeListener(ctx, listener, mux) }()
	return "http://" + listener.Addr().String(), func() error { cancel(); return <-done }, nil
}

// rate is the number of answered requests a second over all connections.
func (s *site) rate(ctx context.Context, url, encoding string) (float64, error) {
	const span = 700 * time.Millisecond
	var all sync.WaitGroup
	counts := make([]int, getConnections)
	errs := make([]error, getConnections)
	begin := time.Now()
	for c := range getConnections {
		all.Go(func() {
			for n := c; time.Since(begin) < span; n++ {
				res, err := s.get(ctx, url+"/v2/project/"+projectID(n%getProjects%s.projects), encoding)
				if err == nil {
					_, err = io.Copy(io.Discard, res.Body)
					err = errors.Join(err, res.Body.Close())
				}
				if err == nil && res.StatusCode != http.StatusOK {
					err = fmt.Errorf("GET project answers %d", res.StatusCode)
				}
				if errs[c] = err; err != nil {
					return
				}
				counts[c]++
			}
		})
	}
	all.Wait()
	took := time.Since(begin)
	total := 0
	for _, n := range counts {
		total += n
	}
	return float64(total) / took.Seconds(), errors.Join(errs...)
}
