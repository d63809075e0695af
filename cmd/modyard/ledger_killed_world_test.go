package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"time"

	"github.com/modyard/modyard/commands"
	commanddownload "github.com/modyard/modyard/commands/download"
	commandrevenue "github.com/modyard/modyard/commands/revenue"
	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/domain/team"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/memory"
	projecteddownload "github.com/modyard/modyard/projections/download"
	readrevenue "github.com/modyard/modyard/readapi/revenue"
)

const (
	ledgerProjects = 60
	ledgerTeam     = 5 // people of a project
	ledgerPeople   = ledgerProjects * ledgerTeam
)

func ledgerProject(n int) string { return fmt.Sprintf("LedgPr%02d", n) }
func ledgerPerson(n int) string  { return fmt.Sprintf("LedgP%03d", n) }

// found makes the projects with their teams, as of before the month, and the hits of its days.
func (w *ledgerWorld) found(ctx context.Context) error {
	first, err := time.Parse(time.DateOnly, w.days[0])
	if err != nil {
		return err
	}
	var writes []eventlog.Write
	for n := range ledgerProjects {
		id := ledgerProject(n)
		events := []any{project.Created{Project: id, Slug: "ledger-" + id, Type: project.TypeMod, Title: id, Owner: ledgerPerson(n * ledgerTeam)},
			project.PayoutWeightSet{Account: ledgerPerson(n * ledgerTeam), Weight: 300, Effective: w.days[0]}}
		for m := 1; m < ledgerTeam; m++ {
			who := ledgerPerson(n*ledgerTeam + m)
			events = append(events, project.MemberInvited{Account: who, Role: "member", Weight: team.Weight(100 * m)}, project.MemberJoined{Account: who})
		}
		write := eventlog.Write{Stream: "project-" + id, Expected: eventlog.NoStream}
		for _, e := range events {
			typ, data, err := w.core.Codec.Encode(e)
			if err != nil {
				return err
			}
			write.Events = append(write.Events, eventlog.Event{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{Role: "system", At: first.Add(-time.Hour)}})
		}
		writes = append(writes, write)
	}
	if _, err := w.core.Log.Append(ctx, writes...); err != nil {
		return err
	}
	return w.views(ctx)
}

// views records views of every project on every day, the more the smaller its number.
func (w *ledgerWorld) views(ctx context.Context) error {
	log, err := w.core.Hits.Log(ctx)
	if err != nil {
		return err
	}
	visitor := uint64(0)
	for _, day := range w.days {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil {
			return err
		}
		var hits []download.Hit
		for n := range ledgerProjects {
			for range 1 + 30/(n+1) {
				visitor++
				at = at.Add(time.Second)
				h := download.Hit{At: at, Project: ledgerProject(n), Client: download.Site}
				copy(h.Visitor[:], binary.LittleEndian.AppendUint64(nil, visitor))
				hits = append(hits, h)
			}
		}
		for some := range slices.Chunk(hits, download.MaxHits) {
			write, err := commanddownload.WriteOf(w.core.Hits.Codec, download.View, some)
			if err != nil {
				return err
			}
			if _, err := log.Append(ctx, write); err != nil {
				return err
			}
		}
	}
	return nil
}

// undisturbed is what one process gives that nothing kills, on a log of its own, from the same hits and people.
func (w *ledgerWorld) undisturbed(ctx context.Context) ledgerAmounts {
	w.t.Helper()
	own := memory.New()
	service, err := w.site.OtherRevenue(func(o *commandrevenue.Options) {
		o.Handler = &commands.Handler{Log: own, Codec: w.core.Codec, Texts: o.Handler.Texts, Keys: o.Handler.Keys}
		o.Queue = nil
		o.Counted = func(ctx context.Context, day, where string) (map[string]revenue.Hits, bool, error) {
			at, err := time.Parse(time.DateOnly, day)
			if err != nil {
				return nil, false, err
			}
			list, err := projecteddownload.PaidOf(ctx, w.core.DB.Pool, at)
			hits := map[string]revenue.Hits{}
			for _, p := range list {
				hits[p.Project] = revenue.Hits{Views: uint64(p.Views)} //nolint:gosec // a count
			}
			return hits, true, err
		}
		o.People = func(ctx context.Context, day string, projects []string) (map[string][]revenue.Person, error) {
			at, err := time.Parse(time.DateOnly, day)
			if err != nil {
				return nil, err
			}
			found, err := readrevenue.People(ctx, w.core.DB.Pool, at, projects)
			people := map[string][]revenue.Person{}
			for id, list := range found {
				for _, p := range list {
					people[id] = append(people[id], revenue.Person{Account: p.Account, Weight: p.Weight})
				}
			}
			return people, err
		}
	})
	if err != nil {
		w.t.Fatal(err)
	}
	if err := service.OpenLedger(ctx); err != nil {
		w.t.Fatal(err)
	}
	p := commandrevenue.Planned{Service: service, By: w.plan.By, Second: w.plan.Second}
	if err := w.enter(ctx, p, w.entries()); err != nil {
		w.t.Fatal(err)
	}
	for _, day := range w.days {
		if err := service.ShareDay(ctx, day); err != nil {
			w.t.Fatal(err)
		}
	}
	if err := p.Settle(ctx, w.month()); err != nil {
		w.t.Fatal(err)
	}
	return w.amounts(ctx, own)
}

