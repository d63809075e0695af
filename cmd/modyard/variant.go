//go:build !modyard_next

package main

// Variant contains the additional commands of this build: none.
type Variant struct{}
