package app

import (
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/projections/runtime"
)

// EventTypes lists every event type of the program, one map for each area: its permanent name and a zero value of its
// Go type.
func EventTypes() []map[string]any {
	var types []map[string]any
	for _, a := range areas() {
		types = append(types, a.events)
	}
	return append(types, variantTypes())
}

// HitTypes lists every event type of the log of hits, one map for each area.
func HitTypes() []map[string]any {
	var types []map[string]any
	for _, a := range areas() {
		if len(a.hits) > 0 {
			types = append(types, a.hits)
		}
	}
	return types
}

// HitProjectors are all read models of the log of hits.
func HitProjectors() []runtime.Projector {
	var projectors []runtime.Projector
	for _, a := range areas() {
		projectors = append(projectors, a.counters...)
	}
	return projectors
}

// Codec contains every event type of the program.
func Codec() (*codec.Codec, error) { return codec.New(EventTypes()...) }

// Projectors are all read models of the program.
func Projectors() []runtime.Projector {
	var projectors []runtime.Projector
	for _, a := range areas() {
		projectors = append(projectors, a.projectors...)
	}
	return variantProjectors(projectors)
}
