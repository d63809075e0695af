package report

import (
	"context"
	"errors"
	"strings"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/thread"
)

type reportInput struct {
	ReportType string   `json:"report_type"`
	ItemID     string   `json:"item_id"`
	ItemType   string   `json:"item_type"`
	Body       string   `json:"body"`
	Images     []string `json:"uploaded_images,omitempty" hidden:"true"` // unused: the body contains them
}

type openReport struct{ Body reportInput }

// open is POST /report.
func (s *Service) open(ctx context.Context, tx *commands.Tx, in *openReport) (contract.Report, error) {
	id, err := tx.NewID(ctx, "report")
	if err != nil {
		return contract.Report{}, err
	}
	e, err := Reports().Open(ctx, tx, id)
	if err != nil {
		return contract.Report{}, err
	}
	if !tx.Repeated() {
		if err := s.begin(ctx, tx, e, id, in.Body); err != nil {
			return contract.Report{}, err
		}
	}
	state := e.State()
	began, _, err := e.Times(ctx)
	return contract.Report{
		ID: state.ID, ReportType: string(state.Type), ItemID: state.Item, ItemType: string(state.ItemType), Reporter: state.Reporter,
		Body: state.Body.String(), Created: began, Closed: state.Closed, ThreadID: state.Thread,
	}, err
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
	var known []string
	for _, subject := range s.Subjects {
		if subject.Type != kind {
			known = append(known, string(subject.Type))
			continue
		}
		id, err := subject.Find(ctx, tx, name)
		var f *fault.Error
		if errors.As(err, &f) && f.Kind == fault.KindNotFound {
			return "", fault.Invalid("item_id", subject.Missing)
		}
		return id, err
	}
	return "", fault.Invalid("item_type", "举报对象只能是 "+strings.Join(known, "、")+"。")
}
