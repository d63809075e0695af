package revenue_test

import (
	"os"
	"slices"
	"testing"

	"github.com/modyard/modyard/domain/revenue"
)

// example reads the file of methods that the documentation offers to operators.
func example(t *testing.T) revenue.Methods {
	t.Helper()
	file, err := os.ReadFile("../../docs/payout-methods.example.json")
	if err != nil {
		t.Fatal(err)
	}
	m, err := revenue.ParseMethods(file)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestTheExampleOfMethodsHasEachKindOfProvider(t *testing.T) {
	m := example(t)
	var kinds []string
	for _, method := range m.List {
		kinds = append(kinds, method.Provider)
		if method.Fits("amount", method.Max()) != nil || method.Fits("amount", method.Min()) != nil {
			t.Errorf("%s does not pay its own bounds", method.ID)
		}
	}
	for _, kind := range []string{revenue.HTTP, revenue.Manual, revenue.Sandbox} {
		if !slices.Contains(kinds, kind) {
			t.Errorf("no method is paid by %s", kind)
		}
	}
}

func TestTheExampleOfMethodsAcceptsDestinationsAsPeopleHaveThem(t *testing.T) {
	m := example(t)
	for id, c := range map[string]struct {
		good map[string]string
		mark string
		bad  map[string]string // each with the other members of good
	}{
		"bank-cn": {
			map[string]string{"name": "欧阳·娜", "bank": "招商银行", "account": "6228480402564890018"}, "····0018",
			map[string]string{"name": "Zhang", "account": "6228 4804", "bank": ""},
		},
		"alipay": {map[string]string{"name": "张三", "account": "13800138000"}, "····000", map[string]string{"account": "1380013800"}},
		"paypal": {map[string]string{"account": "frog@example.org"}, "····.org", map[string]string{"account": "frog"}},
		"wire": {
			map[string]string{"name": "Frog", "bic": "COBADEFF", "iban": "DE89370400440532013000"}, "····3000",
			map[string]string{"bic": "cobadeff", "iban": "DE89 3704"},
		},
		"sandbox-bank": {map[string]string{"name": "张三", "account": "622801"}, "····01", map[string]string{"account": "x01"}},
	} {
		method, there := m.Find(id)
		if !there {
			t.Errorf("%s is not there", id)
			continue
		}
		if _, mark, err := method.CheckDetails(c.good); err != nil || mark != c.mark {
			t.Errorf("%s: %q %v", id, mark, err)
		}
		for name, value := range c.bad {
			details := map[string]string{name: value}
			for other, v := range c.good {
				if other != name {
					details[other] = v
				}
			}
			if _, _, err := method.CheckDetails(details); err == nil {
				t.Errorf("%s accepts %s %q", id, name, value)
			}
		}
	}
}
