// Package eventlog is the port of the append-only log from which all other data is derived.
//
// An engine (eventlog/memory, eventlog/postgres, eventlog/kurrent) stores events in streams; all streams of one log
// share one total order. Every engine passes the suite in eventlog/eventlogtest, which checks these guarantees:
//
//  1. Durable or absent. When Append returns a Receipt, its events survive a crash of the program, of the engine and
//     of the machine. When it returns *Conflict or *Invalid, none of its events is stored. Any other error leaves the
//     outcome unknown: repeat the append with the same event ids.
//  2. All or none. The writes of one append become visible together, and their events have consecutive positions in
//     the given order.
//  3. One order. Positions grow in the order in which appends become visible: an event with a smaller position never
//     appears after one with a larger position was visible. On engines for which Dense is true, positions count
//     events (1, 2, 3, …) and rejected appends use none; on others they are offsets, which can be compared but not
//     subtracted.
//  4. Streams agree with the log. Within a stream, revisions are dense from zero, and a larger revision has a larger
//     position.
//  5. Expectations are checked against the state that the append extends: of two appends that expect the same
//     revision of a stream, exactly one succeeds.
//  6. Repeats are idempotent. A repeated append with a definite expectation (NoStream, At) returns the stored
//     receipt, at any age and from any process. The whole append must be repeated, with its writes in the same order.
//     With Any or Exists, a repeat by the caller is a new append; an engine that retries by itself after a broken
//     connection never writes twice.
//  7. Followers receive every event exactly once, in log order. A Batch's UpTo is a safe checkpoint: Follow from it
//     continues with the next event.
//  8. Read your writes. A read that begins after Append has returned includes the appended events.
//  9. A slow follower delays neither appends nor other followers. Batch.Live reports that it is behind.
//  10. Checks of unwritten streams hold too: a write without events checks its stream at the same instant as the
//     others are written. Of an append that checks a stream and another one that writes it, one is rejected.
//  11. RecordedAt never decreases: an event is recorded no earlier than the event before it, even if the clock of the
//     engine was set back. If the metadata of an event has the time at which another log recorded it
//     (Metadata.Recorded), RecordedAt is that time.
//  12. Metadata is preserved completely: members that this program does not define are returned as they were stored,
//     whatever their JSON type.
//  13. A filter accepts an event if its type and the category of its stream are selected; an empty list selects all.
//     The order and UpTo of a filtered Follow are those of the whole log.
//  14. Event returns the event at a position in the same form as Follow, and *Missing if there is none.
//  15. A log has one id (Generation) for all handles, which never changes; no other log has it.
//  16. A reader stops at a gap and never skips it: Stream ends with *Missing at a missing revision if later ones exist
//     or existed, and Follow and Read at a missing position, on engines for which Dense is true, with or without a
//     filter.
//  17. StreamRange yields exactly the revisions of its range that the stream has, each once, in the range's direction,
//     and in the same form in both directions. Guarantee 16 holds in both.
//  18. Streams yields every event of the named streams up to its position once, in log order, also if a name is
//     repeated. A stream without events adds none.
//  19. Read yields what Follow yields between its two positions, and ends. If it ends without an error, the UpTo of its
//     last batch is the requested position or a later end that the log had at the call, whichever is earlier; without a
//     batch there was nothing to read.
//
// The following ones concern engines that can drop the oldest events (Truncater); the suite's RunTruncating checks them.
//
//  20. A truncated log begins at its first kept event: Follow and Read after 0, Stream, StreamRange and Streams yield
//     what they would yield of the whole log, without the dropped events. Positions, revisions and the last revision
//     of every stream stay, also of a stream whose events were all dropped.
//  21. A reader that has begun never misses a dropped event silently: Follow and Read after a position inside the dropped
//     range, or whose next event was dropped meanwhile, end with *Truncated, and so does Event of a dropped position.
//  22. Events are dropped from the begin only, in the parts that Cut names, and at least one event is kept. Dropping is
//     atomic, and concurrent appends and readers of kept events continue.
//  23. An append whose events were dropped is not recognized as a repeat: it is a conflict.
//
// Newest belongs to the reads of every engine again:
//
//  26. Newest yields for each stream exactly the event that a backward StreamRange yields first, once also if a name is
//     repeated. Guarantees 8 and 16 hold: a last event that is missing is *Missing.
//
// The following ones concern the index of an engine (eventlog/seal); the suite's RunIndexed checks them.
//
//  24. An event is found by its id as soon as its append has returned, whether or not the index has it already, at its one
//     place; the id of an event that was not stored is unknown.
//  25. PositionAt is the position of the last event whose RecordedAt is not after a time, zero if there is none.
//
// The log stores bytes and type names. Their meaning belongs to the packages that register their types with
// eventlog/codec.
package eventlog
