package revenue

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"net/http"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	domain "github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/platform/spreadsheet"
)

type payBatch struct {
	Method string `json:"method" doc:"收款方式的 ID"`
}

type batchInput struct{ Body payBatch }

// makeBatch is POST batches: the approved withdrawals of a method that people pay go into one file, each into one.
func (s *Service) makeBatch(ctx context.Context, tx *commands.Tx, in *batchInput) (Made, error) {
	id, by, err := s.keeper(ctx, tx, "batch")
	if err != nil {
		return Made{}, err
	}
	b, err := batches().Open(ctx, tx, id)
	if err != nil || tx.Repeated() {
		return Made{id}, err
	}
	m, there := s.Methods.Find(in.Body.Method)
	if !there || m.Provider != domain.Manual {
		return Made{}, fault.Invalid("method", "请选择人工付款的收款方式。")
	}
	c := domain.MakeBatch{By: by, Batch: id, Method: m.ID, Frozen: map[string]bool{}}
	if c.Paused, err = s.paused(ctx, tx); err != nil {
		return Made{}, err
	}
	open, err := s.Batchable(ctx, m.ID, mostInBatch)
	if err != nil {
		return Made{}, err
	}
	taken := map[string]*commands.Entity[domain.Payout, domain.PayoutCommand]{}
	for _, payout := range open {
		p, err := payouts().Get(ctx, tx, payout)
		if err != nil {
			return Made{}, err
		}
		if p.State().Method != m.ID {
			continue
		}
		w, err := wallets().Get(ctx, tx, p.State().Account)
		if err != nil {
			return Made{}, err
		}
		taken[payout] = p
		c.Payouts, c.Frozen[p.State().Account] = append(c.Payouts, p.State()), w.State().Frozen
	}
	made, dispatched, err := domain.DecideBatch(b.State(), c)
	if err != nil {
		return Made{}, err
	}
	b.Append(made...)
	for payout, events := range dispatched {
		taken[payout].Append(events...)
	}
	return Made{id}, nil
}

// mostInBatch is how many withdrawals a batch has at most: one append has them all.
const mostInBatch = 200

// paused is true while nothing is sent.
func (s *Service) paused(ctx context.Context, tx *commands.Tx) (bool, error) {
	ledger, err := ledgers().Get(ctx, tx, ledgerID)
	if err != nil {
		return false, err
	}
	restored, err := s.Restored(ctx)
	return ledger.State().Paused || restored, err
}

// batch reads a batch and its withdrawals.
func (s *Service) batch(ctx context.Context, req commands.Request, id string) (b domain.Batch, list []domain.Payout, err error) {
	if !ids.Valid(id) {
		return b, nil, fault.NotFound("批次不存在。")
	}
	err = s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
		e, err := batches().Get(ctx, tx, id)
		if err != nil {
			return err
		}
		if b = e.State(); b.ID == "" {
			return fault.NotFound("批次不存在。")
		}
		for _, payout := range b.Payouts {
			p, err := payouts().Get(ctx, tx, payout)
			if err != nil {
				return err
			}
			list = append(list, p.State())
		}
		return nil
	})
	return b, list, err
}

// readBatch is GET batches/{id}: the same bytes each time.
func (s *Service) readBatch(w http.ResponseWriter, r *http.Request, req commands.Request) error {
	ctx := r.Context()
	if err := s.keeps(ctx, req); err != nil {
		return err
	}
	b, list, err := s.batch(ctx, req, r.PathValue("id"))
	if err != nil {
		return err
	}
	m, _ := s.Methods.Find(b.Method)
	var file bytes.Buffer
	file.WriteString("\ufeff")
	out := csv.NewWriter(&file)
	header := []string{"id", "amount", "currency"}
	for _, f := range m.Fields {
		header = append(header, f.Name)
	}
	_ = out.Write(header) // a buffer takes everything
	for _, p := range list {
		details, err := s.Destinations.details(ctx, p.Account, p.Destination)
		if err != nil && !errors.Is(err, errNoDestination) {
			return err
		}
		line := []string{p.ID, p.Amount.String(), s.Currency}
		for _, f := range m.Fields {
			line = append(line, spreadsheet.Cell(details[f.Name]))
		}
		_ = out.Write(line)
	}
	out.Flush()
	return sendFile(w, "text/csv; charset=utf-8", "batch-"+b.ID+".csv", file.Bytes())
}
