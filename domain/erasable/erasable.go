// Package erasable is free text about or by a person that this person can have erased.
package erasable

// Erased is what stands in place of a text that was erased.
const Erased = "已删除"

// Text is a text with the account whose key it is kept under. The log holds it encrypted; once the key is destroyed
// Gone is set and Text is empty.
type Text struct {
	Subject string `json:"subject"` // account id
	Text    string `json:"text"`
	Gone    bool   `json:"-"`
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
