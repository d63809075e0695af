package erasable

import (
	"encoding/json"
	"errors"
)

// ErrClear means that a readable text was about to be stored.
var ErrClear = errors.New("a text that can be erased is not sealed")

// errShape means that a field of an event is not a sealed text.
var errShape = errors.New("not a sealed text: subject, key, nonce and box are needed")

// Box is a sealed text: the name of its key, and nonce and ciphertext in base64url.
type Box struct {
	Key   string
	Nonce string
	Box   string
}

// Seal returns the text in sealed form only.
func (t Text) Seal(b Box) Text { return Text{Subject: t.Subject, Sealed: b} }

// Open returns the text in readable form.
func (t Text) Open(text string) Text { return Text{Subject: t.Subject, Text: text} }

// Erase returns the erased text, which has only the subject.
func (t Text) Erase() Text { return Text{Subject: t.Subject, Gone: true} }

// stored is the form in the log. A text that was written after its subject was erased has only the subject.
type stored struct {
	Subject string `json:"subject"`
	Key     string `json:"key,omitempty"`
	Nonce   string `json:"nonce,omitempty"`
	Box     string `json:"box,omitempty"`
}

// MarshalJSON encodes the box. It returns ErrClear for a readable text, so that no log, snapshot or message contains it
// by mistake. The zero Text is null.
func (t Text) MarshalJSON() ([]byte, error) {
	switch {
	case t == Text{}:
		return []byte("null"), nil
	case t.Sealed != Box{}:
		return json.Marshal(stored{Subject: t.Subject, Key: t.Sealed.Key, Nonce: t.Sealed.Nonce, Box: t.Sealed.Box})
	case t.Gone:
		return json.Marshal(stored{Subject: t.Subject})
	}
	return nil, ErrClear
}

// UnmarshalJSON decodes the form of MarshalJSON; the text remains sealed.
func (t *Text) UnmarshalJSON(data []byte) error {
	var s *stored
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	*t = Text{}
	if s == nil {
		return nil
	}
	box := Box{Key: s.Key, Nonce: s.Nonce, Box: s.Box}
	full := box.Key != "" && box.Nonce != "" && box.Box != ""
	if s.Subject == "" || box != (Box{}) && !full {
		return errShape
	}
	*t = Text{Subject: s.Subject, Sealed: box, Gone: !full}
	return nil
}
