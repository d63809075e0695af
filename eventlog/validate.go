package eventlog

import (
	"fmt"
	"time"
	"unicode/utf8"
)

// Validate checks the names, sizes and ids of an append, and returns *Invalid for the first that is invalid. Every
// engine calls it first.
func Validate(writes []Write) error {
	if len(writes) == 0 {
		return invalid("没有要保存的内容", "an append needs a write")
	}
	total := 0
	streams := make(map[string]struct{}, len(writes))
	ids := make(map[EventID]struct{}, len(writes))
	for _, w := range writes {
		if !ValidStream(w.Stream) {
			return invalid("名称无效", "stream name %q", clip(w.Stream))
		}
		if !w.Expected.known() {
			return invalid("请求无效", "expectation %d of stream %q", w.Expected, w.Stream)
		}
		if _, twice := streams[w.Stream]; twice {
			return invalid("请求无效", "stream %q appears twice", w.Stream)
		}
		streams[w.Stream] = struct{}{}
		for i := range w.Events {
			e := &w.Events[i]
			if err := validateEvent(e); err != nil {
				return err
			}
			if _, twice := ids[e.ID]; twice {
				return invalid("请求无效", "event id %s appears twice", e.ID)
			}
			ids[e.ID] = struct{}{}
		}
		if total += w.Size(); total > MaxAppendBytes {
			return invalid("内容过大", "append of more than %d bytes", MaxAppendBytes)
		}
	}
	return nil
}

func validateEvent(e *Event) error {
	switch m := &e.Meta; {
	case e.ID.IsZero():
		return invalid("请求无效", "event of type %q has no id", clip(e.Type))
	case !ValidType(e.Type):
		return invalid("请求无效", "event type %q", clip(e.Type))
	case len(e.Data) > MaxEventBytes:
		return invalid("内容过大", "event %s has %d bytes of data, at most %d", e.ID, len(e.Data), MaxEventBytes)
	case !m.plain() || len(m.Unknown) > MaxUnknownBytes || m.Unknown != "" && !isObject(m.Unknown):
		return invalid("请求无效", "metadata of event %s", e.ID)
	case !representable(m.At) || !representable(m.Recorded):
		return invalid("时间无效", "time of event %s", e.ID)
	}
	return nil
}

func (m *Metadata) plain() bool {
	for _, s := range []string{m.Actor, m.Role, m.Credential, m.Command, m.RequestHash, m.Request, m.Causation} {
		if !plain(s) {
			return false
		}
	}
	return true
}

func isObject(s string) bool {
	_, err := decodeMembers([]byte(s))
	return err == nil && utf8.ValidString(s)
}

// representable is true if a time can be encoded as JSON.
func representable(at time.Time) bool { return at.UTC().Year() >= 0 && at.UTC().Year() <= 9999 }

func invalid(text, format string, args ...any) *Invalid {
	return &Invalid{Reason: fmt.Sprintf(format, args...), Text: text}
}

// clip shortens a hostile name for a log line.
func clip(s string) string {
	const most = 64
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}

// Beyond is the error of Follow for a position that the log has not reached: the position belongs to another log, or
// this one was restored from an older copy. Waiting would skip the next events.
func Beyond(after, head Position) *Invalid {
	return invalid("请求无效", "position %d is beyond the end of the log, %d", after, head)
}
