package revenue

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/decision"
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
	id, err := tx.NewID(ctx, "batch")
	if err != nil {
		return Made{}, err
	}
	by, err := s.caller(ctx, tx)
	if err != nil {
		return Made{}, err
	}
	if err := by.Keeps(); err != nil {
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

// Results is what a file of results has changed.
type Results struct {
	Paid     int       `json:"paid"`
	Failed   int       `json:"failed"`
	Problems []Problem `json:"problems"`
}

// Problem is a line of a file that changes nothing.
type Problem struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

func resultsOperation() huma.Operation {
	text := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	problem := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"line": {Type: huma.TypeInteger}, "text": {Type: huma.TypeString}}, Required: []string{"line", "text"}}
	return huma.Operation{
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"text/csv": text}},
		Responses: map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{
			Type: huma.TypeObject, Required: []string{"paid", "failed", "problems"}, Properties: map[string]*huma.Schema{
				"paid": {Type: huma.TypeInteger}, "failed": {Type: huma.TypeInteger}, "problems": {Type: huma.TypeArray, Items: problem},
			},
		}}}}},
	}
}

// maxProblems bounds the problems of an answer.
const maxProblems = 100

// readResults is POST batches/{id}/results. Each line is decided alone: id, result (paid or failed), and what the bank kept.
// A file that is sent again changes nothing.
func (s *Service) readResults(w http.ResponseWriter, r *http.Request, req commands.Request) error {
	ctx := r.Context()
	if err := s.keeps(ctx, req); err != nil {
		return err
	}
	b, _, err := s.batch(ctx, req, r.PathValue("id"))
	if err != nil {
		return err
	}
	data, err := body(r, "file")
	if err != nil {
		return err
	}
	out := Results{Problems: []Problem{}}
	lines := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	lines.FieldsPerRecord = -1
	for n := 1; ; n++ {
		record, err := lines.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && n == 1 && strings.EqualFold(strings.TrimSpace(record[0]), "id") {
			continue
		}
		var words string
		switch {
		case err != nil:
			words = "此行无法读取。"
		case n > len(b.Payouts)+1:
			return fault.Invalid("file", "文件的行数多于批次的提现。")
		default:
			words, err = s.result(ctx, req, b, n, record, &out)
			if err != nil {
				return err
			}
		}
		if words != "" && len(out.Problems) < maxProblems {
			out.Problems = append(out.Problems, Problem{n, words})
		}
	}
	return answer(w, out)
}

// result carries one line out; words say why it changes nothing.
func (s *Service) result(ctx context.Context, req commands.Request, b domain.Batch, n int, record []string, out *Results) (words string, err error) {
	cell := func(i int) string {
		if i < len(record) {
			return strings.TrimSpace(record[i])
		}
		return ""
	}
	id, result := cell(0), strings.ToLower(cell(1))
	if !slices.Contains(b.Payouts, id) {
		return "提现不在这个批次中。", nil
	}
	if result != "paid" && result != "failed" {
		return "结果须为 paid 或 failed。", nil
	}
	c := domain.MarkPaid{Batch: b.ID, Paid: result == "paid"}
	if kept := cell(2); kept != "" {
		if c.Fee, err = domain.ParseAmount("fee", kept); err != nil {
			return "银行手续费须为最多两位小数的数字。", nil
		}
	}
	line := req
	// Another fee is another command: as the same one it would be a repetition, and nobody would see it.
	line.Command, line.Keyed = fmt.Sprintf("results of %s for %s %s %d", b.ID, id, result, c.Fee), false
	var made []decision.Event
	_, err = s.Handler.Handle(ctx, line, func(ctx context.Context, tx *commands.Tx) error {
		made = nil
		if c.By, err = s.caller(ctx, tx); err != nil {
			return err
		}
		p, err := payouts().Get(ctx, tx, id)
		if err != nil {
			return err
		}
		before := p.State()
		if err := p.Do(c); err != nil {
			return err
		}
		made = p.Decided()
		return follow(ctx, tx, before, p)
	})
	var refused *fault.Error
	switch {
	case errors.As(err, &refused):
		return refused.Text, nil
	case err != nil:
		return "", err
	case len(made) == 0:
		return "", nil
	case c.Paid:
		out.Paid++
	default:
		out.Failed++
	}
	return "", nil
}
