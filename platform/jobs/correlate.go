package jobs

import (
	"context"
	"encoding/json"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/modyard/modyard/platform/correlation"
)

// requestKey is the member of a job's metadata that names the request because of which it was queued.
const requestKey = "request"

// correlates passes the id of a request on to the runs of the jobs that it causes.
type correlates struct{ river.MiddlewareDefaults }

// InsertMany implements rivertype.JobInsertMiddleware.
func (*correlates) InsertMany(ctx context.Context, many []*rivertype.JobInsertParams, insert func(context.Context) ([]*rivertype.JobInsertResult, error)) ([]*rivertype.JobInsertResult, error) {
	if request := correlation.Of(ctx); request != "" {
		if err := mark(many, requestKey, request); err != nil {
			return nil, err
		}
	}
	return insert(ctx)
}

// Work implements rivertype.WorkerMiddleware.
func (*correlates) Work(ctx context.Context, job *rivertype.JobRow, run func(context.Context) error) error {
	return run(correlation.With(ctx, requestOf(job)))
}

// requestOf is the id of the request because of which a job was queued; empty if there is none.
func requestOf(job *rivertype.JobRow) string {
	members := map[string]json.RawMessage{}
	var request string
	if json.Unmarshal(job.Metadata, &members) == nil {
		_ = json.Unmarshal(members[requestKey], &request) // of another form: none
	}
	return request
}
