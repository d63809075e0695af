package revenue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/platform/jobs"
)

// PayoutKind is the kind of the jobs that send withdrawals.
const PayoutKind = "revenue.payout"

// task is what has to be done because of a command: exactly one of Share, Settle and Payout is set.
type task struct {
	Share, Settle, Payout string
	Seen                  uint64 // what has made it necessary; 0: a sweep
}

// shareJob shares a day, settleJob settles a month, payoutJob brings one withdrawal to its end. River keeps a job from being
// queued while one with the same arguments runs, and that one may have looked before the change: so a change has a job of
// its own, which Seen tells from the others. It is the position of the command, or the second in which a provider told.
type (
	shareJob struct {
		Day  string `json:"day" river:"unique"`
		Seen uint64 `json:"seen" river:"unique"`
	}
	settleJob struct {
		Month string `json:"month" river:"unique"`
		Seen  uint64 `json:"seen" river:"unique"`
	}
	payoutJob struct {
		Payout string `json:"payout" river:"unique"`
		Seen   uint64 `json:"seen" river:"unique"`
	}
)

// Kind implements river.JobArgs.
func (shareJob) Kind() string { return "revenue.share" }

// Kind implements river.JobArgs.
func (settleJob) Kind() string { return "revenue.settle" }

// Kind implements river.JobArgs.
func (payoutJob) Kind() string { return PayoutKind }

const (
	queue       = "revenue"
	payoutQueue = "payouts"
	tries       = 20 // the sweeps try again afterwards
)

func once(queue string) river.InsertOpts {
	return river.InsertOpts{Queue: queue, MaxAttempts: tries, UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled,
	}}}
}

// InsertOpts implements river.JobArgsWithInsertOpts.
func (shareJob) InsertOpts() river.InsertOpts { return once(queue) }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (settleJob) InsertOpts() river.InsertOpts { return once(queue) }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (payoutJob) InsertOpts() river.InsertOpts { return once(payoutQueue) }

// kick queues what a command has made necessary. The events are durable: a task that is lost here is found by a sweep.
func (s *Service) kick(ctx context.Context, t task) {
	if s.Queue == nil {
		return
	}
	var args river.JobArgs
	switch {
	case t.Share != "":
		args = shareJob{t.Share, t.Seen}
	case t.Settle != "":
		args = settleJob{t.Settle, t.Seen}
	default:
		args = payoutJob{t.Payout, t.Seen}
	}
	if _, err := s.Queue.Insert(context.WithoutCancel(ctx), args, nil); err != nil {
		s.Logger.WarnContext(ctx, "cannot queue work of the ledger, a sweep will find it", "kind", args.Kind(), "error", err)
	}
}

// then queues a task after a command that has succeeded.
func (s *Service) then(outcome commands.Outcome, err error) func(context.Context, task) (commands.Outcome, error) {
	return func(ctx context.Context, t task) (commands.Outcome, error) {
		if err == nil {
			t.Seen = uint64(outcome.Position)
			s.kick(ctx, t)
		}
		return outcome, err
	}
}

// Jobs are the work of the area: days are shared, months settled and withdrawals brought to their ends.
func (s *Service) Jobs() jobs.Work {
	return jobs.Work{
		Queues: map[string]int{queue: 1, payoutQueue: 4},
		Workers: func(w *river.Workers) {
			river.AddWorker(w, &sharer{s: s})
			river.AddWorker(w, &settler{s: s})
			river.AddWorker(w, &sender{s: s})
		},
		Sweeps: []jobs.Sweep{
			{Name: "revenue.share", Every: 5 * time.Minute, Run: s.shareAll},
			{Name: "revenue.settle", Every: time.Minute, Run: s.settleAll},
			{Name: "revenue.payouts", Every: 30 * time.Second, Run: s.sendAll},
			{Name: "revenue.returned", Every: 6 * time.Hour, Run: s.askAll},
			{Name: "revenue.destinations", Every: 24 * time.Hour, Run: s.Destinations.Sweep},
		},
	}
}

// longest is how long a large day or month may take in one run; what is left is done in the next one.
const longest = 110 * time.Second

type sharer struct {
	river.WorkerDefaults[shareJob]
	s *Service
}

// Timeout implements river.Worker.
func (*sharer) Timeout(*river.Job[shareJob]) time.Duration { return longest }

// Work implements river.Worker.
func (w *sharer) Work(ctx context.Context, job *river.Job[shareJob]) error {
	err := w.s.ShareDay(ctx, job.Args.Day)
	if errors.Is(err, errNotReady) {
		return river.JobSnooze(time.Minute)
	}
	return err
}

type settler struct {
	river.WorkerDefaults[settleJob]
	s *Service
}

// Timeout implements river.Worker.
func (*settler) Timeout(*river.Job[settleJob]) time.Duration { return longest }

// Work implements river.Worker.
func (w *settler) Work(ctx context.Context, job *river.Job[settleJob]) error {
	return w.s.SettleMonth(ctx, job.Args.Month)
}

type sender struct {
	river.WorkerDefaults[payoutJob]
	s *Service
}

// Work implements river.Worker.
func (w *sender) Work(ctx context.Context, job *river.Job[payoutJob]) error {
	wait, err := w.s.Drive(ctx, job.Args.Payout)
	switch {
	case err != nil || wait <= 0:
		return err
	case job.Args.Seen == 0 || w.s.Queue == nil:
		return river.JobSnooze(wait)
	}
	// One job alone waits for the next look at a withdrawal, however often it was woken.
	_, err = w.s.Queue.Insert(ctx, payoutJob{Payout: job.Args.Payout}, &river.InsertOpts{ScheduledAt: w.s.Handler.Clock().Add(wait)})
	return err
}

// shareAll shares every day that has to be.
func (s *Service) shareAll(ctx context.Context) error {
	list, err := s.Unshared(ctx)
	return each(ctx, list, err, func(day string) error {
		if err := s.ShareDay(ctx, day); !errors.Is(err, errNotReady) {
			return err
		}
		return nil
	})
}

// settleAll goes on with settlements.
func (s *Service) settleAll(ctx context.Context) error {
	list, err := s.Unsettled(ctx)
	return each(ctx, list, err, func(month string) error { return s.SettleMonth(ctx, month) })
}

// sendAll queues the withdrawals that have no job.
func (s *Service) sendAll(ctx context.Context) error {
	list, err := s.Waiting(ctx)
	if err == nil {
		var ended []string
		ended, err = s.Ended(ctx, soon)
		list = append(list, ended...)
	}
	return each(ctx, list, err, func(id string) error { s.kick(ctx, task{Payout: id}); return nil })
}

const (
	// soon is how long a withdrawal that has ended is asked about often, late how long it is asked about at all.
	soon = 10 * time.Minute
	late = 30 * 24 * time.Hour
)

// askAll queues the withdrawals that ended lately: they can come back.
func (s *Service) askAll(ctx context.Context) error {
	list, err := s.Ended(ctx, late)
	return each(ctx, list, err, func(id string) error { s.kick(ctx, task{Payout: id}); return nil })
}

// each does something for all of a list; one failure does not delay the others.
func each(ctx context.Context, list []string, err error, do func(string) error) error {
	if err != nil {
		return fmt.Errorf("find work of the ledger: %w", err)
	}
	var failed []error
	for _, one := range list {
		if ctx.Err() != nil {
			return errors.Join(append(failed, ctx.Err())...)
		}
		if err := do(one); err != nil {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}
