package kurrent

import (
	"fmt"

	"github.com/modyard/modyard/eventlog"
)

// version is that of a server.
type version struct{ major, minor, patch int }

var (
	// multiStream is the first version that appends to several streams in one transaction.
	multiStream = version{25, 1, 0}
	// appendRecords is the first version that checks streams in an append to others.
	appendRecords = version{26, 1, 0}
)

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

// check refuses a server on which the site could not reserve a name and create its project in one append.
func (v version) check() error {
	switch {
	case v == version{}:
		return fmt.Errorf("the server does not tell its version, so it is older than 21.10: atomic appends to several streams need KurrentDB %s or later", multiStream)
	case v.before(multiStream):
		return fmt.Errorf("the server is version %s: atomic appends to several streams need KurrentDB %s or later", v, multiStream)
	}
	return nil
}

// checksNeed is the answer to an append that checks one stream and writes to another, on an older server.
func checksNeed() error {
	return &eventlog.Invalid{
		Reason: fmt.Sprintf("an append that checks streams it does not write to needs KurrentDB %s or later", appendRecords),
		Text:   "当前的数据库版本不支持此操作",
	}
}
