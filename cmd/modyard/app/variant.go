//go:build !modyard_next

package app

import "github.com/modyard/modyard/projections/runtime"

// variantTypes are the additional event types of this build. The build tag modyard_next makes a program that simulates
// the next release in tests of deployments; all other builds are the same.
func variantTypes() map[string]any { return nil }

// variantProjectors are the read models of this build.
func variantProjectors(list []runtime.Projector) []runtime.Projector { return list }
