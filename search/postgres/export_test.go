package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/search"
)

// Explain runs a query and returns the plans of its statements.
func Explain(ctx context.Context, pool *pgxpool.Pool, schema string, q search.Query) (string, error) {
	tracer := &explainer{}
	config := pool.Config()
	config.ConnConfig.Tracer = tracer
	traced, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return "", err
	}
	defer traced.Close()
	if _, err := NewEngine(traced, schema).Search(ctx, q); err != nil {
		return "", err
	}
	var out strings.Builder
	for _, s := range tracer.statements {
		rows, err := pool.Query(ctx, "explain "+s.sql, s.args...)
		if err != nil {
			return "", err
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return "", err
		}
		out.WriteString(strings.Join(lines, "\n") + "\n")
	}
	return out.String(), nil
}

type explainer struct {
	statements []struct {
		sql  string
		args []any
	}
}

func (e *explainer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	if strings.HasPrefix(d.SQL, "with ") {
		e.statements = append(e.statements, struct {
			sql  string
			args []any
		}{d.SQL, d.Args})
	}
	return ctx
}

func (e *explainer) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
