package app

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/demo"
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

// The order of the log is a part of the data: where it changes, an interrupted load can no longer be continued by the next release.
func TestTheDemonstrationDataKeepsItsOrder(t *testing.T) {
	t.Parallel()
	steps, err := demo.InOrder(Demonstration())
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, s := range steps {
		order = append(order, s.Area)
	}
	const file = "testdata/demonstration.txt"
	got := strings.Join(order, "\n") + "\n"
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the areas are loaded in the order\n%swant\n%s", got, want)
	}
	if _, err := demo.InOrder([]demo.Step{{Area: "one", After: "two"}, {Area: "two", After: "one"}}); err == nil {
		t.Error("two steps wait for each other")
	}
}
