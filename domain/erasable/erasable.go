// Package erasable defines text about or by a person that this person can have erased.
package erasable

// Erased is shown instead of an erased text.
const Erased = "已删除"

// Text is a text with the account whose key seals it. The log contains it sealed; after the key is destroyed, Gone is
// set and Text is empty. Rules create it with Of and read Text; identity/erasure seals and opens it.
type Text struct {
	Subject string // account id
	Text    string
	Gone    bool
	Sealed  Box // the form in the log; the zero Box for a readable text
}

// Of returns a text of a subject.
func Of(subject, text string) Text { return Text{Subject: subject, Text: text} }

// String is the text for a reader.
func (t Text) String() string {
	if t.Gone {
		return Erased
	}
	return t.Text
}
