// Package correlation carries the id of the request that something happens because of: from the request to the events of its
// command, to the reactors of those, to the jobs that they queue and to the letters that the jobs send.
package correlation

import "context"

type key struct{}

// With adds the id of a request to ctx; an empty one changes nothing.
func With(ctx context.Context, request string) context.Context {
	if request == "" {
		return ctx
	}
	return context.WithValue(ctx, key{}, request)
}

// Of is the id of the request that ctx belongs to or follows from; empty if there is none.
func Of(ctx context.Context) string {
	request, _ := ctx.Value(key{}).(string)
	return request
}
