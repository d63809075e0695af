package eventlog

// Limits of the log. They are the same for every engine, so that a valid append is valid on all of them.
const (
	// MaxEventBytes limits one event's data.
	MaxEventBytes = 1 << 20
	// MaxAppendBytes limits the sum of Size over the writes of one append.
	MaxAppendBytes = 4 << 20
	// MaxStreamBytes limits a stream's name.
	MaxStreamBytes = 256
	// MaxTypeBytes limits a type's name.
	MaxTypeBytes = 128
	// MaxMetaBytes limits each text of Metadata.
	MaxMetaBytes = 256

	// MaxStreams limits the names of one Streams: a project with all its versions is below it.
	MaxStreams = 16_384

	// MaxUnknownBytes limits the members of Metadata that this program does not define.
	MaxUnknownBytes = 4 << 10
	// rowBytes is the assumed overhead of an event or a stream in an engine. It also limits the number of events in one
	// append to 65 536.
	rowBytes = 64
)

// Size is the size of the event that counts towards MaxAppendBytes.
func (e Event) Size() int {
	return rowBytes + len(e.Type) + len(e.Data) + e.Meta.size()
}

// Size is the size of the write that counts towards MaxAppendBytes.
func (w Write) Size() int {
	n := rowBytes + len(w.Stream)
	for i := range w.Events {
		n += w.Events[i].Size()
	}
	return n
}
