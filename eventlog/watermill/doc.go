// Package watermill delivers an event log to Watermill's handlers (github.com/ThreeDotsLabs/watermill).
//
// A Subscriber implements message.Subscriber and message.SubscribeInitializer over a Source: a log (Log), or any other
// ordered sequence of messages with places between them. Its promises:
//
//  1. At least once. The checkpoint of a consumer moves after a message was acked. After a crash, the messages since the
//     stored checkpoint are delivered again; a message has the same UUID in each delivery.
//  2. In order. A message is sent after the one before it was acked, so a consumer has one message at a time.
//     Watermill's router starts a goroutine for each message it gets: order exists only because the next is withheld.
//  3. One at a time. Of all subscriptions of a consumer, in all processes, the one with the lease gets messages. A process
//     may lose the lease without noticing for a moment: then its acks move no checkpoint, and the new leader gets the
//     messages again.
//  4. A nacked message is sent again (as a copy, because Ack and Nack are final), until it is acked.
//  5. An error of the source, of the checkpoints or of the lease does not end a subscription: it waits and starts again
//     from the checkpoint. Watermill's router never runs a handler again whose channel was closed.
//  6. A new consumer begins at the head. SubscribeInitialize stores its checkpoint; without it, Subscribe does, in the
//     background. A stored checkpoint is never moved to the head.
//  7. A checkpoint of another log, or of a log that has lost its end, is refused: nothing is delivered until a person acts.
package watermill
