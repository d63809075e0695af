package runtime

import "strings"

// ScopeHits is the scope of the runner of the log of hits. A database may have a runner for each log: their read models
// have different names, and processes and event types are registered by scope, so that a program that does not know the
// types of one log can run the read models of the other.
const ScopeHits = "hits"

// scoped is a statement with the tables of the runner's scope.
func (r *Runner) scoped(sql string) string {
	if r.opts.Scope == "" {
		return sql
	}
	return strings.NewReplacer(
		"runtime.processes", "runtime."+r.opts.Scope+"_processes",
		"runtime.event_types", "runtime."+r.opts.Scope+"_event_types",
	).Replace(sql)
}
