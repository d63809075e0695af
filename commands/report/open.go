package report

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/modyard/modyard/commands"
	commandsproject "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// ReportDocument is the shape of a report, for the answer to its creation.
type ReportDocument struct {
	ID         string    `json:"id"`
	ReportType string    `json:"report_type"`
	ItemID     string    `json:"item_id"`
	ItemType   string    `json:"item_type"`
	Reporter   string    `json:"reporter"`
	Body       string    `json:"body"`
	Created    time.Time `json:"created"`
	Closed     bool      `json:"closed"`
	ThreadID   string    `json:"thread_id"`
}

type reportInput struct {
	ReportType string   `json:"report_type"`
	ItemID     string   `json:"item_id"`
	ItemType   string   `json:"item_type"`
	Body       string   `json:"body"`
	Images     []string `json:"uploaded_images,omitempty"` // they stand in the body already
}

// maxInput bounds a request: a body of the most characters, each of four bytes, and what stands around it.
const maxInput = 4*report.MaxBody + 64<<10

// open is POST /report.
func (s *Service) open(w http.ResponseWriter, r *http.Request) error {
	a, err := authorise(r, identity.ScopeReportCreate)
	if err != nil {
		return err
	}
	var in reportInput
	if err := httpkit.DecodeJSON(r, &in); err != nil {
		return err
	}
	id, err := s.handler.NewID(r.Context(), a.request, "report")
	if err != nil {
		return err
	}
	about, err := s.handler.NewID(r.Context(), a.request, "thread")
	if err != nil {
		return err
	}
	c := report.Open{
		By: a.reporter(), Report: id, Thread: about,
		Type: report.Type(in.ReportType), ItemType: report.ItemType(in.ItemType), Body: in.Body,
	}
	var state report.State
	var at time.Time
	outcome, err := s.handler.Handle(r.Context(), a.request, func(ctx context.Context, d *commands.Decision) error {
		at = d.Now()
		if state, err = loadReport(ctx, d, c.Report); err != nil {
			return err
		}
		d.Fresh(c.Report)
		d.Fresh(c.Thread)
		if !c.ItemType.Valid() {
			_, _, err := c.Decide(report.State{})
			return err
		}
		if c.Item, err = s.item(ctx, d, a.caller, c.ItemType, in.ItemID); err != nil {
			return err
		}
		events, as, err := c.Decide(state)
		if err != nil {
			return err
		}
		desk, err := loadDesk(ctx, d, a.caller.Account)
		if err != nil {
			return err
		}
		filed, err := report.File(desk, a.caller.Account, c.Report, c.ItemType, c.Item)
		if err != nil {
			return err
		}
		if _, err := loadThread(ctx, d, c.Thread); err != nil {
			return err
		}
		state = report.Evolve(state, events[0])
		d.As(as)
		d.Append(reportStream(c.Report), events...)
		d.Append(deskStream(a.caller.Account), filed...)
		d.Append(threadStream(c.Thread), thread.Opened{Thread: c.Thread, Kind: thread.AboutReport, Subject: c.Report, Owner: a.caller.Account})
		return nil
	})
	if err != nil {
		return err
	}
	commands.WritePosition(w, outcome.Position)
	return httpkit.WriteJSON(w, http.StatusOK, ReportDocument{
		ID: state.ID, ReportType: string(state.Type), ItemID: state.Item, ItemType: string(state.ItemType), Reporter: state.Reporter,
		Body: state.Body.String(), Created: at, Closed: state.Closed, ThreadID: state.Thread,
	})
}

// item gives the id of what is reported, which the caller must be able to see.
func (s *Service) item(ctx context.Context, d *commands.Decision, caller identity.Caller, kind report.ItemType, name string) (string, error) {
	switch kind {
	case report.User:
		id, err := s.options.Account(ctx, name)
		if err == nil && id == "" {
			err = fault.Invalid("item_id", "用户不存在。")
		}
		return id, err
	case report.Version:
		if !ids.Valid(name) {
			return "", fault.Invalid("item_id", "版本不存在。")
		}
		v, err := commandsproject.LoadVersion(ctx, d, name)
		if err != nil {
			return "", err
		}
		if !v.Exists() {
			return "", fault.Invalid("item_id", "版本不存在。")
		}
		_, err = s.project(ctx, d, caller, v.Project)
		return name, err
	}
	return s.project(ctx, d, caller, name)
}

func (s *Service) project(ctx context.Context, d *commands.Decision, caller identity.Caller, name string) (string, error) {
	state, visible, err := s.options.Projects.Find(ctx, d, caller, name)
	var f *fault.Error
	if errors.As(err, &f) && f.Kind == fault.KindNotFound || err == nil && !visible {
		return "", fault.Invalid("item_id", "资源不存在。")
	}
	return state.ID, err
}
