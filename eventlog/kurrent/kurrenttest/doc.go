// Package kurrenttest is a double of a KurrentDB node for tests: a gRPC server over eventlog/memory that
// implements the public protocol for streams, so that the engine in eventlog/kurrent can be held to the
// contract of eventlog through the real client, and be hurt in ways that a real node cannot be hurt on
// demand.
//
// The memory log is the truth: every record is an event of its stream there, every append is one append
// there, with definite expectations. What a node adds to it (byte positions, metadata, truncation, soft and
// hard deletes, the idempotency of repeats) is derived from that log, so that several servers may stand on one
// log, as the nodes of a cluster do, and a server may die and another take its place.
//
// What a client of a node sees and may be surprised by is kept on purpose:
//
//  1. Positions are byte offsets: sparse, and not a count. A read from an offset at which no record begins is
//     refused.
//  2. A fresh node is not empty: it has its users and their metadata in $all.
//  3. A definite expectation makes a repeat idempotent at any age; Any and StreamExists only as long as the node
//     remembers the ids.
//  4. A filtered subscription that is caught up may be sent a checkpoint that lies before the end of the log: a page
//     of the search window that held no match moves the checkpoint to the page's beginning, not to its end,
//     and that checkpoint's prepare position is zero. While it is live, a checkpoint comes once in CheckpointInterval ×
//     MaxSearchWindow events. A search window of one event follows the log without a gap.
//  5. One connection has at most 100 calls open, subscriptions among them; further ones wait in the client.
//  6. A subscriber that is too slow for the live buffer falls behind, catches up and receives that again.
//
// Known differences from a node: regular expressions are Go's (no look-around, no back-references); persistent
// subscriptions, projections, scavenging and the HTTP interface are absent; empty appends leave no record; anonymous
// reads of the gossip are always allowed.
package kurrenttest
