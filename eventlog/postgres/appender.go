package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/eventlog"
)

const (
	// maxBatchRequests and maxBatchBytes limit one transaction. There is no timer: the next batch collects requests
	// while the current commit is in progress.
	maxBatchRequests = 512
	maxBatchBytes    = eventlog.MaxAppendBytes

	// maxYields is how often the appender yields to other goroutines before it treats the queue as empty: callers that
	// just received their answer often append again. Without it, every other batch would be a single append. It takes
	// well under a microsecond if no other goroutine is ready.
	maxYields = 4

	// defaultPatience is how long an append waits for an unavailable server.
	defaultPatience = 15 * time.Second
	// batchTimeout limits one attempt; after it, the connection to a server that hangs is replaced.
	batchTimeout = 30 * time.Second

	minBackoff = 10 * time.Millisecond
	maxBackoff = 500 * time.Millisecond
)

// appender is one of the two goroutines that write.
type appender struct {
	log     *Log
	turn    turn
	conn    *pgx.Conn
	session string   // names the session of conn in the database, see fence
	broken  []string // interrupted sessions that may still write, and must be fenced before anything is repeated
	held    *request // taken from the queue, but too large for the current batch
	places  int64    // positions before this one have a partition
}

func (a *appender) run() {
	defer func() {
		a.turn.pass()
		if a.conn != nil {
			drop(a.conn)
		}
	}()
	for {
		a.turn.take()
		batch, open := a.gather()
		if !open {
			return
		}
		a.settle(batch)
	}
}

// gather waits for an append and takes all others that are queued. After Close it empties the queue, and then returns
// false.
func (a *appender) gather() ([]*request, bool) {
	first := a.held
	a.held = nil
	if first == nil {
		select {
		case first = <-a.log.queue:
		case <-a.log.closing:
			select {
			case first = <-a.log.queue:
			default:
				return nil, false
			}
		}
	}
	batch, size := []*request{first}, first.size
	for yields := 0; len(batch) < maxBatchRequests; {
		select {
		case r := <-a.log.queue:
			if size += r.size; size > maxBatchBytes {
				a.held = r
				return batch, true
			}
			batch, yields = append(batch, r), 0
		default:
			if yields++; yields > maxYields {
				return batch, true
			}
			runtime.Gosched()
		}
	}
	return batch, true
}

// settle answers every request of a batch, even if the connection breaks repeatedly.
func (a *appender) settle(batch []*request) {
	pause := newPause(minBackoff, maxBackoff)
	for {
		if batch = stillWanted(batch); len(batch) == 0 {
			return
		}
		floor, _ := a.log.head.get() // the head before the attempt: events of the attempt are after it
		err := a.attempt(batch)
		if err == nil {
			return
		}
		if a.conn != nil {
			drop(a.conn)
			a.conn, a.broken = nil, append(a.broken, a.session)
		}
		if refused, ok := refusal(err); ok {
			if len(batch) == 1 {
				batch[0].answer(eventlog.Receipt{}, &eventlog.Unavailable{Err: refused})
				return
			}
			for _, r := range batch { // one of them is invalid, or all are
				a.settle([]*request{r})
			}
			return
		}
		batch = giveUp(batch, a.log.patience, err)
		doubt(batch, int64(floor))
		a.log.logger.Warn("event log: append interrupted", "error", err, "waiting", len(batch))
		select {
		case <-time.After(pause.NextBackOff()):
		case <-a.log.ctx.Done():
			for _, r := range batch {
				r.answer(eventlog.Receipt{}, eventlog.ErrClosed)
			}
			return
		}
	}
}

// attempt runs a batch once. The requests were answered only if it returns nil.
func (a *appender) attempt(batch []*request) error {
	ctx, cancel := context.WithTimeout(a.log.ctx, batchTimeout)
	defer cancel()
	if err := a.ready(ctx); err != nil {
		return err
	}
	if len(batch) == 1 && lone(batch[0]) {
		if settled, err := a.appendOne(ctx, batch[0]); settled || err != nil {
			return err
		}
	}
	if settled, err := a.appendPresumed(ctx, batch); settled || err != nil {
		return err
	}
	return a.appendBatch(ctx, batch)
}

// ready connects if there is no connection, and creates partitions ahead of the head.
func (a *appender) ready(ctx context.Context) error {
	if a.conn == nil {
		session := rand.Text()
		conn, err := a.log.dial.connect(ctx, "modyard "+a.log.schema.name+" append", pinPlanner+";"+guardAppends+";SET modyard.session = '"+session+"'")
		if err != nil {
			return fmt.Errorf("connect: %w", err)
		}
		a.conn, a.session, a.places = conn, session, 0
	}
	if err := a.fence(ctx); err != nil {
		return err
	}
	// Partitions are created in pairs.
	if head, _ := a.log.head.get(); a.places-int64(head) < a.log.schema.ahead() {
		if err := a.conn.QueryRow(ctx, a.log.schema.sql(makePartitions)).Scan(&a.places); err != nil {
			return fmt.Errorf("make partitions: %w", err)
		}
	}
	return nil
}

const fenceSession = `SELECT log.fence($1)`

// fence keeps the interrupted sessions from writing. A server process that was stopped goes on at some time with the
// statement that it received, which nothing else forbids to an append without a definite expectation. What such a session
// has written before is visible to whatever follows.
func (a *appender) fence(ctx context.Context) error {
	for len(a.broken) > 0 {
		if _, err := a.conn.Exec(ctx, a.log.schema.sql(fenceSession), a.broken[0]); err != nil {
			return fmt.Errorf("fence an interrupted session: %w", err)
		}
		a.broken = a.broken[1:]
	}
	return nil
}

const makePartitions = `SELECT log.ensure_partitions()`

// stillWanted removes requests without a waiting caller.
func stillWanted(batch []*request) []*request {
	kept := batch[:0]
	for _, r := range batch {
		if err := r.ctx.Err(); err != nil {
			r.answer(eventlog.Receipt{}, fmt.Errorf("append: %w", err))
			continue
		}
		kept = append(kept, r)
	}
	return kept
}

// giveUp answers the requests that have waited long enough.
func giveUp(batch []*request, patience time.Duration, err error) []*request {
	kept := batch[:0]
	for _, r := range batch {
		if time.Since(r.since) > patience {
			r.answer(eventlog.Receipt{}, &eventlog.Unavailable{Err: errors.Join(errors.New("append: gave up"), err)})
			continue
		}
		kept = append(kept, r)
	}
	return kept
}

// doubt marks requests that were sent without receiving an answer: they may be stored, after floor.
func doubt(batch []*request, floor int64) {
	for _, r := range batch {
		if !r.doubt {
			r.doubt, r.floor = true, floor
		}
	}
}
