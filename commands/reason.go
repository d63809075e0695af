package commands

import (
	"net/http"

	"github.com/modyard/modyard/domain/reason"
)

// reasonCode is the query parameter beside reason.Field.
const reasonCode = reason.Field + "_code"

// ReasonOf is the reason that a request without a JSON body gives, by its query parameters reason and reason_code:
// nil where neither is there. Whether one is needed, and whether this one will do, is for the rule to say.
func ReasonOf(r *http.Request) *reason.Reason {
	query := r.URL.Query()
	if !query.Has(reason.Field) && !query.Has(reasonCode) {
		return nil
	}
	return &reason.Reason{Code: reason.Code(query.Get(reasonCode)), Text: query.Get(reason.Field)}
}
