package kurrenttest

import (
	"context"

	"google.golang.org/grpc/metadata"
)

// mustLead rejects calls that only the leader executes. A follower forwards writes of the first protocol, which here
// means that it executes them, unless the client requires the leader; the second protocol always requires it.
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
