package server

import (
	"encoding/json"
	"time"

	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// reported changes a server because its node saw something. The desired state stays.
func reported(s *rows.Set, e runtime.Event, p server.Seen, seen string, how func(*row)) {
	servers.Update(s, row{ID: p.Server}, func(r *row) {
		r.Seen, r.SeenAt, r.Cause, r.Position = seen, seenAt(p), "", uint64(e.Position)
		if p.Run != "" {
			r.Run = p.Run
		}
		if how != nil {
			how(r)
		}
	})
}

func started(s *rows.Set, e runtime.Event, p server.RunStarted) {
	reported(s, e, p.Seen, SeenStarted, func(r *row) {
		r.Attempt, r.ExitCode, r.ExitSignal, r.ExitOOM = int64(p.Attempt), nil, "", false
	})
	run(s, p.Seen, func(r *runRow) { r.Started, r.Begin, r.Attempt = seenAt(p.Seen), uint64(e.Position), int64(p.Attempt) })
	enter(s, e, p.Server, "started", p.Run, attempt(p.Attempt))
}

func ready(s *rows.Set, e runtime.Event, p server.RunReady) {
	reported(s, e, p.Seen, SeenReady, nil)
	run(s, p.Seen, func(r *runRow) { r.Ready = seenAt(p.Seen) })
	enter(s, e, p.Server, "ready", p.Run, nil)
}

func stopped(s *rows.Set, e runtime.Event, p server.RunStopped) {
	reported(s, e, p.Seen, SeenStopped, func(r *row) { r.exit(p.Exit) })
	run(s, p.Seen, func(r *runRow) { r.end(e, p.Seen, p.Exit, SeenStopped, "") })
	enter(s, e, p.Server, "stopped", p.Run, exit(p.Exit, ""))
}

func crashed(s *rows.Set, e runtime.Event, p server.RunCrashed) {
	reported(s, e, p.Seen, SeenCrashed, func(r *row) {
		r.exit(p.Exit)
		r.Cause, r.CrashedAt = p.Cause, seenAt(p.Seen)
	})
	run(s, p.Seen, func(r *runRow) { r.end(e, p.Seen, p.Exit, SeenCrashed, p.Cause) })
	enter(s, e, p.Server, "crashed", p.Run, exit(p.Exit, p.Cause))
}

func givenUp(s *rows.Set, e runtime.Event, p server.RunGivenUp) {
	reported(s, e, p.Seen, SeenGivenUp, func(r *row) { r.Attempt = int64(p.Attempt) })
	enter(s, e, p.Server, "given-up", p.Run, attempt(p.Attempt))
}

func refused(s *rows.Set, e runtime.Event, p server.RunRefused) {
	reported(s, e, p.Seen, SeenRefused, func(r *row) { r.Cause = p.Cause })
	enter(s, e, p.Server, "refused", p.Run, map[string]any{"cause": p.Cause})
}

func (r *row) exit(x server.Exit) {
	code := x.Code
	r.ExitCode, r.ExitSignal, r.ExitOOM = &code, x.Signal, x.OutOfMemory
}

func attempt(n int) map[string]any {
	if n == 0 {
		return nil
	}
	return map[string]any{"attempt": n}
}

func exit(x server.Exit, cause string) map[string]any {
	detail := map[string]any{"code": x.Code, "seconds": x.Seconds}
	if x.Signal != "" {
		detail["signal"] = x.Signal
	}
	if x.OutOfMemory {
		detail["out_of_memory"] = true
	}
	if cause != "" {
		detail["cause"] = cause
	}
	return detail
}

type entry struct {
	Server     string    `db:"server,key"`
	Position   uint64    `db:"position,key"`
	At         time.Time `db:"at"`
	Kind       string    `db:"kind"`
	Part       string    `db:"part"`
	Actor      string    `db:"actor"`
	Role       string    `db:"role"`
	Credential string    `db:"credential"`
	Run        string    `db:"run"`
	Subject    string    `db:"subject"`
	Detail     []byte    `db:"detail"`
}

var entries = rows.Of[entry]("entries")

// enter adds a line to the history of a server. Its details are words of the rules, numbers, names of public files and paths of configuration files, never a person's text.
func enter(s *rows.Set, e runtime.Event, id, kind, run string, detail map[string]any) {
	write(s, e, entry{Server: id, Kind: kind, Run: run}, detail)
}

// about is enter for a decision about an account.
func about(s *rows.Set, e runtime.Event, id, kind, account string, detail map[string]any) {
	write(s, e, entry{Server: id, Kind: kind, Subject: account}, detail)
}

func write(s *rows.Set, e runtime.Event, line entry, detail map[string]any) {
	if detail == nil {
		detail = map[string]any{}
	}
	data, err := json.Marshal(detail)
	if err != nil {
		data = []byte("{}") // words and numbers can always be encoded
	}
	line.Part = groupOf(line.Kind)
	line.Position, line.At, line.Actor, line.Role, line.Credential, line.Detail = uint64(e.Position), e.At(), e.Meta.Actor, e.Meta.Role, e.Meta.Credential, data
	entries.Put(s, line)
}

func because(why *reason.Addressed, detail map[string]any) map[string]any {
	if why == nil {
		return detail
	}
	if detail == nil {
		detail = map[string]any{}
	}
	detail["reason"] = why.Code
	return detail
}
