// Package commands is who may ask for a change and how it is made: the one loop that loads streams, folds
// them, decides, and appends at the revisions that were read. Use cases and their routes are one package an area.
package commands
