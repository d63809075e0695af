package eventlog

// Bounds of what the log takes. Every engine has the same ones, so that an append that
// passes here passes everywhere.
const (
	// MaxEventBytes bounds one event's data.
	MaxEventBytes = 1 << 20
	// MaxAppendBytes bounds the sum of Size over the writes of one append.
	MaxAppendBytes = 4 << 20
	// MaxStreamBytes bounds a stream's name.
	MaxStreamBytes = 256
	// MaxTypeBytes bounds a type's name.
	MaxTypeBytes = 128
	// MaxMetaBytes bounds each text of Metadata.
	MaxMetaBytes = 256

	// MaxUnknownBytes bounds the members of Metadata that this program does not know.
	MaxUnknownBytes = 4 << 10
	// rowBytes stands for what an event or a stream costs an engine besides its bytes. It also
	// bounds the number of events in one append, at 65 536.
	rowBytes = 64
)

// Size is what the event counts towards MaxAppendBytes.
func (e Event) Size() int {
	return rowBytes + len(e.Type) + len(e.Data) + e.Meta.size()
}

// Size is what the write counts towards MaxAppendBytes.
func (w Write) Size() int {
	n := rowBytes + len(w.Stream)
	for i := range w.Events {
		n += w.Events[i].Size()
	}
	return n
}
