package quota

// Counted counts a thing towards the quota of the account that has begun it. Stream: quota-<account>.
//
// History: {thing} counts towards the {kind} of {account}.
type Counted struct {
	Account string `json:"account"`
	Kind    Kind   `json:"kind"`
	Thing   string `json:"thing"`
}

// Released no longer counts a thing, because it is no longer what the quota bounds. Stream: quota-<account>.
//
// History: {thing} counts no longer towards the {kind} of {account}.
type Released struct {
	Account string `json:"account"`
	Kind    Kind   `json:"kind"`
	Thing   string `json:"thing"`
}

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{"quota.counted.v1": Counted{}, "quota.released.v1": Released{}}
}
