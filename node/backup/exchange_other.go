//go:build !linux

package backup

import "errors"

// exchange is not offered by this system.
func exchange(string, string) error { return errors.ErrUnsupported }
