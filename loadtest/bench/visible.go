package main

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"sync"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/catalog"
)

const (
	commandsPerSecond = 200
	// lookEvery is how often a reader checks over HTTP that a change below the watermark is visible.
	lookEvery = 25
)

// visibility collects how long appends took to become visible.
type visibility struct {
	*site
	mu               sync.Mutex
	model, search    []time.Duration // since the append began
	answered, behind []time.Duration // since the command was due; how late it was sent
	looks            int
	err              error
}

// visible sends commands at a fixed rate, independent of the answers, and follows each one.
func visible(ctx context.Context, g *ground) ([]Row, error) {
	s, err := g.openSite(ctx)
	if err != nil {
		return nil, err
	}
	v := &visibility{site: s}
	n := commandsPerSecond * g.amount(10, 1)
	var all sync.WaitGroup
	begin := time.Now().Add(50 * time.Millisecond)
	for i := range n {
		due := begin.Add(time.Duration(i) * time.Second / commandsPerSecond)
		time.Sleep(time.Until(due))
		late := time.Since(due)
		all.Go(func() { v.note(v.follow(ctx, i, due, late)) })
	}
	all.Wait()
	if v.err != nil {
		return nil, v.err
	}
	return []Row{
		{What: "append → visible in the read model: p99", Figure: ms(percentile(v.model, 0.99)), Unit: "ms", Budget: below(100),
			Note: fmt.Sprintf("p50 %.1f ms; %d commands at %d/s", ms(percentile(v.model, 0.50)), n, commandsPerSecond)},
		{What: "append → visible in search: p99", Figure: ms(percentile(v.search, 0.99)), Unit: "ms", Budget: below(1000),
			Note: fmt.Sprintf("p50 %.1f ms; %d of them looked up over HTTP", ms(percentile(v.search, 0.50)), v.looks)},
		{What: "command due → answered, at 200/s: p99", Figure: ms(percentile(v.answered, 0.99)), Unit: "ms",
			Note: fmt.Sprintf("p50 %.1f ms; the client sent at most %.1f ms late", ms(percentile(v.answered, 0.50)), ms(percentile(v.behind, 1)))},
	}, nil
}

// follow sends one command and waits until it can be seen.
func (v *visibility) follow(ctx context.Context, n int, due time.Time, late time.Duration) error {
	title := fmt.Sprintf("Sighting qx%05d", n)
	at, err := v.rename(ctx, n, title)
	if err != nil {
		return err
	}
	answered := time.Since(due)
	begun, ok := v.log.take(at)
	if !ok {
		return fmt.Errorf("the command at position %d was not appended by it", at)
	}
	if err := v.Board.Wait(ctx, catalog.Name, uint64(at)); err != nil {
		return err
	}
	inModel := time.Since(begun)
	if err := v.Search.Wait(ctx, uint64(at)); err != nil {
		return err
	}
	inSearch := time.Since(begun)
	v.mu.Lock()
	v.model, v.search = append(v.model, inModel), append(v.search, inSearch)
	v.answered, v.behind = append(v.answered, answered), append(v.behind, late)
	v.mu.Unlock()
	if n%lookEvery != 0 {
		return nil
	}
	return v.look(ctx, n, title, at)
}

// look reads as a visitor does, without waiting for a position: a change below the watermark must be visible.
func (v *visibility) look(ctx context.Context, n int, title string, at eventlog.Position) error {
	id := projectID(n % v.projects)
	for path, want := range map[string]string{
		"/v2/project/" + id: title,
		"/v2/search?limit=5&query=" + url.QueryEscape(title): id,
	} {
		said, _, err := v.send(ctx, "GET", path, nil)
		if err != nil {
			return err
		}
		if !bytes.Contains(said, []byte(want)) {
			return fmt.Errorf("GET %s does not show %q of position %d, although the watermark has passed it", path, want, at)
		}
	}
	v.mu.Lock()
	v.looks++
	v.mu.Unlock()
	return nil
}

func (v *visibility) note(err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.err == nil {
		v.err = err
	}
}
