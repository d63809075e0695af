//go:build !modyard_next

package app

import "github.com/modyard/modyard/projections/runtime"

// variantTypes are the event types that this build of the program adds. The build tag modyard_next makes a program that
// stands for the next release in tests of deployments; no other build differs from it.
func variantTypes() map[string]any { return nil }

// variantProjectors are the read models as this build of the program has them.
func variantProjectors(list []runtime.Projector) []runtime.Projector { return list }
