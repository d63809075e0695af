package catalogueimport

import (
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/modyard/modyard/eventlog"
)

// groupSize is how many records are planned and appended together. The groups depend only on the catalogue's order, so
// that a repeated import makes the same appends as the first.
const groupSize = 16

var errLimit = errors.New("the limit of records is reached")

func notEnough(err error) error {
	if errors.Is(err, errLimit) {
		return nil
	}
	return err
}

type importer struct {
	options Options
	facts   *facts
	report  *report
	head    eventlog.Position // events up to it existed before this run

	mu   sync.Mutex
	done int
	sum  Summary
}

func (im *importer) summary() Summary {
	im.mu.Lock()
	defer im.mu.Unlock()
	return im.sum
}

// all reads, plans and appends until the catalogue or the context ends, or the log fails.
func (im *importer) all(ctx context.Context, planners int) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	groups := make(chan []*item, 4)
	planning := make(chan struct{}, planners)
	var appenders sync.WaitGroup
	for range im.options.InFlight {
		appenders.Go(func() {
			for group := range groups {
				planning <- struct{}{}
				planned := im.plan(ctx, group)
				<-planning
				if err := im.append(ctx, planned); err != nil {
					cancel(err)
				}
				im.count(len(group))
			}
		})
	}
	err := im.read(ctx, groups)
	close(groups)
	appenders.Wait()
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// read decodes the catalogue, reports records that cannot be read and passes on the rest in groups.
func (im *importer) read(ctx context.Context, groups chan<- []*item) error {
	seen := map[string]bool{} // requested slugs
	taken := func(slug string) bool { return im.facts.slugs[slug] || seen[slug] }
	var group []*item
	pass := func() error {
		if len(group) == 0 {
			return nil
		}
		select {
		case groups <- group:
			group = nil
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	read := 0
	err := lines(im.options.Projects, func(n int, line []byte, err error) error {
		if im.options.Limit > 0 && read >= im.options.Limit {
			return errLimit
		}
		read++
		it := &item{line: n}
		if err == nil {
			err = decode(line, &it.record)
		}
		if err == nil {
			err = im.name(it, seen, taken)
		}
		if err != nil {
			im.refuse(it, err)
			im.count(1)
			return ctx.Err()
		}
		if group = append(group, it); len(group) == groupSize {
			return pass()
		}
		return nil
	})
	if err = notEnough(err); err != nil {
		return err
	}
	return pass()
}

// name determines a record's slug; of two records with one slug the first gets it.
func (im *importer) name(it *item, seen map[string]bool, taken func(string) bool) error {
	if strings.TrimSpace(it.record.Slug) == "" {
		return errors.New("without a slug")
	}
	slug, derived, err := slugOf(it.record, taken)
	if err != nil {
		return err
	}
	if !derived && seen[slug] {
		return errors.New("another line has this slug")
	}
	seen[slug] = true
	it.slug = slug
	return nil
}

func (im *importer) plan(ctx context.Context, group []*item) []*item {
	planned := make([]*item, 0, len(group))
	for _, it := range group {
		changed, err := im.facts.plan(ctx, it, im.options.Codec)
		if err != nil {
			im.refuse(it, err)
			continue
		}
		im.report.add(changed...)
		planned = append(planned, it)
	}
	return planned
}

func (im *importer) refuse(it *item, err error) {
	short, detail := reason(err)
	im.report.add(entry{line: it.line, slug: it.record.Slug, refused: true, reason: short, detail: detail})
}

func (im *importer) count(records int) {
	im.mu.Lock()
	defer im.mu.Unlock()
	im.done += records
	if im.options.Progress != nil {
		im.options.Progress(im.done, im.facts.total)
	}
}
