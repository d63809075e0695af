package eventlog_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/modyard/modyard/eventlog"
)

func TestMetadataHasOneEncodedFormAndIsDecodedUnchanged(t *testing.T) {
	whole := eventlog.Metadata{
		Actor: "AABB", Role: "member", Credential: "c", Command: "d", RequestHash: "e", Request: "f", Causation: "g",
		At: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC), Salt: eventlog.Salt{1, 2}, Recorded: time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC),
		Unknown: `{"b": 1.50, "a":{"x":["<",  null]}}`,
	}
	const want = `{"actor":"AABB","role":"member","credential":"c","command":"d","requestHash":"e","request":"f","causation":"g",` +
		`"at":"2026-01-02T03:04:05.000006Z","salt":"AQIAAAAAAAAAAAAAAAAAAA","recorded":"2025-01-02T03:04:05Z","a":{"x":["<",null]},"b":1.50}`
	got, err := whole.MarshalJSON()
	if err != nil || string(got) != want {
		t.Fatalf("written as %s, %v", got, err)
	}
	var back eventlog.Metadata
	if err := json.Unmarshal(got, &back); err != nil || back != whole.Stored() {
		t.Errorf("read back as %+v, %v", back, err)
	}
}

func TestAnyMetadataIsDecodedUnchanged(t *testing.T) {
	value := rapid.SampledFrom([]string{`1`, `-0.10`, `1e400`, `"<é\u0000\"\\"`, `{"actor":"x","a":[1,{}]}`, `null`, `true`})
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.String()
		m := eventlog.Metadata{
			Actor: text.Draw(rt, "actor"), Role: text.Draw(rt, "role"), Request: text.Draw(rt, "request"),
			At: time.UnixMicro(rapid.Int64Range(-60e15, 250e15).Draw(rt, "at")),
		}
		var others []string
		for name, v := range rapid.MapOf(rapid.StringMatching(`[A-Za-z钠 "\\]{1,6}`), value).Draw(rt, "others") {
			key, err := json.Marshal(name)
			if err != nil {
				rt.Fatal(err)
			}
			others = append(others, string(key)+" : "+v)
		}
		if len(others) > 0 {
			m.Unknown = "{" + strings.Join(others, ", ") + "}"
		}
		m = m.Stored()
		data, err := m.MarshalJSON()
		if err != nil {
			rt.Fatal(err)
		}
		var back eventlog.Metadata
		if err := json.Unmarshal(data, &back); err != nil || back != m {
			rt.Fatalf("%s is read as %+v, want %+v (%v)", data, back, m, err)
		}
		if again, err := back.MarshalJSON(); err != nil || string(again) != string(data) {
			rt.Fatalf("%s is written again as %s, %v", data, again, err)
		}
	})
}

func TestForeignFormsOfMetadataAreDecoded(t *testing.T) {
	for data, want := range map[string]eventlog.Metadata{
		` { "actor" : "A" } `:                          {Actor: "A"},
		`{"\u0061ctor":"\u0041","at":null}`:            {Actor: "A"},
		`{"Actor":"A","actor":"B"}`:                    {Actor: "B", Unknown: `{"Actor":"A"}`},
		`{"$correlationId":"x","actor":"A"}`:           {Actor: "A"},
		`{}`:                                           {},
		`{"at":"2026-01-02T03:04:05+08:00"}`:           {At: time.Date(2026, 1, 1, 19, 4, 5, 0, time.UTC)},
		`{"recorded":"2026-01-02T03:04:05Z","x":"\t"}`: {Recorded: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Unknown: `{"x":"\t"}`},
	} {
		var got eventlog.Metadata
		err := json.Unmarshal([]byte(data), &got)
		got.At = got.At.UTC()
		if err != nil || got != want {
			t.Errorf("%s is read as %+v, %v", data, got, err)
		}
	}
	for _, data := range []string{``, `[]`, `null`, `{"actor":"A"`, `{"actor":"A"}x`, `{"actor":1}`, `{"salt":"short"}`, `{"actor":"A",}`, "{\"actor\":\"\x01\"}"} {
		var got eventlog.Metadata
		if err := got.UnmarshalJSON([]byte(data)); err == nil {
			t.Errorf("%q is read as %+v", data, got)
		}
	}
}

func BenchmarkReadingMetadata(b *testing.B) {
	m := eventlog.Metadata{
		Actor: "AABBCCDD", Role: "member", Credential: "EEFFGGHH", Command: eventlog.NewEventID().String(),
		RequestHash: strings.Repeat("h", 43), Request: "r-0123456789", At: time.Now().UTC(), Salt: eventlog.NewSalt(),
	}
	data, err := m.MarshalJSON()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := m.UnmarshalJSON(data); err != nil {
			b.Fatal(err)
		}
	}
}
