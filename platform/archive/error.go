package archive

// Kind is the defect of an archive.
type Kind int

// The kinds of error.
const (
	Broken         Kind = iota + 1 // not an archive, or its directory cannot be read
	Empty                          // without any file
	TooManyEntries                 // more than Limits.Entries
	BadName                        // is no SafePath
	BadEncoding                    // a name that is not UTF-8
	Duplicate                      // two files of a name that must be unique
	Overlap                        // entries that share bytes
	TooLarge                       // unpacks to more than Limits.Unpacked
	Bomb                           // unpacks to too much for its packed size
	Encrypted                      // needs a password
	Method                         // a compression method that games do not support
	BrokenEntry                    // an entry differs from the directory
	EntryTooLarge                  // more bytes than requested
	TooMuch                        // Limits.Read is used up
	TooDeep                        // nested deeper than Limits.Depth
	Missing                        // there is no such file
)

// Error is the defect of an archive and the entry that has it.
type Error struct {
	Kind Kind
	Name string // of the entry, if the defect is in one
}

// Error is the text for logs.
func (e *Error) Error() string {
	text := "archive: " + e.Kind.String()
	if e.Name != "" {
		text += ": " + e.Name
	}
	return text
}

// String is the kind's English name.
func (k Kind) String() string {
	names := [...]string{
		"", "broken", "empty", "too many entries", "bad name", "name is not UTF-8", "duplicate file", "overlapping entries", "unpacks to too much",
		"bomb", "encrypted", "unsupported method", "broken entry", "entry too large", "too much to read", "nested too deep", "no such file",
	}
	if k < 1 || int(k) >= len(names) {
		return "unknown"
	}
	return names[k]
}
