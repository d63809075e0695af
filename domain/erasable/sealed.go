package erasable

import (
	"encoding/json"
	"errors"
)

// ErrClear says that a text was about to be written as it can be read.
var ErrClear = errors.New("a text that can be erased is not sealed")

// errShape says that a member of an event is no sealed text.
var errShape = errors.New("no sealed text: subject, key, nonce and box are needed")

// Box is a text under lock: the name of its key, and nonce and ciphertext in base64url.
type Box struct {
	Key   string
	Nonce string
	Box   string
}

// Seal gives the text in its box alone.
func (t Text) Seal(b Box) Text { return Text{Subject: t.Subject, Sealed: b} }

// Open gives the text that was in its box.
func (t Text) Open(text string) Text { return Text{Subject: t.Subject, Text: text} }

// Erase gives what is left of the text: whose it was.
func (t Text) Erase() Text { return Text{Subject: t.Subject, Gone: true} }

// stored is the shape in the log. A text that came when its subject was erased already has the subject alone.
type stored struct {
	Subject string `json:"subject"`
	Key     string `json:"key,omitempty"`
	Nonce   string `json:"nonce,omitempty"`
	Box     string `json:"box,omitempty"`
}

// MarshalJSON writes the box. A text that can be read is refused (ErrClear): no log, snapshot or message holds it by
// mistake. The zero Text is null.
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

// UnmarshalJSON reads what MarshalJSON writes; the text stays in its box.
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
