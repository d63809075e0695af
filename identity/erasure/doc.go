// Package erasure stores texts that people can have erased: each is encrypted with a key of its subject, an account,
// and erasing the subject destroys that key. The keys are stored outside the log, wrapped with the key of the keys
// file.
//
// Every call reads the existing keys from the store, and no key stays in memory after the call: an erasure is effective
// in every process from the moment of its commit. One call opens a whole batch with one query.
//
// A text is bound to its place: stream, event id and JSON member path are the additional data of the encryption. So a
// member with such a text keeps its path in every later version of the event's type.
package erasure
