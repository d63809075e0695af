// Package names keeps the names of hosted servers in a DNS zone: because a name is taken or given back, a server goes or comes
// back, or a node joins at another address, a job writes where the name leads now.
package names

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/modyard/modyard/platform/dnsupdate"
	"github.com/modyard/modyard/platform/jobs"
)

// Kind is the kind of the jobs that write a name. They act on the outside.
const Kind = "hosting.name"

const (
	queue = "names"
	// tries take an hour and a quarter with River's pauses. The sweep then begins anew.
	tries = 8
	// compareEvery is the pause between two comparisons of all names.
	compareEvery = 15 * time.Minute
	// most is the maximum number of names of one comparison.
	most = 500
	// putTime is the time limit of the zone's answers to one write. It is below that of a job, which stores what came of it.
	putTime = 45 * time.Second
	// maxError is the maximum length of a stored error, in bytes.
	maxError = 500
)

// Place is where a name leads: the address (URL) of the node and the port of the server that has the name. The zero Place is nowhere.
type Place struct {
	Server, Address string
	Port            int
}

// Zone has the names (dnsupdate.Zone).
type Zone interface {
	Put(ctx context.Context, name string, t dnsupdate.Target) error
	Holds(ctx context.Context, name string, t dnsupdate.Target) (bool, error)
}

// Options are the dependencies of a Keeper. All must be set.
type Options struct {
	Pool *pgxpool.Pool
	Zone Zone
	// Place is where a name leads, by the log.
	Place func(ctx context.Context, name string) (Place, error)
	// Fails is told after each failure that the name of a server cannot be written since a time, which stays the same until it can.
	Fails func(ctx context.Context, server, name string, since time.Time) error
}

// Keeper writes names into a zone. It is safe for concurrent use.
type Keeper struct {
	Options
	queue *jobs.Client
}

// New makes a keeper.
func New(o Options) (*Keeper, error) {
	if o.Pool == nil || o.Zone == nil || o.Place == nil || o.Fails == nil {
		return nil, errors.New("make the keeper of names: every option is needed")
	}
	client, err := jobs.NewClient(o.Pool, nil)
	if err != nil {
		return nil, err
	}
	return &Keeper{Options: o, queue: client}, nil
}

// name is a job that writes a name. The cause tells a later change from a repeated event: both are written.
type name struct {
	Name  string `json:"name"  river:"unique"`
	Cause string `json:"cause" river:"unique"`
}

// Kind implements river.JobArgs.
func (name) Kind() string { return Kind }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (name) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: queue, MaxAttempts: tries, UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled,
	}}}
}

// Queue queues that names are written, because of an event.
func (k *Keeper) Queue(ctx context.Context, cause string, names ...string) error {
	if len(names) == 0 {
		return nil
	}
	list := make([]river.InsertManyParams, len(names))
	for i, n := range names {
		list[i] = river.InsertManyParams{Args: name{Name: n, Cause: cause}}
	}
	if _, err := k.queue.InsertMany(ctx, list); err != nil {
		return fmt.Errorf("queue the names of servers: %w", err)
	}
	return nil
}

// Jobs are the writing of names and their comparison, for a runner.
func (k *Keeper) Jobs() jobs.Work {
	return jobs.Work{
		Queues:  map[string]int{queue: 1},
		Workers: func(w *river.Workers) { river.AddWorker(w, worker{k: k}) },
		Sweeps:  []jobs.Sweep{{Name: "names.compare", Every: compareEvery, Run: k.compare}},
	}
}

type worker struct {
	river.WorkerDefaults[name]
	k *Keeper
}

// Work implements river.Worker.
func (w worker) Work(ctx context.Context, job *river.Job[name]) error {
	return w.k.Write(ctx, job.Args.Name)
}

const (
	reserveName = `insert into hosting.names (subdomain) values ($1) on conflict do nothing`
	lockName    = `select from hosting.names where subdomain = $1 for update`
	removeName  = `delete from hosting.names where subdomain = $1`
	// A failure of another server's name is another failure.
	saveName = `
update hosting.names set server = $2::text, address = $3, port = $4, state = $5::text, error = $6, at = now(),
  since = case when $5::text = 'held' then null when server = $2::text then coalesce(since, now()) else now() end
where subdomain = $1 returning since`

	// Names that lead elsewhere than the zone is known to say, and those of no server.
	selectDiffering = `
(select s.subdomain from server.servers s join server.nodes n on n.id = s.node left join hosting.names h on h.subdomain = s.subdomain
where s.subdomain <> '' and s.deleted is null
  and (h.subdomain is null or h.state <> 'held' or h.server <> s.id or h.address <> n.address or h.port <> s.port))
union
(select h.subdomain from hosting.names h
where not exists (select from server.servers s where s.subdomain = h.subdomain and s.deleted is null))
limit $1`
)

// Write writes where a name leads now, unless the zone says so already. Two writes of one name follow each other, so that the later
// place stays.
func (k *Keeper) Write(ctx context.Context, name string) error {
	var failed error
	var place Place
	var since *time.Time
	err := pgx.BeginFunc(ctx, k.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, reserveName, name); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, lockName, name); err != nil {
			return err
		}
		var err error
		if place, err = k.Place(ctx, name); err != nil {
			return err
		}
		failed = k.put(ctx, name, place)
		if failed == nil && place == (Place{}) {
			_, err = tx.Exec(ctx, removeName, name)
			return err
		}
		state, words := "held", ""
		if failed != nil {
			state, words = "failing", shortened(failed.Error())
		}
		return tx.QueryRow(ctx, saveName, name, place.Server, place.Address, place.Port, state, words).Scan(&since)
	})
	if err != nil {
		return errors.Join(failed, fmt.Errorf("write the name %s: %w", name, err))
	}
	if since != nil && place.Server != "" {
		failed = errors.Join(failed, k.Fails(ctx, place.Server, name, *since))
	}
	return failed
}

// put writes a name and looks whether the zone says so.
func (k *Keeper) put(ctx context.Context, name string, p Place) error {
	target, err := p.target()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, putTime)
	defer cancel()
	if held, err := k.Zone.Holds(ctx, name, target); err == nil && held {
		return nil
	}
	if err := k.Zone.Put(ctx, name, target); err != nil {
		return err
	}
	held, err := k.Zone.Holds(ctx, name, target)
	if err == nil && !held {
		err = fmt.Errorf("the zone does not say yet where %s leads", name)
	}
	return err
}

func (p Place) target() (dnsupdate.Target, error) {
	if p == (Place{}) {
		return dnsupdate.Target{}, nil
	}
	u, err := url.Parse(p.Address)
	if err != nil || u.Hostname() == "" {
		return dnsupdate.Target{}, fmt.Errorf("the address of the node of server %s has no host", p.Server)
	}
	return dnsupdate.Target{Host: u.Hostname(), Port: p.Port}, nil
}

// compare queues the names of which the zone is not known to say where they lead.
func (k *Keeper) compare(ctx context.Context) error {
	rows, err := k.Pool.Query(ctx, selectDiffering, most)
	if err != nil {
		return fmt.Errorf("compare the names of servers: %w", err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("compare the names of servers: %w", err)
	}
	return k.Queue(ctx, "comparison", names...)
}

// shortened cuts a text between two characters.
func shortened(text string) string {
	if len(text) <= maxError {
		return text
	}
	end := maxError
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}
