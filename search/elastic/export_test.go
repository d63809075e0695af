package elastic

import "context"

// Serving returns the name and position of the serving index.
func (c *Client) Serving(ctx context.Context) (index string, at uint64, err error) {
	s, _, err := c.readState(ctx, serving)
	return s.Index, s.At, err
}

// Shipping returns the name of the index that is being filled and its last document; empty where there is none.
func (c *Client) Shipping(ctx context.Context) (index, id string, err error) {
	s, _, err := c.readState(ctx, shipping)
	return s.Index, s.ID, err
}

// Parked maps the ids of rejected documents to their reasons.
func (c *Client) Parked(ctx context.Context) (map[string]string, error) {
	all, err := c.parked(ctx)
	out := map[string]string{}
	for _, r := range all {
		out[r.ID] = r.Reason
	}
	return out, err
}
