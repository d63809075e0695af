package download

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/pause"
)

const (
	// maxWaiting bounds the hits that wait to be written: what comes beyond it is refused, or not recorded.
	maxWaiting = 8192
	// maxKept bounds the hits of files that wait for a log that does not answer.
	maxKept = 8192
	// writeTime bounds one append.
	writeTime = 10 * time.Second
	// gathering is how long a batch waits for more hits while many come at once. Callers who were just answered send again: without it
	// every other batch would have a few of them, and an append costs the same for few and for many. It waits only after a batch of
	// at least gatherFrom hits, and only if fewer have come again.
	gathering  = 3 * time.Millisecond
	gatherFrom = 16
	// retryAfter is the pause after a failed append.
	retryAfter = 500 * time.Millisecond
)

// waiting is a hit before it is written.
type waiting struct {
	kind    download.Kind
	hit     download.Hit
	network netip.Addr
	keep    bool       // it stays if an append fails
	done    chan error // gets the result; it has room for it
}

// recorder writes hits: all of a kind that came while the ones before were written make one event.
type recorder struct {
	log      func(context.Context) (eventlog.Log, error)
	types    Types
	codec    Codec
	visitors *visitors
	logger   *slog.Logger
	queue    chan waiting
	kept     []waiting // of the writer alone, as newest
	newest   int       // hits of the batch before
	recorded prometheus.Counter
	lost     *prometheus.CounterVec

	queueing sync.Mutex
	ended    bool // nothing is queued any more
}

func newMetrics(r prometheus.Registerer) (recorded prometheus.Counter, lost *prometheus.CounterVec, err error) {
	recorded = prometheus.NewCounter(prometheus.CounterOpts{Name: "modyard_downloads_recorded_total", Help: "Downloads, views and playtimes that were written to the log of hits."})
	lost = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "modyard_downloads_unrecorded_total", Help: "Downloads, views and playtimes that were not recorded, by reason."}, []string{"reason"})
	if r != nil {
		err = errors.Join(r.Register(recorded), r.Register(lost))
	}
	return recorded, lost, err
}

// errBusy refuses a hit that cannot be recorded now; the answer has Retry-After.
func errBusy() error {
	return httpkit.Fault(httpkit.KindUnavailable, httpkit.CodeUnavailable, "暂时无法记录，请稍后重试")
}

// put queues hits, or none of them and returns false where too many wait: whoever is refused sends all of them again.
func (r *recorder) put(hits ...waiting) bool {
	r.queueing.Lock()
	defer r.queueing.Unlock()
	switch {
	case r.ended:
		r.lost.WithLabelValues("ended").Add(float64(len(hits)))
		return false
	case len(hits) > cap(r.queue)-len(r.queue):
		r.lost.WithLabelValues("busy").Add(float64(len(hits)))
		return false
	}
	for _, w := range hits {
		r.queue <- w // there is room: nobody else queues meanwhile
	}
	return true
}

// run writes until the context ends, and then what is still queued.
func (r *recorder) run(ctx context.Context) {
	for {
		batch, ok := r.next(ctx)
		if !ok {
			break
		}
		if err := r.write(ctx, batch); err != nil {
			r.fail(batch, err)
			pause.For(ctx, retryAfter)
		}
	}
	r.queueing.Lock()
	r.ended = true
	r.queueing.Unlock()
	for {
		batch := r.rest(nil)
		if len(batch) == 0 {
			return
		}
		if err := r.write(ctx, batch); err != nil {
			r.fail(batch, err)
			r.lost.WithLabelValues("ended").Add(float64(len(r.kept)))
			r.kept = nil
		}
	}
}

// next waits for hits and takes all that are there.
func (r *recorder) next(ctx context.Context) ([]waiting, bool) {
	if len(r.kept) > 0 && ctx.Err() == nil {
		return r.rest(nil), true
	}
	select {
	case <-ctx.Done():
		return nil, false
	case first := <-r.queue:
		if r.newest >= gatherFrom && len(r.queue) < r.newest {
			pause.For(ctx, gathering)
		}
		batch := r.rest([]waiting{first})
		r.newest = len(batch)
		return batch, true
	}
}

// rest takes what is kept and queued, up to the size of an event.
func (r *recorder) rest(batch []waiting) []waiting {
	n := min(len(r.kept), download.MaxHits-len(batch))
	batch, r.kept = append(batch, r.kept[:n]...), r.kept[n:]
	for len(batch) < download.MaxHits {
		select {
		case w := <-r.queue:
			batch = append(batch, w)
		default:
			return batch
		}
	}
	return batch
}

// write appends an event for each kind, also when the process ends meanwhile. Files that are written twice, after a failure of
// unknown outcome, do not count twice: the second has the time of the first, and the rule of downloads has a pause.
func (r *recorder) write(ctx context.Context, batch []waiting) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTime)
	defer cancel()
	var kinds [download.Playtime + 1][]download.Hit
	for _, w := range batch {
		visitor, err := r.visitors.of(ctx, w.network, w.hit.At)
		if err != nil {
			return err
		}
		w.hit.Visitor = visitor
		kinds[w.kind] = append(kinds[w.kind], w.hit)
	}
	var writes []eventlog.Write
	for kind, hits := range kinds {
		if len(hits) == 0 {
			continue
		}
		write, err := WriteOf(r.codec, download.Kind(kind), hits)
		if err != nil {
			return err
		}
		if err := r.types.Writable(ctx, write.Events[0].Type); err != nil {
			return err
		}
		writes = append(writes, write)
	}
	log, err := r.log(ctx)
	if err != nil {
		return err
	}
	if _, err = log.Append(ctx, writes...); err != nil {
		return fmt.Errorf("append hits: %w", err)
	}
	r.recorded.Add(float64(len(batch)))
	for _, w := range batch {
		w.done <- nil
	}
	return nil
}

// fail refuses the calls of a batch that was not written, and keeps its files: nobody would send them again.
func (r *recorder) fail(batch []waiting, err error) {
	r.logger.Warn("downloads cannot be recorded, will retry", "hits", len(batch), "error", err)
	for _, w := range batch {
		switch {
		case !w.keep:
			r.lost.WithLabelValues("failed").Inc()
			w.done <- errBusy()
		case len(r.kept) < maxKept:
			r.kept = append(r.kept, w)
		default:
			r.lost.WithLabelValues("overflow").Inc()
			w.done <- errBusy()
		}
	}
}
