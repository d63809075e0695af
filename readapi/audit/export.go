package audit

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

type exportIn struct {
	Filter
	view.FileFormat
}

// export writes the entries of a filter, newest first.
func (s *Routes) export(ctx context.Context, in *exportIn) (view.Answer, error) {
	if err := staff(ctx); err != nil {
		return nil, err
	}
	return view.Export[contract.AuditEntry]{
		Name: "audit", Record: record,
		Columns: []string{"position", "at", "kind", "mark", "actor_id", "actor", "role", "subject_type", "subject_id", "subject", "about_id", "about",
			"item_type", "item", "round", "from", "to", "value", "options", "message", "reason", "reason_text", "event", "event_type", "stream", "revision"},
		Page: func(ctx context.Context, after *contract.AuditEntry) ([]contract.AuditEntry, error) {
			var before int64
			if after != nil {
				before = after.Position
			}
			sql, args, err := page(in.Filter, s.Codes, before, view.ExportPage)
			if err != nil {
				return nil, err
			}
			return view.Rows(ctx, s.source, "audit", scan, sql, args...)
		},
	}.Answer(ctx, in.FileFormat)
}

func record(e contract.AuditEntry) []string {
	var why contract.ClaimReason
	if e.Reason != nil {
		why = *e.Reason
	}
	return []string{
		strconv.FormatInt(e.Position, 10), e.At.Format(time.RFC3339Nano), e.Kind, e.Mark, e.ActorID, username(e.Actor), e.Role,
		e.Subject.Type, e.Subject.ID, e.Subject.Name, e.AboutID, username(e.About), e.ItemType, e.Item, strconv.Itoa(e.Round), e.From, e.To, e.Value,
		strings.Join(e.Options, " "), e.Message, why.Code, why.Text, e.Event.ID, e.Event.Type, e.Event.Stream, strconv.FormatInt(e.Event.Revision, 10),
	}
}

func username(a *contract.Author) string {
	if a == nil {
		return ""
	}
	return a.Username
}
