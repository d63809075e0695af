package revenue

import (
	"bytes"
	"context"
	"encoding/csv"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/spreadsheet"
	"github.com/modyard/modyard/readapi/view"
)

// maxLines is how many lines a file has.
const maxLines = 50_000

func csvResponses() map[string]*huma.Response {
	text := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	return map[string]*huma.Response{"200": {Description: "账目，由新到旧", Content: map[string]*huma.MediaType{"text/csv": text}}}
}

// csv answers lines as a table for spreadsheets, newest first. It begins with a mark that it is UTF-8.
func (s *Routes) csv(ctx context.Context, in *Filter) (view.Answer, error) {
	args, err := in.args(view.Caller(ctx).Account)
	if err != nil {
		return nil, err
	}
	list, err := s.lines(ctx, args, endless, maxLines)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString("\ufeff")
	table := csv.NewWriter(&out)
	_ = table.Write([]string{"编号", "时间（UTC）", "种类", "金额", "余额", "货币", "可提现日期", "月份", "来源", "资源", "资源 ID", "提现", "说明"}) // a buffer has room
	for _, l := range list {
		_ = table.Write(s.record(l))
	}
	table.Flush()
	return func(w http.ResponseWriter, _ *http.Request) error {
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		w.Header().Set("Content-Disposition", `attachment; filename="ledger.csv"`)
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(out.Bytes()) // the reader may have gone
		return nil
	}, nil
}

// record is a line of the table. Numbers stay numbers; a text does not begin a formula.
func (s *Routes) record(l contract.LedgerLine) []string {
	project, title := "", ""
	if l.Project != nil {
		project, title = l.Project.ID, text(l.Project.Title)
	}
	return []string{
		strconv.FormatInt(l.Number, 10), l.At.UTC().Format(time.DateTime), kindName(l.Kind), l.Amount.String(), l.Balance.String(), s.o.Currency,
		text(l.ValueDate), text(l.Month), spreadsheet.Cell(text(l.Source)), spreadsheet.Cell(title), spreadsheet.Cell(project), spreadsheet.Cell(text(l.Payout)), spreadsheet.Cell(text(l.Reason)),
	}
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
