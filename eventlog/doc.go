// Package eventlog is the port of the append-only log that everything else is derived from.
//
// An engine (eventlog/memory, eventlog/postgres, eventlog/kurrent) keeps events in streams; all streams of one
// log share one total order. Every engine passes the suite in eventlog/eventlogtest, which
// holds it to these guarantees:
//
//  1. Durable or absent. When Append returns a Receipt, its events survive the death of the
//     program, of the engine and of the machine. When it returns *Conflict or *Invalid, nothing
//     of it stands. Any other error leaves the outcome unknown: repeat the append with the same
//     event ids.
//  2. All or none. The writes of one append become visible together, and their events take
//     neighbouring positions in the order in which they were given.
//  3. One order. Positions grow in the order in which appends become visible: an event with a smaller
//     position never appears after one with a larger position was seen. On the engines for which Dense
//     holds they count events (1, 2, 3, …) and refused appends use none; on the others they are offsets:
//     compare them, never subtract them.
//  4. Streams agree with the log. Within a stream, revisions are dense from zero, and a larger
//     revision has a larger position.
//  5. Expectations are checked against the state that the append extends: of two appends that
//     expect the same revision of a stream, exactly one succeeds.
//  6. Repeats are harmless. An append with a definite expectation (NoStream, At) that already
//     stands answers with its stored receipt, at any age and from any process. The whole append
//     must be repeated, with its writes in the same order. With Any or Exists a repeat by the caller is a new append; an
//     engine that repeats by itself, after a broken connection, never writes twice.
//  7. Followers miss nothing and see nothing twice. If event A stands before event B, every Follow
//     that yields both yields A first. A Batch's UpTo is a safe checkpoint: Follow from it
//     continues with the next event.
//  8. A Receipt's position can be followed at once: a Follow or Stream that begins after Append
//     returned sees the append.
//  9. A slow follower holds back nobody: neither appends nor other followers wait for it. It
//     is the follower that falls behind, and Batch.Live reports it.
//  10. What was only read holds too: a write without events checks its stream in the same instant as the
//     others are written. Of an append that expects a stream where it was read and one that moves the stream, one
//     is refused.
//  11. RecordedAt never goes back: an event is recorded no earlier than the event before it, even when the clock
//     of the engine was set back. An event whose metadata says when another log recorded it (Metadata.Recorded) answers
//     with that time.
//  12. Metadata is kept whole: members that this program does not know are read back as they were stored, whatever
//     their JSON type.
//  13. A filter passes an event where its type and the category of its stream are chosen, each list that is not
//     empty for itself, and the order and UpTo of Follow are those of the whole log.
//  14. Event gives the event that stands at a position as Follow does, and *Missing where none stands.
//  15. A log has one id (Generation) for all handles and for its whole life; no other log has it.
//  16. A reader stops rather than step over a hole: Stream ends with *Missing at a revision that is not there, though the
//     stream goes on or was known to, and Follow at a position that is not there, on the engines for which Dense
//     holds, held back by its filter or not.
//
// The log carries bytes and type names. Their meaning belongs to the packages that
// register their types with eventlog/codec.
package eventlog
