package kurrenttest

import (
	"regexp"
	"strings"

	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/streams"
)

// filter selects records by their type or their stream.
type filter func(*record) bool

func everything(*record) bool { return true }

// newFilter creates a filter. If an expression has a regular expression, its prefixes are ignored. It returns an error
// for an empty filter and for an invalid expression.
func newFilter(options *streams.ReadReq_Options_FilterOptions) (filter, error) {
	var expression *streams.ReadReq_Options_FilterOptions_Expression
	var subject func(*record) string
	switch f := options.GetFilter().(type) {
	case *streams.ReadReq_Options_FilterOptions_EventType:
		expression, subject = f.EventType, func(r *record) string { return r.kind }
	case *streams.ReadReq_Options_FilterOptions_StreamIdentifier:
		expression, subject = f.StreamIdentifier, func(r *record) string { return r.stream }
	default:
		return nil, invalidArgument("'%v' is not a valid FilterOptions", options)
	}
	if pattern := expression.GetRegex(); pattern != "" {
		compiled, err := regexp.Compile(pattern)
		if err != nil {
			return nil, handlerThrew()
		}
		return func(r *record) bool { return compiled.MatchString(subject(r)) }, nil
	}
	prefixes := expression.GetPrefix()
	return func(r *record) bool {
		s := subject(r)
		for _, p := range prefixes {
			if strings.HasPrefix(s, p) {
				return true
			}
		}
		return false
	}, nil
}
