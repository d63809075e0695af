package report

import (
	"context"
	"errors"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/platform/ids"
)

// ReportDocument is the document of a report in the answer to its creation.
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
	Images     []string `json:"uploaded_images,omitempty"` // unused: the body contains them
}

type openReport struct{ Body reportInput }

// open is POST /report.
func (s *Service) open(ctx context.Context, tx *commands.Tx, in *openReport) (ReportDocument, error) {
	id, err := tx.NewID(ctx, "report")
	if err != nil {
		return ReportDocument{}, err
	}
	e, err := Reports().Open(ctx, tx, id)
	if err != nil {
		return ReportDocument{}, err
	}
	if !tx.Repeated() {
		if err := s.begin(ctx, tx, e, id, in.Body); err != nil {
			return ReportDocument{}, err
		}
	}
	state := e.State()
	return ReportDocument{
		ID: state.ID, ReportType: string(state.Type), ItemID: state.Item, ItemType: string(state.ItemType), Reporter: state.Reporter,
		Body: state.Body.String(), Created: tx.Now(), Closed: state.Closed, ThreadID: state.Thread,
	}, nil
}

// begin creates the report, adds it to its reporter's desk and opens its thread.
func (s *Service) begin(ctx context.Context, tx *commands.Tx, e *entity, id string, in reportInput) error {
	about, err := tx.NewID(ctx, "thread")
	if err != nil {
		return err
	}
	tx.Fresh(id)
	tx.Fresh(about)
	c := report.Open{By: tx.By(), Report: id, Thread: about, Type: report.Type(in.ReportType), ItemType: report.ItemType(in.ItemType), Body: in.Body}
	if !c.ItemType.Valid() {
		return e.Try(c)
	}
	if c.Item, err = s.item(ctx, tx, c.ItemType, in.ItemID); err != nil {
		return err
	}
	if err := e.Do(c); err != nil {
		return err
	}
	reporter := tx.By().Account
	desk, err := Desks().Get(ctx, tx, reporter)
	if err != nil {
		return err
	}
	if err := desk.Do(report.File{Account: reporter, Report: id, Subject: report.Subject{Type: c.ItemType, Item: c.Item}}); err != nil {
		return err
	}
	t, err := Threads().Open(ctx, tx, about)
	if err != nil {
		return err
	}
	t.Follow(role.Self, thread.Opened{Thread: about, Kind: thread.AboutReport, Subject: id, Owner: reporter})
	return nil
}

// item returns the id of the reported thing, which the caller must be able to see.
func (s *Service) item(ctx context.Context, tx *commands.Tx, kind report.ItemType, name string) (string, error) {
	switch kind {
	case report.User:
		id, err := s.Account(ctx, name)
		if err == nil && id == "" {
			err = fault.Invalid("item_id", "用户不存在。")
		}
		return id, err
	case report.Version:
		if !ids.Valid(name) {
			return "", fault.Invalid("item_id", "版本不存在。")
		}
		v, err := project.Versions().Open(ctx, tx, name)
		if err != nil {
			return "", err
		}
		if !v.State().Exists() {
			return "", fault.Invalid("item_id", "版本不存在。")
		}
		_, err = visible(ctx, tx, v.State().Project)
		return name, err
	}
	return visible(ctx, tx, name)
}

func visible(ctx context.Context, tx *commands.Tx, name string) (string, error) {
	t, err := project.Visible(ctx, tx, name)
	var f *fault.Error
	if errors.As(err, &f) && f.Kind == fault.KindNotFound {
		return "", fault.Invalid("item_id", "资源不存在。")
	}
	if err != nil {
		return "", err
	}
	return t.State().ID, nil
}
