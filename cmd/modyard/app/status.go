package app

import (
	"context"

	"github.com/modyard/modyard/platform/uptime"
	"github.com/modyard/modyard/projections/catalog"
	"github.com/modyard/modyard/readapi/pages"
	readstatus "github.com/modyard/modyard/readapi/status"
)

// statusArea records which parts of the site work, and shows it to everybody.
func statusArea() area {
	return area{name: "status", pages: []pages.Kind{pages.Private("/status", "状态一览")}, mount: (*Site).mountStatus}
}

func (s *Site) mountStatus(m *mounting) error {
	parts := []uptime.Part{
		{Name: "writes", Check: func(ctx context.Context) error { _, err := s.Log.Head(ctx); return err }},
		{Name: "views", Check: func(context.Context) error { return s.Runner.Ready() }},
		{Name: "search", Check: s.searchable},
		{Name: "files", Check: func(ctx context.Context) error { _, err := s.Blobs.Exists(ctx, "uptime"); return err }},
	}
	var names []string
	for _, p := range parts {
		names = append(names, p.Name)
	}
	visible := marks{s.Board, s.Search}
	fresh := uptime.NewFreshness(
		func(ctx context.Context) (uint64, error) { head, err := s.Log.Head(ctx); return uint64(head), err },
		func() uint64 { return min(visible.At(catalog.Name), visible.At(searchMark)) },
	)
	recorder := uptime.New(uptime.Options{Pool: s.DB.Pool, Parts: parts, Lead: s.Runner.Lead, Logger: s.Logger})
	s.background = append(s.background, fresh.Run, s.oncePrepared(recorder.Run))
	readstatus.New(m.source, names, fresh.Synced).Register(s.API)
	return nil
}
