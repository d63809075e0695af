package elastic

import "context"

// Serving names the index that serves and tells how far it is.
func (c *Client) Serving(ctx context.Context) (index string, at uint64, err error) {
	s, _, err := c.readState(ctx, serving)
	return s.Index, s.At, err
}

// Shipping names the index that is being filled and the last document it has; empty where there is none.
func (c *Client) Shipping(ctx context.Context) (index, id string, err error) {
	s, _, err := c.readState(ctx, shipping)
	return s.Index, s.ID, err
}

// Parked are the ids of refused documents with their reasons.
func (c *Client) Parked(ctx context.Context) (map[string]string, error) {
	all, err := c.parked(ctx)
	out := map[string]string{}
	for _, r := range all {
		out[r.ID] = r.Reason
	}
	return out, err
}
