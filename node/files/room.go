package files

import (
	"context"
	"errors"
	"fmt"
)

// Room is the disk of the plan for a folder that is made beside a server's and takes its place as a whole.
type Room struct {
	service *Service
	place   *place
	hold    *hold
}

// Room begins a replacement of all that a server's folder has. What that folder occupies now is not needed afterwards, and counts for the new
// one. The caller closes it.
func (s *Service) Room(ctx context.Context, server string) (*Room, error) {
	p, err := s.open(server)
	if err != nil {
		return nil, err
	}
	credit, err := p.occupies(ctx)
	if err != nil {
		p.close()
		return nil, err
	}
	return &Room{service: s, place: p, hold: p.reserve(credit)}, nil
}

// occupies counts, and is what the server's folder occupies without its trash, in bytes.
func (p *place) occupies(ctx context.Context) (int64, error) {
	if err := p.count(ctx); err != nil {
		return 0, err
	}
	n, err := sizeOf(ctx, p.root, ".", map[[2]uint64]bool{})
	if err != nil {
		return 0, fmt.Errorf("count what is replaced: %w", err)
	}
	return n, nil
}

// Reserve reserves bytes of the plan's disk, or fails with what CodeOf knows as node.FileQuota. What is not more than the folder has now is
// always granted.
func (r *Room) Reserve(ctx context.Context, n int64) error { return r.hold.grow(ctx, n) }

// Close ends what is reserved, and counts the folder that the server has now, which may be another one. It does not count where the context has
// ended: the next node counts.
func (r *Room) Close(ctx context.Context) error {
	r.hold.end(0)
	r.place.close()
	if ctx.Err() != nil {
		return nil
	}
	p, err := r.service.open(r.place.server)
	if errors.Is(err, ErrNoServer) {
		return nil
	}
	if err != nil {
		return err
	}
	defer p.close()
	return p.count(ctx)
}
