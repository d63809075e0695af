//go:build !modyard_next

package main

// Variant holds the commands that this build of the program adds: none.
type Variant struct{}
