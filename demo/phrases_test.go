package demo

import (
	"slices"
	"testing"

	"github.com/modyard/modyard/domain/risk"
)

func TestTheSetHasAListOfPhrases(t *testing.T) {
	d, _ := deps(t)
	for range 2 { // the second load has no effect
		if err := Phrases(t.Context(), d, Catalogue{}); err != nil {
			t.Fatal(err)
		}
	}
	list := events(t, d)
	if len(list) != 1 {
		t.Fatalf("%d events", len(list))
	}
	payload, err := d.Codec.Decode(list[0].Type, list[0].Data)
	if err != nil {
		t.Fatal(err)
	}
	change, is := payload.(risk.WordsChanged)
	if want := []string{"代练", "外挂下载", "刷钻"}; !is || change.Version != 1 || !slices.Equal(change.Added, want) || change.By != accountID(AdminName) {
		t.Errorf("%+v", payload)
	}
	if at := list[0].Meta.At; at.After(Today()) {
		t.Errorf("it has the date %s", at)
	}
}
