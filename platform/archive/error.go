package archive

// Kind is what is wrong with an archive.
type Kind int

// The kinds of error.
const (
	Broken         Kind = iota + 1 // no archive, or its directory cannot be read
	Empty                          // without a single file
	TooManyEntries                 // more than Limits.Entries
	BadName                        // leads out of the folder, is absolute, or no system could store it
	BadEncoding                    // a name that is not UTF-8
	Duplicate                      // two files of one name, where only one may stand
	Overlap                        // entries that lie on top of each other
	TooLarge                       // unpacks to more than Limits.Unpacked
	Bomb                           // unpacks to too much for its size
	Encrypted                      // needs a password
	Method                         // packed in a way that no game reads
	BrokenEntry                    // an entry is not what the directory says
	EntryTooLarge                  // more bytes than were asked for
	TooMuch                        // Limits.Read is used up
	TooDeep                        // archives within archives beyond Limits.Depth
	Missing                        // there is no such file
)

// Error says what is wrong with an archive, and where.
type Error struct {
	Kind Kind
	Name string // of the entry, where one is to blame
}

// Error is for logs.
func (e *Error) Error() string {
	text := "archive: " + e.Kind.String()
	if e.Name != "" {
		text += ": " + e.Name
	}
	return text
}

// String names a kind in English.
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
