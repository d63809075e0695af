package httpkit

import "errors"

// severalFaults is the first of several faults, with the text of each by its field.
type severalFaults struct {
	Faulty
	fields map[string]string
}

func (s *severalFaults) Unwrap() error { return s.Faulty }

func (s *severalFaults) FaultField() string { return fieldOf(s.Faulty) }

func fieldOf(f Faulty) string {
	if named, ok := f.(fielded); ok {
		return named.FaultField()
	}
	return ""
}

// Several is the error of the independent checks of a request, where nil is a passed one: nil if all passed, and with more
// than one rejected field the first fault with the member "fields" of the body. An error that names no field is returned
// alone, because it is about the whole request.
func Several(checks ...error) error {
	var first Faulty
	fields := map[string]string{}
	for _, err := range checks {
		if err == nil {
			continue
		}
		var f Faulty
		if !errors.As(err, &f) || fieldOf(f) == "" {
			return err
		}
		rejected := map[string]string{fieldOf(f): f.FaultText()}
		var all *severalFaults
		if errors.As(err, &all) {
			f, rejected = all.Faulty, all.fields
		}
		if first == nil {
			first = f
		}
		for field, text := range rejected {
			if _, there := fields[field]; !there {
				fields[field] = text
			}
		}
	}
	switch {
	case first == nil:
		return nil
	case len(fields) == 1:
		return first
	}
	return &severalFaults{first, fields}
}
