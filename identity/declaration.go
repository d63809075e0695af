package identity

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Route declares a route: its address, its documentation and who may use it. The parameters and the body follow from the
// types of its handler (httpkit.Typed). Commands and queries are mounted with it (commands.Mount, view.Query).
type Route struct {
	Path      string                    // with its method: "PATCH /v3/collection/{id}"
	Under     []string                  // prefixes of the path, such as /v2 and /v3; the route is mounted under each
	Summary   string                    // for the documentation, in Chinese
	Answer    string                    // what the answer contains, where the summary does not say it
	Responses map[string]*huma.Response // document an answer that is not JSON of one type
	Hidden    bool                      // left out of the documentation
	MaxBody   int64                     // bytes; 0 for the API's limit
	MaxTime   time.Duration             // of a raw route; 0 for the API's
	// Scope is required of the caller. Zero accepts everybody, also anonymous callers.
	Scope Scopes
	// Else are alternative scopes of a command, each of which is enough for the route. The command itself then checks
	// which scope its object requires.
	Else Scopes
	// Silent is true for a command that nobody but its caller sees, such as a mark of what was read. Suspensions do not refuse it.
	Silent bool
	// Fresh are the read models of a query, beside the catalogue, that must have reached what the caller has seen.
	Fresh []string
	// Before, if not nil, may reject the request of an authorized caller before its body is read, and returns the
	// context for the rest of the request.
	Before func(*http.Request) (context.Context, error)
}

// Operations are the documented operations of a route, one under each of its prefixes.
func (r Route) Operations() []huma.Operation {
	prefixes := r.Under
	if prefixes == nil {
		prefixes = []string{""}
	}
	method, path, _ := strings.Cut(r.Path, " ")
	operations := make([]huma.Operation, len(prefixes))
	for i, prefix := range prefixes {
		operations[i] = huma.Operation{
			Method: method, Path: prefix + path, Summary: r.Summary, Responses: r.Responses, MaxBodyBytes: r.MaxBody, Hidden: r.Hidden,
		}
	}
	return operations
}
