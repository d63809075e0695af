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
)

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

// readResults is POST batches/{id}/results. The whole file is read and bounded before anything happens; then each line is
// decided alone: id, result (paid or failed), and what the bank kept. A file that is sent again changes nothing.
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
	lines, err := resultLines(data, len(b.Payouts))
	if err != nil {
		return err
	}
	out := Results{Problems: []Problem{}}
	for _, l := range lines {
		words := l.problem
		if words == "" {
			if words, err = s.result(ctx, req, b, l.record, &out); err != nil {
				return err
			}
		}
		if words != "" && len(out.Problems) < maxProblems {
			out.Problems = append(out.Problems, Problem{l.number, words})
		}
	}
	return answer(w, out)
}

// resultLine is a record of a file, at the line of the file where it begins; problem says why it cannot be read.
type resultLine struct {
	number  int
	record  []string
	problem string
}

// resultLines reads a file of results, without its header. More records than the batch has withdrawals are an error.
func resultLines(data []byte, most int) (list []resultLine, err error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	r.FieldsPerRecord = -1
	for first := true; ; first = false {
		record, err := r.Read()
		var wrong *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return list, nil
		case errors.As(err, &wrong):
			list = append(list, resultLine{number: wrong.StartLine, problem: "此行无法读取。"})
		case err != nil:
			return nil, fmt.Errorf("read the results: %w", err)
		case first && strings.EqualFold(strings.TrimSpace(record[0]), "id"):
		default:
			line, _ := r.FieldPos(0)
			list = append(list, resultLine{number: line, record: record})
		}
		if len(list) > most {
			return nil, fault.Invalid("file", "文件的行数多于批次的提现，没有处理任何一行。")
		}
	}
}

// result carries one line out; words say why it changes nothing.
func (s *Service) result(ctx context.Context, req commands.Request, b domain.Batch, record []string, out *Results) (words string, err error) {
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
