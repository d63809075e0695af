package risk

import "time"

// Writing is what an account is about to make public with a command, whose name stays the same when it is decided again.
type Writing struct {
	Account, Command string
	At               time.Time
	Texts            []Text
}

// Text is a text of a request. Field is the API's name of what has it.
type Text struct{ Field, Text string }

// Changed is the text of a field if it is another one than before. Otherwise it is empty: nobody writes it now.
func Changed(field, before, now string) Text {
	if now == before {
		return Text{Field: field}
	}
	return Text{Field: field, Text: now}
}
