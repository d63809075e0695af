package kurrenttest

import (
	"context"

	"google.golang.org/grpc/metadata"
)

// mustLead refuses what only the leader does. A follower passes writes of the first protocol on by itself, which here
// means that it does them, unless the client insists on the leader; the second protocol always insists.
func (s *Server) mustLead(ctx context.Context, always bool) error {
	leader, self := s.leads()
	if self {
		return nil
	}
	if !always {
		headers, _ := metadata.FromIncomingContext(ctx)
		values := headers.Get("requires-leader")
		always = len(values) > 0 && values[0] == "true"
	}
	if !always {
		return nil
	}
	c, ok := ctx.Value(callKey{}).(*call)
	if !ok {
		return handlerThrew()
	}
	return notLeader(ctx, c.method, leader)
}
