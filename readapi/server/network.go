package server

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

const selectAllocations = `select port, name from server.ports where server = $1 and not first order by port`

// allocations is GET /servers/{id}/allocations: the ports beyond the first.
func (s *Routes) allocations(ctx context.Context, in *view.ByID) (contract.HostedAllocations, error) {
	record, err := s.read(ctx, string(in.ID))
	if err != nil {
		return nil, err
	}
	list, err := view.Rows(ctx, s.source, "a server's ports", pgx.RowToStructByPos[contract.HostedAllocation], selectAllocations, record.ID)
	if list == nil {
		list = []contract.HostedAllocation{}
	}
	return list, err
}
