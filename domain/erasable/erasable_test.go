package erasable_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/modyard/modyard/domain/erasable"
)

func TestAReadableTextIsNeverEncoded(t *testing.T) {
	type event struct {
		Body  erasable.Text   `json:"body"`
		Notes []erasable.Text `json:"notes,omitempty"`
	}
	for _, e := range []event{
		{Body: erasable.Of("UserOne1", "words")},
		{Body: erasable.Of("UserOne1", "")},
		{Body: erasable.Of("", "words")},
		{Body: erasable.Of("UserOne1", "x").Erase(), Notes: []erasable.Text{erasable.Of("UserOne1", "words")}},
	} {
		if data, err := json.Marshal(e); !errors.Is(err, erasable.ErrClear) {
			t.Errorf("%+v was written as %s (%v)", e, data, err)
		}
	}
}

func TestASealedTextIsDecodedUnchanged(t *testing.T) {
	for _, want := range []struct {
		text erasable.Text
		json string
	}{
		{erasable.Text{}, `null`},
		{erasable.Of("UserOne1", "x").Seal(erasable.Box{Key: "k", Nonce: "n", Box: "b"}), `{"subject":"UserOne1","key":"k","nonce":"n","box":"b"}`},
		{erasable.Of("UserOne1", "x").Erase(), `{"subject":"UserOne1"}`},
	} {
		data, err := json.Marshal(want.text)
		if err != nil || string(data) != want.json {
			t.Errorf("%s (%v), want %s", data, err, want.json)
		}
		var back erasable.Text
		if err := json.Unmarshal(data, &back); err != nil || back != want.text {
			t.Errorf("%s reads as %+v (%v), want %+v", data, back, err, want.text)
		}
	}
}

func TestInvalidSealedTextsAreRejected(t *testing.T) {
	for _, data := range []string{
		`"words"`, `7`, `{}`, `{"text":"words"}`, `{"key":"k","nonce":"n","box":"b"}`,
		`{"subject":"UserOne1","key":"k"}`, `{"subject":"UserOne1","nonce":"n","box":"b"}`,
	} {
		var text erasable.Text
		if err := json.Unmarshal([]byte(data), &text); err == nil {
			t.Errorf("%s was read as %+v", data, text)
		}
	}
}

func TestAnErasedTextIsDisplayedAsErased(t *testing.T) {
	text := erasable.Of("UserOne1", "words")
	if got := text.String(); got != "words" {
		t.Error(got)
	}
	if got := text.Erase().String(); got != "已删除" {
		t.Error(got)
	}
}
