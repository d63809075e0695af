// Package erasure keeps texts that people can have erased: each is encrypted under a key of its subject, an account,
// and erasing the subject destroys that key. The keys stand outside the log, wrapped by the key of the keys file.
//
// Every call asks the store which keys stand, and no key outlives the call in memory: an erasure holds in every
// process from the moment it is committed. One call opens a whole batch with one query.
//
// A text is bound to its place: stream, event id and JSON member path are the additional data of the encryption. So a
// member that holds such a text keeps its path in every later version of the event's type.
package erasure
