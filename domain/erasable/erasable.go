// Package erasable is free text about or by a person that this person can have erased.
package erasable

// Erased is what stands in place of a text that was erased.
const Erased = "已删除"

// Text is a text with the account whose key it is kept under. The log holds it sealed; once the key is destroyed
// Gone is set and Text is empty. A rule makes it with Of and reads Text; sealing and opening are others' work.
type Text struct {
	Subject string // account id
	Text    string
	Gone    bool
	Sealed  Box // what stands in the log; the zero Box for a text that can be read
}

// Of gives a text of a subject.
func Of(subject, text string) Text { return Text{Subject: subject, Text: text} }

// String is what a reader sees.
func (t Text) String() string {
	if t.Gone {
		return Erased
	}
	return t.Text
}
