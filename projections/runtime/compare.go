package runtime

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// table is the metadata of a table that compare needs.
type table struct {
	name    string
	columns []string // with their types, in order
	key     []string // primary key columns
}

const describeTables = `
SELECT c.relname,
       coalesce(array_agg(quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod) ORDER BY a.attnum)
                FILTER (WHERE a.attname IS NOT NULL), '{}'),
       coalesce((SELECT array_agg(k.attname::text ORDER BY array_position(i.indkey::int2[], k.attnum))
                 FROM pg_index i JOIN pg_attribute k ON k.attrelid = i.indrelid AND k.attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1])
                 WHERE i.indrelid = c.oid AND i.indisprimary), '{}')
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'm') AND NOT c.relispartition
GROUP BY c.oid, c.relname ORDER BY c.relname`

func describe(ctx context.Context, tx pgx.Tx, schema string) (map[string]table, error) {
	rows, err := tx.Query(ctx, describeTables, schema)
	if err != nil {
		return nil, fmt.Errorf("describe %s: %w", schema, err)
	}
	found := map[string]table{}
	var t table
	_, err = pgx.ForEachRow(rows, []any{&t.name, &t.columns, &t.key}, func() error {
		found[t.name] = table{name: t.name, columns: slices.Clone(t.columns), key: slices.Clone(t.key)}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("describe %s: %w", schema, err)
	}
	return found, nil
}

// compare finds the first differences between the tables of two schemas, by table and key.
func compare(ctx context.Context, tx pgx.Tx, served, built string, limit int) ([]Difference, error) {
	left, err := describe(ctx, tx, served)
	if err != nil {
		return nil, err
	}
	right, err := describe(ctx, tx, built)
	if err != nil {
		return nil, err
	}
	names := slices.Collect(maps.Keys(left))
	for name := range right {
		if _, both := left[name]; !both {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var found []Difference
	for _, name := range names {
		if len(found) >= limit {
			break
		}
		a, hasA := left[name]
		b, hasB := right[name]
		switch {
		case !hasA || !hasB:
			found = append(found, Difference{Table: name, Kind: "table",
				Served: strings.Join(a.columns, ", "), Rebuilt: strings.Join(b.columns, ", ")})
		case !slices.Equal(a.columns, b.columns):
			found = append(found, Difference{Table: name, Kind: "columns",
				Served: strings.Join(a.columns, ", "), Rebuilt: strings.Join(b.columns, ", ")})
		default:
			rows, err := compareRows(ctx, tx, a, served, built, limit-len(found))
			if err != nil {
				return nil, fmt.Errorf("compare table %s: %w", name, err)
			}
			found = append(found, rows...)
		}
	}
	return found, nil
}

// compareRows compares in Postgres. Rows with a key are compared byte by byte, which every type supports, others as
// text.
func compareRows(ctx context.Context, tx pgx.Tx, t table, served, built string, limit int) ([]Difference, error) {
	rows, err := tx.Query(ctx, comparison(t, served, built), limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (Difference, error) {
		d := Difference{Table: t.name}
		var a, b *string
		if err := row.Scan(&d.Key, &a, &b); err != nil {
			return d, err
		}
		switch {
		case a == nil:
			d.Kind, d.Rebuilt = "missing", *b
		case b == nil:
			d.Kind, d.Served = "extra", *a
		default:
			d.Kind, d.Served, d.Rebuilt = "changed", *a, *b
			d.Columns = changedColumns(*a, *b)
		}
		return d, nil
	})
}

// comparison is a full join on the primary key, or without one EXCEPT ALL in both directions.
func comparison(t table, served, built string) string {
	a := pgx.Identifier{served, t.name}.Sanitize()
	b := pgx.Identifier{built, t.name}.Sanitize()
	if len(t.key) == 0 {
		return fmt.Sprintf(`
WITH a AS (SELECT _row::text AS row, to_jsonb(_row)::text AS doc FROM %s AS _row),
     b AS (SELECT _row::text AS row, to_jsonb(_row)::text AS doc FROM %s AS _row)
SELECT '', d.served, d.built FROM (
  SELECT doc AS served, NULL AS built, row FROM (SELECT * FROM a EXCEPT ALL SELECT * FROM b) AS extra
  UNION ALL
  SELECT NULL, doc, row FROM (SELECT * FROM b EXCEPT ALL SELECT * FROM a) AS missing) AS d
ORDER BY d.row LIMIT $1`, a, b)
	}
	var on, order, key []string
	for _, k := range t.key {
		q := pgx.Identifier{k}.Sanitize()
		on = append(on, fmt.Sprintf("_served.%s = _built.%s", q, q))
		order = append(order, fmt.Sprintf("coalesce(_served.%s, _built.%s)", q, q))
		key = append(key, fmt.Sprintf("coalesce(_served.%s, _built.%s)::text", q, q))
	}
	first := pgx.Identifier{t.key[0]}.Sanitize()
	return fmt.Sprintf(`
SELECT concat_ws(', ', %s),
       CASE WHEN _served.%[2]s IS NOT NULL THEN to_jsonb(_served)::text END,
       CASE WHEN _built.%[2]s IS NOT NULL THEN to_jsonb(_built)::text END
FROM %[3]s AS _served FULL JOIN %[4]s AS _built ON %[5]s
WHERE _served.%[2]s IS NULL OR _built.%[2]s IS NULL OR _served *<> _built
ORDER BY %[6]s LIMIT $1`,
		strings.Join(key, ", "), first, a, b, strings.Join(on, " AND "), strings.Join(order, ", "))
}

// changedColumns names the columns whose values differ between two rows as JSON.
func changedColumns(a, b string) []string {
	var left, right map[string]json.RawMessage
	if json.Unmarshal([]byte(a), &left) != nil || json.Unmarshal([]byte(b), &right) != nil {
		return nil
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(left)) {
		if !bytes.Equal(left[name], right[name]) {
			names = append(names, name)
		}
	}
	return names
}
