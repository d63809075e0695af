// Package kurrenttest is a double of a KurrentDB node for tests: a gRPC server over eventlog/memory that implements the
// public protocol for streams. With it, eventlog/kurrent runs the suite of eventlog through the real client, and with
// faults that a real node cannot produce on demand.
//
// All data is in the memory log: every record is an event of its stream there, every append is one append there, with
// definite expectations. The data that a node adds (byte positions, metadata, truncation, soft and hard deletes, the
// idempotency of repeats) is derived from that log, so that several servers can use one log, like the nodes of a
// cluster, and a new server can replace a stopped one.
//
// The double reproduces these properties of a node, which may surprise a client:
//
//  1. Positions are byte offsets: sparse, and not a count. A read from an offset at which no record begins is
//     rejected.
//  2. A new node is not empty: it has its users and their metadata in $all.
//  3. A definite expectation makes a repeat idempotent at any age; Any and StreamExists only as long as the node
//     remembers the ids.
//  4. A filtered subscription that has caught up may receive a checkpoint before the end of the log: a page of the
//     search window without a match moves the checkpoint to the page's beginning, not to its end, and that
//     checkpoint's prepare position is zero. While the subscription is live, a checkpoint is sent once in
//     CheckpointInterval × MaxSearchWindow events. A search window of one event follows the log without a gap.
//  5. One connection has at most 100 open calls, including subscriptions; further ones wait in the client.
//  6. A subscriber that is too slow for the live buffer falls behind, catches up and receives the messages for both
//     again.
//
// Known differences from a node: regular expressions are Go's (no look-around, no back-references); persistent
// subscriptions, projections, scavenging and the HTTP interface are missing; empty appends leave no record; anonymous
// reads of the gossip are always allowed.
package kurrenttest
