package commands_test

import (
	"errors"
	"testing"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/platform/httpkit"
)

func TestAPayoutWeightIsReadFromANumberAndAnInvalidOneNamesItsField(t *testing.T) {
	read := func(body string) (*commands.Weight, error) {
		var in struct {
			Split *commands.Weight `json:"payouts_split"`
		}
		err := httpkit.UnmarshalJSON([]byte(body), &in)
		return in.Split, err
	}
	if w, err := read(`{"payouts_split": 1.15}`); err != nil || *w != 115 {
		t.Errorf("%v %v", w, err)
	}
	for _, body := range []string{`{}`, `{"payouts_split": null}`} {
		if w, err := read(body); err != nil || w != nil {
			t.Errorf("%s: %v %v", body, w, err)
		}
	}
	for _, body := range []string{`{"payouts_split": 5000.01}`, `{"payouts_split": 0.005}`, `{"payouts_split": -1}`, `{"payouts_split": "1"}`, `{"payouts_split": []}`} {
		_, err := read(body)
		var f *fault.Error
		if !errors.As(err, &f) || f.Kind != fault.KindInvalid || f.Field != "payouts_split" {
			t.Errorf("%s: %v", body, err)
		}
	}
}
