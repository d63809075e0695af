// Package commands checks who may send a command and executes it: one loop loads streams, folds them, decides, and
// appends at the revisions that were read. Each area has its own package for its use cases and routes.
package commands
