package reason_test

import (
	"testing"

	"github.com/modyard/modyard/domain/erasable"
	. "github.com/modyard/modyard/domain/reason"
)

func TestAnAddressedReasonHasAReadableCodeAndATextOfTheAccount(t *testing.T) {
	full := (&Reason{Code: Spam, Text: "words"}).To("AAAAAAA1")
	if full.Code != Spam || full.Text == nil || *full.Text != erasable.Of("AAAAAAA1", "words") {
		t.Errorf("%+v", full)
	}
	if short := (&Reason{Code: Legal}).To("AAAAAAA1"); short.Code != Legal || short.Text != nil {
		t.Errorf("%+v", short)
	}
	if none := (*Reason)(nil).To("AAAAAAA1"); none != nil {
		t.Errorf("%+v", none)
	}
}
