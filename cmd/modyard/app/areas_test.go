package app

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/projections/catalog/catalogtest"
	readreport "github.com/modyard/modyard/readapi/report"
)

func TestWhatMayBeReportedIsShownToItsReaders(t *testing.T) {
	t.Parallel()
	var reported, shown []string
	for _, a := range areas() {
		if a.reported != nil {
			for _, subject := range a.reported(nil) {
				reported = append(reported, string(subject.Type))
			}
		}
		for _, subject := range a.reports {
			shown = append(shown, subject.Type)
		}
	}
	field, _ := reflect.TypeFor[readreport.Item]().FieldByName("Type")
	documented := strings.Split(field.Tag.Get("enum"), ",")
	for _, list := range [][]string{reported, shown, documented} {
		slices.Sort(list)
	}
	if !slices.Equal(reported, shown) || !slices.Equal(shown, documented) {
		t.Errorf("commands take %v, queries find %v, the documentation names %v", reported, shown, documented)
	}
}

func TestTheWorldsOfTestsKnowTheEventTypesOfAllAreas(t *testing.T) {
	t.Parallel()
	all, err := Codec()
	if err != nil {
		t.Fatal(err)
	}
	if known := catalogtest.Codec(t).Types(); !slices.Equal(known, all.Types()) {
		t.Errorf("catalogtest knows %v,\nthe areas declare %v", known, all.Types())
	}
}
