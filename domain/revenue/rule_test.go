package revenue

import (
	"strings"
	"testing"
)

func TestTheDefaultRuleGivesThreeQuartersToCreators(t *testing.T) {
	r, err := ParseRule(DefaultRule)
	if err != nil || r != (Rule{Name: "net-75", Version: 1, Creators: 7500, Weights: Weights{View: 1, Download: 1}}) {
		t.Errorf("%+v %v", r, err)
	}
}

func TestARuleWithAFaultIsRefused(t *testing.T) {
	with := func(old, new string) string {
		if !strings.Contains(DefaultRule, old) {
			t.Fatalf("the rule has no %s", old)
		}
		return strings.Replace(DefaultRule, old, new, 1)
	}
	for name, file := range map[string]string{
		"nothing": "", "null": "null", "a list": "[]", "a text": `"net-75"`, "half": DefaultRule[:20], "two documents": DefaultRule + DefaultRule, "something behind it": DefaultRule + " x",
		"an unknown member": with(`"version": 1`, `"version": 1, "reserve": 3`), "an unknown weight": with(`"view": 1`, `"vote": 1`), "too large a file": DefaultRule + strings.Repeat(" ", maxRuleFile),
		"no name": with("net-75", ""), "a name of capitals": with("net-75", "Net"), "a very long name": with("net-75", strings.Repeat("a", 33)), "a name with a path": with("net-75", "../x"),
		"version zero": with(`"version": 1`, `"version": 0`), "a version below zero": with(`"version": 1`, `"version": -1`), "version ten thousand": with(`"version": 1`, `"version": 10000`),
		"a huge version": with(`"version": 1`, `"version": 99999999999999999999`), "half a version": with(`"version": 1`, `"version": 1.5`), "more than all": with("7500", "10001"),
		"less than nothing": with("7500", "-1"), "a fraction": with("7500", "0.75"), "an exponent": with("7500", "75e2"), "a number in quotes": with("7500", `"7500"`), "no number": with("7500", "NaN"),
		"more than any number": with("7500", "1e400"), "what matches nothing": with(`{"view": 1, "download": 1}`, `{}`), "zero weights": with(`{"view": 1, "download": 1}`, `{"view": 0}`),
		"no weights": with(`, "weights": {"view": 1, "download": 1}`, ""), "a weight above the bound": with(`"view": 1`, `"view": 1001`), "a weight below zero": with(`"view": 1`, `"view": -1`),
		"a huge weight": with(`"view": 1`, `"view": 18446744073709551616`), "a weight of nothing but digits": with(`"view": 1`, `"view": `+strings.Repeat("9", 2000)),
		"a download weight above the bound": with(`"download": 1`, `"download": 1001`), "an anonymous weight above the bound": with(`"view": 1`, `"view": 1, "anonymous": 1001`),
		"what is no UTF-8": with(`"name"`, "\"name\": \"\xff\", \"name\""), "a zero byte": DefaultRule + "\x00",
	} {
		if got := outcome(nil, errorOf(ParseRule(file))); !strings.HasPrefix(got, "invalid invalid_input rule: ") {
			t.Errorf("%s: %s", name, got)
		}
	}
	for name, file := range map[string]string{
		"nothing for creators": with("7500", "0"), "everything for them": with("7500", "10000"), "the largest weights": with(`"view": 1`, `"view": 1000, "anonymous": 1000`),
		"one weight": with(`{"view": 1, "download": 1}`, `{"anonymous": 1}`), "spaces around it": "\n " + DefaultRule + "\n",
	} {
		if _, err := ParseRule(file); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func errorOf[A any](_ A, err error) error { return err }
