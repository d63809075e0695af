// Package seal makes the log prove itself: every event is a leaf of a Merkle tree (RFC 6962), and signed checkpoints of
// the tree are kept outside the database too. A proof shows that an event happened without showing who caused it, and
// is valid on every engine, because neither positions nor recording times are part of a leaf.
//
// # Leaf
//
// The leaf of an event is the RFC 6962 hash (SHA-256 of a zero byte and the text) of these UTF-8 lines, each ended by
// a line feed:
//
//	modyard-leaf/v1
//	the event's id, a UUID in lower case
//	the stream
//	the revision in the stream, decimal, from 0
//	the type
//	SHA-256 of the data as stored, lower-case hex
//	SHA-256 of the metadata, lower-case hex
//
// Metadata is hashed in its canonical form (RFC 8785): all members as they are stored, known and unknown ones, except
// "recorded" and those whose names begin with $, which belong to an engine. Metadata without a canonical form (no JSON
// object, a name that occurs twice, a number that is not finite) is hashed byte by byte. The member "salt" prevents
// guessing the metadata from its hash. Leaves are counted from 0 in the order of the log.
//
// # Checkpoint
//
// A checkpoint is a signed note (golang.org/x/mod/sumdb/note, one Ed25519 signature by the origin) of four lines:
//
//	the origin: "modyard/" and the id of the site, a UUID
//	the number of leaves, decimal
//	the root hash, base64
//	"recorded " and the recording time of the last leaf, RFC 3339, UTC
//
// No leaf before the number was recorded later than this time, and none after it was recorded earlier.
//
// # State
//
// The tree's state is the schema "seal", which is part of a backup and which nothing rebuilds: one row for each leaf,
// the hashes in tiles of 256, and the checkpoints. Its rows find an event by id and a position by time on every engine.
package seal
