//go:build modyard_next

package app

import (
	domain "github.com/modyard/modyard/domain/frog"
	"github.com/modyard/modyard/projections/frog"
	"github.com/modyard/modyard/projections/runtime"
)

// FrogFed is an event of the next release.
type FrogFed struct {
	Frog string `json:"frog"`
}

const frogFedType = "frog.fed.v1"

func variantTypes() map[string]any { return map[string]any{frogFedType: FrogFed{}} }

// variantProjectors also counts meals, which requires a new version of the read model.
func variantProjectors(list []runtime.Projector) []runtime.Projector {
	for i, p := range list {
		if p.Name == frog.Name {
			list[i].Version++
			list[i].Handlers = runtime.Rows(frog.Counted[domain.Seen](), frog.Counted[FrogFed]())
		}
	}
	return list
}