// ledgerAmounts are the shares of the runs that hold and what wallets have earned.
type ledgerAmounts struct {
	shares, earned map[string]revenue.Amount
	replaced       int // runs
}

// String is the number and the sum of all amounts, and a hash of each with its name.
func (a ledgerAmounts) String() string {
	text, h := "", fnv.New64a()
	for _, of := range []map[string]revenue.Amount{a.shares, a.earned} {
		var sum revenue.Amount
		for _, key := range slices.Sorted(maps.Keys(of)) {
			sum += of[key]
			fmt.Fprintln(h, key, int64(of[key]))
		}
		text += fmt.Sprintf("%d of %d millionths, ", len(of), int64(sum))
	}
	return text + fmt.Sprintf("%x", h.Sum64())
}

// amounts reads a log, and fails the test unless each run was begun, noted and finished once, and each wallet credited once.
func (w *ledgerWorld) amounts(ctx context.Context, log eventlog.Log) ledgerAmounts {
	w.t.Helper()
	out := ledgerAmounts{shares: map[string]revenue.Amount{}, earned: map[string]revenue.Amount{}}
	for _, day := range w.days {
		seen, last := map[string]bool{}, ""
		w.read(ctx, log, "revenueday-"+day, func(event any) {
			switch e := event.(type) {
			case revenue.SharingBegun:
				w.once(seen, day+" begun "+e.Run)
				last = e.Run
				if e.Replaces != "" {
					out.replaced++
				}
			case revenue.SharesNoted:
				w.once(seen, fmt.Sprintf("%s noted %s %d", day, e.Run, e.Part))
			case revenue.SharesUndone:
				w.once(seen, fmt.Sprintf("%s undone %s %d", day, e.Run, e.Part))
			case revenue.SharingFinished:
				w.once(seen, day+" finished "+e.Run)
			}
		})
		if !seen[day+" finished "+last] {
			w.t.Errorf("the run %s is not finished", last)
		}
		w.read(ctx, log, "revenueday-"+day, func(event any) {
			if e, is := event.(revenue.SharesNoted); is && e.Run == last {
				for _, s := range e.Shares {
					out.shares[day+e.Source+s.Project+s.Account] += s.Amount
				}
			}
		})
	}
	for n := range ledgerPeople {
		account, seen := ledgerPerson(n), map[string]bool{}
		w.read(ctx, log, "wallet-"+account, func(event any) {
			if e, is := event.(revenue.Earned); is {
				w.once(seen, fmt.Sprintf("%s earned %s %d", account, e.Month, e.Part))
				for _, l := range e.Lines {
					out.earned[account+l.Source+l.Project] += l.Amount
				}
			}
		})
		if len(seen) != 1 {
			w.t.Errorf("%s was credited %d times", account, len(seen))
		}
	}
	finished := 0
	w.read(ctx, log, "revenuemonth-"+w.month(), func(event any) {
		if _, is := event.(revenue.SettlementFinished); is {
			finished++
		}
	})
	if finished != 1 {
		w.t.Errorf("the settlement has finished %d times", finished)
	}
	return out
}

func (w *ledgerWorld) once(seen map[string]bool, what string) {
	w.t.Helper()
	if seen[what] {
		w.t.Errorf("%s: twice", what)
	}
	seen[what] = true
}

func (w *ledgerWorld) read(ctx context.Context, log eventlog.Log, stream string, each func(event any)) {
	w.t.Helper()
	for recorded, err := range log.Stream(ctx, stream, 0) {
		if err != nil {
			w.t.Fatal(err)
		}
		event, err := w.core.Codec.Decode(recorded.Type, recorded.Data)
		if err != nil {
			w.t.Fatal(err)
		}
		each(event)
	}
}
