package server

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands"
	contractnode "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/platform/ids"
)

// reports is the name space of the commands that record reports.
var reports = uuid.MustParse("7d1f4f0c-3a35-4f0e-9a0f-5f6a7c0d9b11")

// Record makes a node's report durable. A report about a server that the node does not have, or one of an unknown kind, is left out: it
// must not hold up those behind it. A repeated report is recorded once.
func (s *Service) Record(ctx context.Context, node string, r contractnode.Report) error {
	seen := seenOf(node, r)
	install, installs := installCommand(seen, r)
	event := eventOf(seen, r)
	if event == nil && !installs || !ids.Valid(r.Server) {
		return nil
	}
	req := commands.Request{Command: uuid.NewSHA1(reports, fmt.Appendf(nil, "%s %s %d", node, r.Incarnation, r.Sequence)).String()}
	_, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		of, err := Servers().Open(ctx, tx, r.Server)
		if err != nil {
			return err
		}
		switch {
		case installs:
			return of.Do(install)
		case server.OfBackup(event):
			return of.Do(backupCommand(event, r))
		}
		e, err := runs().Open(ctx, tx, r.Server)
		if err != nil {
			return err
		}
		return e.Do(server.Record{Server: of.State(), Report: event})
	})
	var f *fault.Error
	if errors.As(err, &f) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("record report %d of node %s: %w", r.Sequence, node, err)
	}
	return nil
}

// LoseUpload ends the installation of an archive that was uploaded to a server's node, unless its reports have that incarnation: another one
// begins with nothing. A node that comes again changes nothing.
func (s *Service) LoseUpload(ctx context.Context, node, incarnation, id string) error {
	incarnation = word(incarnation)
	req := commands.Request{Command: uuid.NewSHA1(reports, fmt.Appendf(nil, "%s %s lost on %s", node, incarnation, id)).String()}
	_, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		of, err := Servers().Open(ctx, tx, id)
		if err != nil {
			return err
		}
		return of.Do(server.LoseUpload{Node: node, Incarnation: incarnation, Now: tx.Now()})
	})
	var f *fault.Error
	if errors.As(err, &f) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("end a lost upload on node %s: %w", node, err)
	}
	return nil
}

// maxWord bounds what a node may say in words of its own.
const maxWord = 64

// seenOf is what each report contains.
func seenOf(node string, r contractnode.Report) server.Seen {
	return server.Seen{
		Server: r.Server, Node: node, Incarnation: word(r.Incarnation), At: r.At.UTC(), Run: word(r.Run),
		Sequence: int64(r.Sequence), Power: int64(r.Power), //nolint:gosec // a negative sequence is no report
	}
}

// eventOf is the event of a report; nil for an unknown kind, and for a report about an installation.
func eventOf(seen server.Seen, r contractnode.Report) any {
	var exit server.Exit
	if x := r.Exit; x != nil {
		exit = server.Exit{Code: x.Code, Signal: word(x.Signal), OutOfMemory: x.OutOfMemory, Seconds: max(x.Seconds, 0), Stack: word(x.Stack)}
	}
	switch r.Kind {
	case contractnode.ReportStarted:
		return server.RunStarted{Seen: seen, Attempt: max(r.Attempt, 0)}
	case contractnode.ReportReady:
		return server.RunReady{Seen: seen}
	case contractnode.ReportStopped:
		return server.RunStopped{Seen: seen, Exit: exit}
	case contractnode.ReportCrashed:
		return server.RunCrashed{Seen: seen, Exit: exit, Cause: cause(r.Reason)}
	case contractnode.ReportGaveUp:
		return server.RunGivenUp{Seen: seen, Attempt: max(r.Attempt, 0)}
	case contractnode.ReportRefused:
		return server.RunRefused{Seen: seen, Cause: cause(r.Reason)}
	}
	if e := backupEvent(seen, r); e != nil {
		return e
	}
	if e := configurationEvent(seen, r); e != nil {
		return e
	}
	return contentEvent(seen, r)
}

// contentEvent is the event of a report about content; nil for any other, and for one that names nothing that can be decided.
func contentEvent(seen server.Seen, r contractnode.Report) any {
	c := r.Content
	if c == nil || len(c.Path) > server.MaxContentPath || !utf8.ValidString(c.Path) || strings.ContainsRune(c.Path, 0) {
		return nil
	}
	generation := int64(c.Generation) //nolint:gosec // a revision
	switch r.Kind {
	case contractnode.ReportContentInstalled:
		return server.RunContentInstalled{Seen: seen, Generation: generation, Path: c.Path, Project: word(c.Project), Version: word(c.Version)}
	case contractnode.ReportContentFailed:
		return server.RunContentFailed{Seen: seen, Generation: generation, Path: c.Path, Project: word(c.Project), Version: word(c.Version), Cause: cause(r.Reason)}
	case contractnode.ReportContentRemoved:
		return server.RunContentRemoved{Seen: seen, Generation: generation, Path: c.Path, Cause: cause(r.Reason)}
	}
	return nil
}

// cause is a known reason; "other" for every other word.
func cause(s string) string {
	switch s {
	case "", contractnode.ReasonNotReady, contractnode.ReasonNoSoftware, contractnode.ReasonNoJava, contractnode.ReasonNoRoom, contractnode.ReasonStart,
		contractnode.ReasonKeeper, contractnode.ReasonReboot, contractnode.ReasonFetch, contractnode.ReasonHash, contractnode.ReasonDisk,
		contractnode.ReasonInstalling, contractnode.ReasonLicence,
		contractnode.ReasonConflict, contractnode.ReasonPath, contractnode.ReasonChanged:
		return s
	}
	return "other"
}

// word is a short name of letters, digits, points and dashes; anything else of a node is not written down.
func word(s string) string {
	if len(s) > maxWord {
		return ""
	}
	for _, c := range []byte(s) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.') {
			return ""
		}
	}
	return s
}
