package modyard_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/modyard/modyard/eventlog"
)

// sentences reads, from docs/events.md alone, how a history tells each event.
func sentences() (map[string]string, error) {
	data, err := os.ReadFile(eventsDoc)
	if err != nil {
		return nil, fmt.Errorf("read the list of events: %w", err)
	}
	found := map[string]string{}
	name := ""
	for line := range strings.SplitSeq(string(data), "\n") {
		if heading, ok := strings.CutPrefix(line, "### "); ok {
			name = heading
		}
		if sentence, ok := strings.CutPrefix(line, "> "); ok {
			found[name] = sentence
		}
	}
	return found, nil
}

// errAbsent says that a field of a sentence is not set in the event.
var errAbsent = errors.New("absent")

// tell fills an event's sentence. value gives the text of a field, errAbsent where the event has none.
func tell(sentence string, value func(field string) (string, error)) (string, error) {
	text, rest, err := tellUntil(sentence, "", value)
	if err == nil && rest != "" {
		err = fmt.Errorf("a bracket is closed that none opened: %q", rest)
	}
	return text, err
}

// tellUntil fills up to a closing bracket, and gives what follows it.
func tellUntil(sentence, end string, value func(string) (string, error)) (text, rest string, err error) {
	var b strings.Builder
	var absent error
	for sentence != "" {
		switch c := sentence[0]; c {
		case ']':
			if end == "" {
				return "", sentence, nil
			}
			return b.String(), sentence[1:], absent
		case '[':
			part, after, err := tellUntil(sentence[1:], "]", value)
			switch {
			case err == nil:
				b.WriteString(part)
			case !errors.Is(err, errAbsent):
				return "", "", err
			}
			sentence = after
		case '{':
			field, after, closed := strings.Cut(sentence[1:], "}")
			if !closed {
				return "", "", fmt.Errorf("a brace stays open: %q", sentence)
			}
			v, err := value(field)
			switch {
			case errors.Is(err, errAbsent):
				absent = fmt.Errorf("field %s: %w", field, err)
			case err != nil:
				return "", "", err
			}
			b.WriteString(v)
			sentence = after
		default:
			b.WriteByte(c)
			sentence = sentence[1:]
		}
	}
	if end != "" {
		return "", "", errors.New("a bracket stays open")
	}
	return b.String(), "", absent
}

// fieldOf reads fields of a recorded event as a history shows them.
func fieldOf(e eventlog.Recorded) func(string) (string, error) {
	return func(field string) (string, error) {
		if field == "actor" {
			return strings.TrimSpace(e.Meta.Role + " " + e.Meta.Actor), nil
		}
		var at any
		if err := json.Unmarshal(e.Data, &at); err != nil {
			return "", fmt.Errorf("read %s: %w", e.Type, err)
		}
		for name := range strings.SplitSeq(field, ".") {
			members, ok := at.(map[string]any)
			if !ok {
				return "", errAbsent
			}
			if at, ok = members[name]; !ok || at == nil {
				return "", errAbsent
			}
		}
		return shown(at)
	}
}

func shown(v any) (string, error) {
	switch v := v.(type) {
	case string:
		if v == "" {
			return "", errAbsent
		}
		return v, nil
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), nil
	case bool:
		return strconv.FormatBool(v), nil
	case []any:
		texts := make([]string, len(v))
		for i, one := range v {
			var err error
			if texts[i], err = shown(one); err != nil {
				return "", err
			}
		}
		if len(texts) == 0 {
			return "none", nil
		}
		return strings.Join(texts, ", "), nil
	}
	return "", fmt.Errorf("%T is not shown in a sentence", v)
}

func TestEverySentenceNamesFieldsOfItsEvent(t *testing.T) {
	told, err := sentences()
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string]bool{}
	events := map[string]bool{}
	for _, f := range eventFields() {
		fields[f.event+" "+f.path], events[f.event] = true, true
	}
	for name, sentence := range told {
		if _, err := tell(sentence, func(field string) (string, error) {
			if field != "actor" && !fields[name+" "+field] {
				return "", fmt.Errorf("%s has no field %s", name, field)
			}
			return field, nil
		}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		delete(events, name)
	}
	for name := range events {
		t.Errorf("%s has no sentence", name)
	}
}

func TestAPartOfASentenceIsLeftOutWithItsField(t *testing.T) {
	e := eventlog.Recorded{Event: eventlog.Event{Type: "a.b.v1", Data: []byte(`{"to":"draft","reason":{"code":"spam"},"list":["a","b"]}`)}}
	e.Meta = eventlog.Metadata{Actor: "AABBCCDD", Role: "moderator"}
	for sentence, want := range map[string]string{
		"{actor} sets {to}[ because {reason.code}[: {reason.text}]].": "moderator AABBCCDD sets draft because spam.",
		"[{from} ]{list}": "a, b",
	} {
		if got, err := tell(sentence, fieldOf(e)); err != nil || got != want {
			t.Errorf("%s: %q, %v", sentence, got, err)
		}
	}
	for _, bad := range []string{"{open", "[open", "closed]", "{missing}"} {
		if got, err := tell(bad, fieldOf(e)); err == nil {
			t.Errorf("%s told %q", bad, got)
		}
	}
}
