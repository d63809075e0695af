package live

import (
	"context"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/readapi/view"
)

// standing is the current position of each topic for a caller, who is the given viewer of projects. It omits things
// that do not exist or that the viewer may not see, without a difference between the two.
func (s *Routes) standing(ctx context.Context, c identity.Caller, v view.Viewer, names []string) (map[string]move, error) {
	out := make(map[string]move, len(names))
	names, err := s.ofThings(ctx, v, names, out)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		m, changes, account := move{public: true}, (*Changes)(nil), ""
		if o, is := s.ownedBy(name); is {
			m.position, err = o.at(ctx, s, c)
			changes, account = o.Changes, c.Account
		} else if o, is := s.sharedBy(name); is {
			m.position, err = o.at(ctx, s)
			changes = o.Changes
		}
		if err == nil && changes != nil {
			err = changes.last(ctx, s, func(_ string, number uint64) { m.change = number }, account)
		}
		if err != nil {
			return nil, err
		}
		out[name] = m
	}
	return out, nil
}
