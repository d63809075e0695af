// Package runtime keeps read models up to date with the event log.
//
// What it promises of each projector version:
//
//  1. Events arrive in the log's order, one at a time, each applied exactly once: the rows and the
//     checkpoint commit in one transaction, so that a crash repeats nothing and loses nothing.
//  2. One process leads a projector at a time (an advisory lock); another takes over when the
//     leader's connection ends. The checkpoint row, locked and compared in every batch, is the fence:
//     a leader that has lost its lease without knowing it yet cannot apply a batch twice.
//  3. An event that cannot be applied is parked and the rest goes on, but for later events of the same
//     document, which are parked behind it and replayed in order. What may pass by itself (a lost
//     connection, a deadlock, a shutdown) is retried for ever instead.
//  4. Readers see one version whole: views flip in one transaction, and never back to an older position.
//     A new version serves once it has caught up; an older one takes readers back once no process runs
//     the newer one any more.
//  5. An event of a category that the projector reads, whose type the program does not know, stops it.
//     An event type is released for writing (Runner.Writable) once every running process knows it.
//  6. A checkpoint knows its log by the log's id and the last event that was taken from it. Another log,
//     or one that has lost its end, is refused: nothing moves until a person acts, and Ready says why.
package runtime
