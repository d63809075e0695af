package view

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/platform/spreadsheet"
)

// maxExport bounds the entries of a file, and exportTime the writing of one page.
const (
	maxExport  = 50_000
	exportTime = 30 * time.Second
)

// ExportPage is how many entries of a file are read together, so that a slow receiver holds no connection to the database.
const ExportPage = 1000

// FileFormat is the requested format of a file.
type FileFormat struct {
	Format string `query:"format" enum:"csv,jsonl" default:"csv" doc:"默认 csv"`
}

// Export is a list as a file, newest first.
type Export[E any] struct {
	Name string // of the file, without its ending
	// Columns are the names of a table's columns, and Record an entry in them.
	Columns []string
	Record  func(E) []string
	// Page reads the ExportPage entries after one of them; nil: the first ones.
	Page func(ctx context.Context, after *E) ([]E, error)
}

// ExportResponses document the answer of an Export.
func ExportResponses() map[string]*huma.Response {
	text := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
	return map[string]*huma.Response{"200": {
		Description: "符合条件的记录，由新到旧，最多 50000 条；截断时响应尾（trailer）Truncated 为 true", Content: map[string]*huma.MediaType{"text/csv": text, "application/x-ndjson": text},
	}}
}

// Answer writes the file. The first page is read before the answer begins, so that a wrong parameter is answered as an error.
func (e Export[E]) Answer(ctx context.Context, f FileFormat) (Answer, error) {
	first, err := e.Page(ctx, nil)
	if err != nil {
		return nil, err
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		kind := "text/csv; charset=utf-8"
		if f.Format == "jsonl" {
			kind = "application/x-ndjson"
		}
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Content-Disposition", `attachment; filename="`+e.Name+`.`+f.Format+`"`)
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Trailer", "Truncated")
		return e.write(r.Context(), w, f, first)
	}, nil
}

func (e Export[E]) write(ctx context.Context, w http.ResponseWriter, f FileFormat, part []E) error {
	out := bufio.NewWriterSize(w, 64<<10)
	var encode func(E) error
	if f.Format == "jsonl" {
		lines := json.NewEncoder(out)
		encode = func(one E) error { return lines.Encode(one) }
	} else {
		encode = e.table(out)
	}
	control := http.NewResponseController(w)
	defer func() { _ = control.SetWriteDeadline(time.Time{}) }()
	written := 0
	for len(part) > 0 {
		_ = control.SetWriteDeadline(time.Now().Add(exportTime)) // not every connection supports one
		for _, one := range part {
			if err := encode(one); err != nil {
				return nil //nolint:nilerr // the reader has gone
			}
		}
		written += len(part)
		if len(part) < ExportPage || written >= maxExport {
			break
		}
		var err error
		if part, err = e.Page(ctx, &part[len(part)-1]); err != nil {
			// A file that ends early must not look whole.
			panic(http.ErrAbortHandler)
		}
	}
	w.Header().Set("Truncated", strconv.FormatBool(written >= maxExport))
	_ = out.Flush() // the reader may have gone
	return nil
}

// table writes entries as lines of a table, after a mark for spreadsheets that it is UTF-8 and the names of the columns.
func (e Export[E]) table(out io.Writer) func(E) error {
	_, _ = io.WriteString(out, "\ufeff") // the error returns with the next write
	lines := csv.NewWriter(out)
	_ = lines.Write(e.Columns)
	lines.Flush()
	return func(one E) error {
		record := e.Record(one)
		for i := range record {
			record[i] = spreadsheet.Cell(record[i])
		}
		_ = lines.Write(record)
		lines.Flush()
		return lines.Error()
	}
}
