// Package runtime keeps read models up to date with the event log.
//
// What it promises of each projector version:
//
//  1. Events arrive in the log's order, one at a time, each applied exactly once: the rows and the
//     checkpoint commit in one transaction, so that a crash repeats nothing and loses nothing.
//  2. One process leads a projector at a time (an advisory lock); another takes over when the
//     leader's connection ends. The checkpoint row, locked and compared in every batch, is the fence:
//     a leader that has lost its lease without knowing it yet cannot apply a batch twice.
//  3. An event that cannot be applied is parked and the rest goes on. What may pass by itself
//     (a lost connection, a deadlock, a shutdown) is retried for ever instead.
//  4. Readers see one version whole: views flip in one transaction, and never back to an older position.
//
// The events travel through watermill's router. The router starts a goroutine for every message
// it is given; the order holds because the source hands out the next event only after the last
// was acknowledged.
package runtime
