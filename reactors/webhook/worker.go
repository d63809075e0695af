package webhook

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/riverqueue/river"

	"github.com/modyard/modyard/domain/webhook"
	"github.com/modyard/modyard/platform/jobs"
	store "github.com/modyard/modyard/platform/webhook"
)

const (
	// drainTime is how long one job delivers to a webhook before others get its worker.
	drainTime = 20 * time.Second
	// jobTime is above drainTime and one attempt.
	jobTime = time.Minute
	// behind is the least pause of a job whose webhook another job delivers to. That one also sends this delivery.
	behind = 5 * time.Second
	// maxFailing is how long a webhook may fail before it is disabled.
	maxFailing = 7 * 24 * time.Hour
)

// Jobs are the deliveries and the sweep of rows, for a runner.
func (d *Dispatcher) Jobs() jobs.Work {
	return jobs.Work{
		Queues:  map[string]int{store.Queue: d.Workers},
		Workers: func(w *river.Workers) { river.AddWorker(w, worker{d: d}) },
		Sweeps:  []jobs.Sweep{{Name: "webhook.sweep", Every: time.Hour, Run: d.Webhooks.Sweep}},
	}
}

type worker struct {
	river.WorkerDefaults[store.Job]
	d *Dispatcher
}

// Timeout implements river.Worker.
func (worker) Timeout(*river.Job[store.Job]) time.Duration { return jobTime }

// Work implements river.Worker. A job ends with its delivery, which another job of the webhook may have sent.
func (w worker) Work(ctx context.Context, job *river.Job[store.Job]) error {
	wait, err := w.d.Run(ctx, job.Args)
	if err != nil || wait <= 0 {
		return err
	}
	return river.JobSnooze(wait)
}

// Run delivers what is due to the webhook of a job. It returns when the job must run again; zero if its delivery is
// finished.
func (d *Dispatcher) Run(ctx context.Context, job store.Job) (time.Duration, error) {
	own, err := d.Store.Delivery(ctx, job.Hook, job.Delivery)
	if errors.Is(err, store.ErrNoDelivery) || err == nil && own.State != store.Waiting {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	claim, err := d.Store.Claim(ctx, job.Hook)
	var taken *store.Taken
	switch {
	case errors.Is(err, store.ErrNoHook):
		return 0, nil
	case errors.As(err, &taken):
		return d.later(taken), nil
	case err != nil:
		return 0, err
	}
	err = d.drain(ctx, &claim)
	if released := d.Store.Release(context.WithoutCancel(ctx), &claim); err == nil {
		err = released
	}
	if err != nil {
		return 0, err
	}
	own, err = d.Store.Delivery(ctx, job.Hook, job.Delivery)
	if errors.Is(err, store.ErrNoDelivery) || err == nil && own.State != store.Waiting {
		return 0, nil
	}
	return max(own.NextAt.Sub(d.Store.Now()), time.Millisecond), err
}

// later is the pause of a job that found its webhook taken. Jobs that wait for one receiver are spread.
func (d *Dispatcher) later(t *store.Taken) time.Duration {
	wait := t.Until.Sub(d.Store.Now())
	if t.Resting {
		return max(wait, time.Millisecond) + rand.N(behind) //nolint:gosec // no secret
	}
	return behind + rand.N(behind) //nolint:gosec // no secret
}

// drain sends the deliveries that are due in their order, until the receiver must rest or the time is over.
func (d *Dispatcher) drain(ctx context.Context, claim *store.Claim) error {
	state, exists, err := d.Webhooks.Active(ctx, claim.Hook)
	if err != nil {
		return err
	}
	if !exists {
		return d.Store.Remove(ctx, claim.Hook)
	}
	if state.Stopped != "" {
		return d.Store.Drop(ctx, claim.Hook, store.ErrorDisabled)
	}
	if err := d.Store.GiveUp(ctx, claim.Hook); err != nil {
		return err
	}
	for begin := d.Store.Now(); d.Store.Now().Sub(begin) < drainTime && ctx.Err() == nil; {
		next, due, err := d.Store.Next(ctx, claim.Hook)
		if err != nil || !due {
			return err
		}
		held, err := d.Store.Renew(ctx, claim)
		if err != nil || !held {
			return err
		}
		goOn, err := d.attempt(ctx, state, next)
		if err != nil || !goOn {
			return err
		}
	}
	return ctx.Err()
}

// attempt sends one delivery and stores the outcome. It is false if nothing more may be sent now.
func (d *Dispatcher) attempt(ctx context.Context, state webhook.State, next store.Delivery) (bool, error) {
	outcome, err := d.send(ctx, state, next)
	if err != nil {
		return false, err
	}
	failing, err := d.Store.Record(context.WithoutCancel(ctx), outcome)
	switch {
	case err != nil:
		return false, err
	case outcome.Status == 410:
		return false, d.stop(ctx, state.ID, webhook.Gone)
	case failing != nil && outcome.At.Sub(*failing) >= maxFailing:
		return false, d.stop(ctx, state.ID, webhook.Failing)
	}
	return !outcome.Rest, nil
}

func (d *Dispatcher) stop(ctx context.Context, id string, cause webhook.Cause) error {
	d.Logger.InfoContext(ctx, "a webhook is disabled", "webhook", id, "cause", cause)
	return d.Webhooks.Stop(ctx, id, cause)
}
