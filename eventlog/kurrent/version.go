package kurrent

import "fmt"

// version is a server's version.
type version struct{ major, minor, patch int }

// needed is the first version that can check streams in an append to others. A decision guards every stream that it
// read, whether or not it writes to it.
func needed() version { return version{26, 1, 0} }

func (v version) before(w version) bool {
	if v.major != w.major {
		return v.major < w.major
	}
	if v.minor != w.minor {
		return v.minor < w.minor
	}
	return v.patch < w.patch
}

func (v version) String() string { return fmt.Sprintf("%d.%d.%d", v.major, v.minor, v.patch) }

// check rejects a server on which a decision cannot guard the streams that it only read.
func (v version) check() error {
	const why = "appends that check other streams need KurrentDB"
	switch {
	case v == version{}:
		return fmt.Errorf("the server does not report its version, so it is older than 21.10: %s %s or later", why, needed())
	case v.before(needed()):
		return fmt.Errorf("the server is version %s: %s %s or later", v, why, needed())
	}
	return nil
}
