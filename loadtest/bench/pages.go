package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/modyard/modyard/readapi/pages/render"
)

const pageConnections = 8

// drawnPages measures lists of 20 projects: each of another part of the catalogue, which no earlier one has drawn, one
// after the other, and then the same one over several connections. Their sizes are those that a browser receives.
func drawnPages(ctx context.Context, g *ground) (rows []Row, err error) {
	const what = "page of a list, "
	if _, err := os.Stat(filepath.Join(g.root, "ui", "dist", render.Bytecode)); err != nil {
		return []Row{skippedRow(what+"drawn by the server", "the front end is not built (make build)")}, nil //nolint:nilerr // it says so
	}
	// The program itself: with the race detector, an engine draws no page within its deadline.
	dir, err := g.folder("pages")
	if err != nil {
		return nil, err
	}
	if _, _, err := g.populate(ctx, dir, g.amount(siteProjects, 300)); err != nil {
		return nil, err
	}
	p, err := g.serve(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.Stop()) }()
	if err := p.Ready(ctx); err != nil {
		return nil, err
	}
	s := visits{url: p.URL, client: &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: pageConnections, DisableCompression: true}}}
	defer s.client.CloseIdleConnections()
	if err := s.untilDrawn(ctx); err != nil {
		return nil, err
	}
	var firsts []float64
	var sent []sentPage
	shells, size := 0, 0
	begin := time.Now()
	many := g.amount(100, 12)
	for n := range many {
		p, err := s.page(ctx, "/mods?o="+strconv.Itoa(20*(n+1)))
		if err != nil {
			return nil, err
		}
		sent = append(sent, p)
		firsts, size = append(firsts, ms(p.first)), size+p.size
	}
	anew := float64(many) / time.Since(begin).Seconds()
	for _, p := range sent {
		drawn, err := p.drawn()
		if err != nil {
			return nil, err
		}
		if !drawn {
			shells++
		}
	}
	note := fmt.Sprintf("%d pages, %d kB compressed each, %d of them without a drawing", many, size/many/1000, shells)
	rows = []Row{
		{What: what + "drawn anew, one at a time", Figure: anew, Unit: "pages/s", Note: note},
		{What: what + "drawn anew: first byte, p50", Figure: median(firsts), Unit: "ms", Note: fmt.Sprintf("p95 %.0f ms", percentile(firsts, 0.95))},
	}
	cached, firsts, err := s.pages(ctx, "/mods?o=20", time.Duration(g.amount(4000, 500))*time.Millisecond)
	if err != nil {
		return nil, err
	}
	return append(rows,
		Row{What: what + "from the cache", Figure: cached, Unit: "pages/s", Note: fmt.Sprintf("%d connections", pageConnections)},
		Row{What: what + "from the cache: first byte, p50", Figure: median(firsts), Unit: "ms", Note: fmt.Sprintf("p95 %.0f ms", percentile(firsts, 0.95))},
	), nil
}

// visits are the requests of browsers to a program.
type visits struct {
	url    string
	client *http.Client
}

// untilDrawn waits for the engines, which start in the background.
func (s visits) untilDrawn(ctx context.Context) error {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		p, err := s.page(ctx, "/mods")
		if err != nil {
			return err
		}
		if drawn, err := p.drawn(); err != nil || drawn {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("no page is drawn: %w", ctx.Err())
		}
	}
}

// sentPage is what a browser receives of a page.
type sentPage struct {
	first time.Duration // until its first byte
	size  int
	body  []byte // compressed
}

// drawn says whether the server drew the page.
func (p sentPage) drawn() (bool, error) {
	text, err := gzip.NewReader(bytes.NewReader(p.body))
	if err != nil {
		return false, fmt.Errorf("read a page: %w", err)
	}
	plain, err := io.ReadAll(text)
	return bytes.Contains(plain, []byte("data-drawn=")), err
}

func (s visits) page(ctx context.Context, path string) (p sentPage, err error) {
	begin := time.Now()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
	if err != nil {
		return p, err
	}
	req.Header.Set("Accept-Encoding", "gzip")
	res, err := s.client.Do(req)
	if err != nil {
		return p, err
	}
	p.first = time.Since(begin)
	defer func() { err = errors.Join(err, res.Body.Close()) }()
	body, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("GET %s answers %d", path, res.StatusCode)
	}
	if err != nil {
		return p, err
	}
	p.size, p.body = len(body), body
	return p, nil
}

// pages is the rate of a page over all connections, and the times to its first byte.
func (s visits) pages(ctx context.Context, path string, span time.Duration) (rate float64, firsts []float64, err error) {
	var all sync.WaitGroup
	var mu sync.Mutex
	begin := time.Now()
	for range pageConnections {
		all.Go(func() {
			for time.Since(begin) < span {
				p, failed := s.page(ctx, path)
				mu.Lock()
				firsts, err = append(firsts, ms(p.first)), errors.Join(err, failed)
				mu.Unlock()
				if failed != nil {
					return
				}
			}
		})
	}
	all.Wait()
	return float64(len(firsts)) / time.Since(begin).Seconds(), firsts, err
}
