package httpprovider

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/modyard/modyard/platform/payout"
)

// members are those of the JSON object that an answer is. The first member that cannot be read is the error of all.
type members struct {
	raw map[string]json.RawMessage
	err error
}

// readMembers reads exactly one object. A name that is there twice is an error, as another program would see another
// value. Unknown members are skipped, so that a provider can add some.
func readMembers(body []byte) (*members, error) {
	d := json.NewDecoder(bytes.NewReader(body))
	if first, err := d.Token(); err != nil || first != json.Delim('{') {
		return nil, errors.New("it is not a JSON object")
	}
	m := &members{raw: map[string]json.RawMessage{}}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, errors.New("it is not a JSON object")
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, errors.New("it is not a JSON object")
		}
		text, _ := name.(string)
		if _, twice := m.raw[text]; twice {
			return nil, errors.New("it has a member twice")
		}
		m.raw[text] = value
	}
	if _, err := d.Token(); err != nil {
		return nil, errors.New("it is not a JSON object")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("it has more than one document")
	}
	return m, nil
}

// given is the value of a member; null is none.
func (m *members) given(name string) (json.RawMessage, bool) {
	value, there := m.raw[name]
	return value, there && string(value) != "null"
}

// text is a member that is a string; empty: it is not there.
func (m *members) text(name string) (s string) {
	value, there := m.given(name)
	if !there {
		return ""
	}
	if json.Unmarshal(value, &s) != nil || !goodText(s) {
		m.fail(name, "a short text")
		return ""
	}
	return s
}

// amount is a member that is a decimal number in a string, in millionths; 0: it is not there.
func (m *members) amount(name string) int64 {
	if _, there := m.given(name); !there {
		return 0
	}
	n, err := payout.ParseDecimal(m.text(name))
	if err != nil {
		m.fail(name, "a decimal number in a string")
	}
	return n
}

// small is a member that is one digit, as a JSON number.
func (m *members) small(name string) int {
	value, there := m.given(name)
	if !there || len(value) != 1 || value[0] < '0' || value[0] > '9' {
		m.fail(name, "a digit")
		return 0
	}
	return int(value[0] - '0')
}

func (m *members) fail(name, want string) {
	if m.err == nil {
		m.err = fmt.Errorf("its member %s is not %s", name, want)
	}
}
