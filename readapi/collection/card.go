package collection

import (
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/projections/document"
)

// scanCard reads a project as a search hit, with the time it was added and its visibility.
func scanCard(row pgx.CollectableRow) (json.RawMessage, error) {
	var hit []byte
	var added time.Time
	var status string
	if err := row.Scan(&hit, &status, &added); err != nil {
		return nil, err
	}
	rest, err := document.Encode(struct {
		Added  time.Time `json:"added"`
		Status string    `json:"status"`
	}{added, status})
	if err != nil {
		return nil, err
	}
	return document.Join(hit, rest), nil
}
