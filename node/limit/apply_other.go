//go:build !linux

package limit

import "errors"

// errNotHere: games are kept on Linux only.
var errNotHere = errors.New("game servers run on Linux only")

// Become fails.
func Become(Group, Limits, User, int) error { return errNotHere }

// Adopt fails.
func Adopt() error { return errNotHere }

// Reap does nothing.
func Reap(int) {}
