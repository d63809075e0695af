// Package runtime keeps read models up to date with the event log.
//
// Its guarantees for each projector version:
//
//  1. Events arrive in the log's order, one at a time, each applied exactly once: the rows and the
//     checkpoint commit in one transaction, so that a crash repeats and loses nothing.
//  2. One process leads a projector at a time (an advisory lock); another takes over when the
//     leader's connection ends. The checkpoint row, locked and compared in every batch, is the fence:
//     a leader that has not yet noticed the loss of its lease cannot apply a batch twice.
//  3. An event that cannot be applied is parked together with later events of the same document, which
//     are replayed in order; all other events are applied. Transient errors (a lost connection, a
//     deadlock, a shutdown) are retried for ever instead.
//  4. Readers see one whole version: views flip in one transaction, and never back to an older position.
//     A new version serves once it has caught up; an older one serves again only when no process runs
//     the newer one any more.
//  5. An event of a category that the projector reads, of a type that the program does not know, stops it.
//     An event type is released for writing (Runner.Writable) once every running process knows it.
//  6. A checkpoint identifies its log by the log's id and the last event that was read from it. Another log,
//     or one that has lost its end, is rejected: the projector halts until an operator acts, and Ready gives
//     the reason.
//  7. A read model never misses dropped events: where the log was truncated (eventlog.Truncater), a checkpoint before
//     its first kept event, also that of a new read model, halts with *eventlog.Truncated, and builds are refused.
//     A log that reads its archive (eventlog/archive.Whole) has no such positions.
package runtime
