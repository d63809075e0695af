package software

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"
)

// FaultError is a fault of a catalogue file.
type FaultError struct {
	Place string // such as releases[3].files[0].url; empty is the whole file
	What  string
}

// Error implements error.
func (e *FaultError) Error() string {
	if e.Place == "" {
		return "the catalogue of software: " + e.What
	}
	return "the catalogue of software: " + e.Place + ": " + e.What
}

func fault(place, format string, args ...any) error {
	return &FaultError{Place: place, What: fmt.Sprintf(format, args...)}
}

// member is a member of an object.
type member struct {
	name     string
	optional bool
	read     func(d *json.Decoder, place string) error
}

// document reads the whole of a text. Other than with encoding/json alone, each name must be known, written exactly and there once.
func document(raw []byte, value func(d *json.Decoder, place string) error) error {
	if !utf8.Valid(raw) {
		return fault("", "it is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := value(d, ""); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fault("", "something follows its end")
	}
	return nil
}

// token is the next token. Its error quotes nothing of the text.
func token(d *json.Decoder, place string) (json.Token, error) {
	t, err := d.Token()
	if err != nil {
		return nil, fault(place, "no JSON behind byte %d", d.InputOffset())
	}
	return t, nil
}

// object reads an object with exactly these members.
func object(d *json.Decoder, place string, members ...member) error {
	if t, err := token(d, place); err != nil || t != json.Delim('{') {
		return wrong(err, place, "an object")
	}
	seen := map[string]bool{}
	for d.More() {
		t, err := token(d, place)
		if err != nil {
			return err
		}
		name, _ := t.(string)
		at := join(place, name)
		i := slices.IndexFunc(members, func(m member) bool { return m.name == name })
		switch {
		case i < 0:
			return fault(place, "there is no member %.40q", name)
		case seen[name]:
			return fault(at, "it is there twice")
		}
		seen[name] = true
		if err := members[i].read(d, at); err != nil {
			return err
		}
	}
	for _, m := range members {
		if !m.optional && !seen[m.name] {
			return fault(join(place, m.name), "it is missing")
		}
	}
	_, err := token(d, place)
	return err
}

// list reads an array of at most so many values.
func list(most int, value func(d *json.Decoder, place string) error) func(d *json.Decoder, place string) error {
	return func(d *json.Decoder, place string) error {
		if t, err := token(d, place); err != nil || t != json.Delim('[') {
			return wrong(err, place, "a list")
		}
		for i := 0; d.More(); i++ {
			if i == most {
				return fault(place, "more than %d entries", most)
			}
			if err := value(d, fmt.Sprintf("%s[%d]", place, i)); err != nil {
				return err
			}
		}
		_, err := token(d, place)
		return err
	}
}

// text reads a string that check accepts; nil accepts each.
func text(into *string, check func(string) error) func(d *json.Decoder, place string) error {
	return func(d *json.Decoder, place string) error {
		t, err := token(d, place)
		s, ok := t.(string)
		if err != nil || !ok {
			return wrong(err, place, "a text")
		}
		if check != nil {
			if err := check(s); err != nil {
				return fault(place, "%v", err)
			}
		}
		*into = s
		return nil
	}
}

// truth reads true or false.
func truth(into *bool) func(d *json.Decoder, place string) error {
	return func(d *json.Decoder, place string) error {
		t, err := token(d, place)
		b, ok := t.(bool)
		if err != nil || !ok {
			return wrong(err, place, "true or false")
		}
		*into = b
		return nil
	}
}

// count reads a whole number from 1 to most.
func count(into *int64, most int64) func(d *json.Decoder, place string) error {
	return func(d *json.Decoder, place string) error {
		t, err := token(d, place)
		n, _ := t.(json.Number)
		i, bad := n.Int64()
		if err != nil || bad != nil || i < 1 || i > most {
			return wrong(err, place, fmt.Sprintf("a whole number from 1 to %d", most))
		}
		*into = i
		return nil
	}
}

func wrong(err error, place, want string) error {
	if err != nil {
		return err
	}
	return fault(place, "it must be %s", want)
}

func join(place, name string) string {
	if place == "" {
		return name
	}
	return place + "." + name
}
