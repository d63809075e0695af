package audit

import (
	"strings"

	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
)

// The marks of entries that nobody decided on this site.
const (
	Import = "import"
	Demo   = "demo"
)

// demoPlan begins the command of every event of the demonstration data: the names of its plans and accounts are
// permanent (commands.NewPlan, demo). A command that a person sent is a UUID.
const demoPlan = "demo "

// MarkOf is the mark of an event: Import, Demo, or empty.
func MarkOf(m eventlog.Metadata) string {
	switch {
	case m.Role == string(role.Import):
		return Import
	case strings.HasPrefix(m.Command, demoPlan):
		return Demo
	}
	return ""
}
