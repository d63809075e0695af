package server

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const (
	runColumns = `
select run, started, ready, ended, attempt, exit_code, exit_signal, exit_oom, seconds, cause, stack, begin, finish from server.runs where `

	selectCrash     = runColumns + `server = $1 and run = $2 and outcome = 'crashed'`
	selectCleanRun  = runColumns + `server = $1 and clean and finish < $2 order by finish desc limit 1`
	selectRecovered = runColumns + `server = $1 and clean and finish > $2 order by finish limit 1`
	selectSimilar   = runColumns + `server = $1 and stack = $2 and stack <> '' and run <> $3 and outcome = 'crashed' order by finish desc limit 10`

	countSimilar = `select count(*) from server.runs where server = $1 and stack = $2 and stack <> '' and run <> $3 and outcome = 'crashed'`
	elsewhere    = `select count(distinct server) from server.runs where stack = $2 and stack <> '' and server <> $1`

	// Everything but the power, the runs and the members between two positions.
	selectChanges = entryColumns + `e.server = $1 and e.position > $2 and e.position < $3 and e.part not in ('power', 'run', 'members')
  order by e.position desc limit $4` + entryJoins
)

const (
	// maxChanges bounds the changes of a crash.
	maxChanges = 200
	// minElsewhere is how many servers must have met a crash before others learn of it.
	minElsewhere = 5
)

type crashIn struct {
	view.ByID
	Run view.Name `path:"run" doc:"崩溃的运行"`
}

// process is a run with the positions of its reports.
type process struct {
	contract.HostedRun
	begin, finish int64
}

// crash is GET /_internal/server/{id}/crashes/{run}: how a process ended, and what was changed since the last one that was well.
func (s *Routes) crash(ctx context.Context, in *crashIn) (contract.HostedCrash, error) {
	out := contract.HostedCrash{Suspects: []contract.HostedSuspect{}, Similar: []contract.HostedRun{}}
	record, err := s.read(ctx, string(in.ID))
	if err != nil {
		return out, err
	}
	this, found, err := s.process(ctx, selectCrash, record.ID, string(in.Run))
	if err == nil && !found {
		err = httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "没有这次崩溃的记录。")
	}
	if err != nil {
		return out, err
	}
	out.HostedRun = this.HostedRun
	begin := this.begin
	if begin == 0 {
		begin = this.finish
	}
	clean, found, err := s.process(ctx, selectCleanRun, record.ID, begin)
	if err != nil {
		return out, err
	}
	if found {
		out.Clean = &clean.HostedRun
	}
	if recovered, found, err := s.process(ctx, selectRecovered, record.ID, this.finish); err != nil {
		return out, err
	} else if found {
		out.Recovered = &recovered.HostedRun
	}
	account, admin := caller(ctx)
	scan := scanEntry(account, admin)
	// What was changed while the last good process ran came into effect after it.
	if out.Changes, err = view.Rows(ctx, s.source, "the changes before a crash", scan, selectChanges, record.ID, clean.begin, this.finish, maxChanges+1); err != nil {
		return out, err
	}
	if out.More = len(out.Changes) > maxChanges; out.More {
		out.Changes = out.Changes[:maxChanges]
	}
	if out.Suspects, err = s.suspects(ctx, record.ID, out.Changes, begin); err != nil {
		return out, err
	}
	return out, s.similar(ctx, record.ID, &out)
}

// process is the run that a statement finds.
func (s *Routes) process(ctx context.Context, sql string, args ...any) (process, bool, error) {
	rows, err := s.source.Pool.Query(ctx, sql, args...)
	if err != nil {
		return process{}, false, fmt.Errorf("read a run of a server: %w", err)
	}
	p, err := pgx.CollectOneRow(rows, scanProcess)
	if errors.Is(err, pgx.ErrNoRows) {
		return process{}, false, nil
	}
	if err != nil {
		return process{}, false, fmt.Errorf("read a run of a server: %w", err)
	}
	return p, true, nil
}

func scanProcess(row pgx.CollectableRow) (p process, err error) {
	r := &p.HostedRun
	err = row.Scan(&r.Run, &r.Started, &r.Ready, &r.Ended, &r.Attempt, &r.Code, &r.Signal, &r.OutOfMemory, &r.Seconds, &r.Cause, &r.Stack, &p.begin, &p.finish)
	return p, err
}

// similar adds the other crashes with the stack trace of this one.
func (s *Routes) similar(ctx context.Context, server string, out *contract.HostedCrash) error {
	if out.Stack == "" {
		return nil
	}
	list, err := view.Rows(ctx, s.source, "similar crashes", scanProcess, selectSimilar, server, out.Stack, out.Run)
	if err != nil {
		return err
	}
	for _, p := range list {
		out.Similar = append(out.Similar, p.HostedRun)
	}
	if err := s.source.Pool.QueryRow(ctx, countSimilar, server, out.Stack, out.Run).Scan(&out.Times); err != nil {
		return fmt.Errorf("count similar crashes: %w", err)
	}
	var servers int64
	if err := s.source.Pool.QueryRow(ctx, elsewhere, server, out.Stack).Scan(&servers); err != nil {
		return fmt.Errorf("count the servers with a crash: %w", err)
	}
	if servers >= minElsewhere {
		out.Elsewhere = &servers
	}
	return nil
}
