package revenue

import (
	"reflect"
	"strings"
	"testing"
)

const bankFile = `[{"id": "bank", "type": "bank", "name": "银行转账", "provider": "manual", "countries": ["CN"], "currency": "CNY",
	"fields": [{"name": "name", "label": "户名"}, {"name": "account", "label": "账号", "pattern": "[0-9]{8,20}", "shown": true}],
	"min": 5, "max": 5000.50, "fee": {"percentage": 0.02, "min": 1, "max": 20}}]`

func TestAFileOfMethodsIsRead(t *testing.T) {
	m, err := ParseMethods([]byte(bankFile))
	if err != nil {
		t.Fatal(err)
	}
	got, there := m.Find("bank")
	if !there || got.Min() != 5*Unit || got.Max() != 5000*Unit+50*Cent || got.Fee.Millionths() != 20_000 || got.Fee.Min() != Unit || got.Fee.Max() != 20*Unit {
		t.Errorf("%+v", got)
	}
	if m.Hash != Hash([]byte(bankFile)) || len(got.Fixed()) != 0 || got.Fee.Fraction.String() != "0.020000" {
		t.Errorf("%+v", m)
	}
	if _, there := m.Find("paypal"); there || !got.In("cn") || !got.In("") || got.In("DE") {
		t.Error("a method is found that is not there, or in a wrong country")
	}
	if none, err := ParseMethods([]byte("[]")); err != nil || len(none.List) != 0 {
		t.Errorf("%+v %v", none, err)
	}
}

func TestAFileOfMethodsWithAFaultIsRefused(t *testing.T) {
	swap := func(old, new string) string {
		if !strings.Contains(bankFile, old) {
			t.Fatalf("the file has no %s", old)
		}
		return strings.Replace(bankFile, old, new, 1)
	}
	again := bankFile[:len(bankFile)-1] + "," + bankFile[1:]
	for name, file := range map[string]string{
		"nothing": "", "no list": "{}", "half": bankFile[:40], "two documents": bankFile + "[]", "an unknown member": swap(`"min": 5`, `"min": 5, "rate": 2`),
		"a method twice": again, "too large a file": bankFile + strings.Repeat(" ", maxMethodsFile), "too many": "[" + strings.Repeat(bankFile[1:len(bankFile)-1]+",", maxMethods) + bankFile[1:],
		"an id with capitals": swap(`"bank"`, `"Bank"`), "no id": swap(`"id": "bank"`, `"id": ""`), "no name": swap("银行转账", ""), "no type": swap(`"type": "bank"`, `"type": ""`),
		"an unknown provider": swap("manual", "friend"), "a provider without an address": swap("manual", "http"), "a currency of two letters": swap("CNY", "CN"),
		"a country of three letters": swap(`"CN"`, `"CHN"`), "a country of small letters": swap(`"CN"`, `"cn"`), "a country of digits": swap(`"CN"`, `"12"`),
		"no minimum": swap(`"min": 5,`, ""), "a minimum below zero": swap(`"min": 5`, `"min": -5`), "a minimum of three decimals": swap(`"min": 5`, `"min": 5.001`),
		"a maximum below the minimum": swap("5000.50", "4"), "a huge maximum": swap("5000.50", "1e400"), "an amount in quotes": swap(`"min": 5`, `"min": "5"`),
		"an amount of nothing": swap(`"min": 5`, `"min": null`), "a fraction above one": swap("0.02", "1.000001"), "a fraction below zero": swap("0.02", "-0.02"),
		"a fraction of seven decimals": swap("0.02", "0.0200001"), "a fraction with an exponent": swap("0.02", "2e-2"), "a fraction in quotes": swap("0.02", `"0.02"`),
		"a fee below its minimum": swap(`"max": 20`, `"max": 0.5`), "no fields": swap(`{"name": "name", "label": "户名"}, {"name": "account", "label": "账号", "pattern": "[0-9]{8,20}", "shown": true}`, ""),
		"too many fields": swap(`{"name": "name", "label": "户名"}`, strings.Repeat(`{"name": "name", "label": "户名"},`, maxFields)+`{"name": "name", "label": "户名"}`),
		"a field twice":   swap(`"name": "account"`, `"name": "name"`), "a field without a label": swap("户名", ""), "a field with a name of capitals": swap(`"name": "name"`, `"name": "Name"`),
		"two shown fields": swap(`"户名"`, `"户名", "shown": true`), "a broken pattern": swap("[0-9]{8,20}", "["), "a pattern that ends early": swap("[0-9]{8,20}", "a)|(?:b"),
		"a pattern without an end": swap("[0-9]{8,20}", "(?:a{1000}){1000}"), "a value below the minimum": swap(`"max": 5000.50`, `"max": 5000.50, "values": [4]`),
		"a value above the maximum": swap(`"max": 5000.50`, `"max": 5000.50, "values": [5001]`), "a value twice": swap(`"max": 5000.50`, `"max": 5000.50, "values": [5, 10, 5.00]`),
	} {
		if m, err := ParseMethods([]byte(file)); err == nil {
			t.Errorf("%s: %+v", name, m)
		}
	}
}

func TestTheMembersOfADestinationAreChecked(t *testing.T) {
	m, err := ParseMethods([]byte(bankFile))
	if err != nil {
		t.Fatal(err)
	}
	bank := m.List[0]
	values, mark, err := bank.CheckDetails(map[string]string{"account": " 6222020012347702 ", "name": "王 小明"})
	if err != nil || mark != "····7702" || !reflect.DeepEqual(values, map[string]string{"name": "王 小明", "account": "6222020012347702"}) {
		t.Errorf("%q %q %v", values, mark, err)
	}
	good := func(change func(map[string]string)) map[string]string {
		d := map[string]string{"account": "6222020012347702", "name": "王小明"}
		change(d)
		return d
	}
	account := func(value string) map[string]string { return good(func(d map[string]string) { d["account"] = value }) }
	holder := func(value string) map[string]string { return good(func(d map[string]string) { d["name"] = value }) }
	for name, c := range map[string]struct {
		details map[string]string
		field   string
	}{
		"nothing":                     {nil, "details.name"},
		"a missing member":            {good(func(d map[string]string) { delete(d, "account") }), "details.account"},
		"an unknown member":           {good(func(d map[string]string) { d["city"] = "x" }), "details.city"},
		"two unknown members":         {good(func(d map[string]string) { d["z"], d["b"] = "x", "x" }), "details.b"},
		"an unknown hostile member":   {good(func(d map[string]string) { d["\x00<script>"] = "x" }), "details"},
		"an unknown very long member": {good(func(d map[string]string) { d[strings.Repeat("a", 10_000)] = "x" }), "details"},
		"too few digits":              {account("1234567"), "details.account"},
		"too many digits":             {account(strings.Repeat("1", 21)), "details.account"},
		"letters":                     {account("12345678x"), "details.account"},
		"a line of good digits":       {account("12345678\n12345678"), "details.account"},
		"foreign digits":              {account("１２３４５６７８"), "details.account"},
		"an empty value":              {holder("  "), "details.name"},
		"an invisible value":          {holder("\u200b\u200d"), "details.name"},
		"a very long value":           {holder(strings.Repeat("字", maxFieldValue+1)), "details.name"},
		"a zero byte":                 {holder("a\x00b"), "details.name"},
		"a delete":                    {holder("a\x7fb"), "details.name"},
		"another control character":   {holder("a\u0085b"), "details.name"},
		"a turned text":               {holder("a\u202eb"), "details.name"},
		"a line separator":            {holder("a\u2028b"), "details.name"},
		"no UTF-8":                    {holder("a\xffb"), "details.name"},
	} {
		values, mark, err := bank.CheckDetails(c.details)
		if got := outcome(nil, err); !strings.HasPrefix(got, "invalid invalid_input "+c.field+": ") || values != nil || mark != "" {
			t.Errorf("%s: %s (%q, %q)", name, got, values, mark)
		}
	}
}

func TestAMarkShowsTheEndOfAValueAndNeverMostOfIt(t *testing.T) {
	for value, want := range map[string]string{
		"": "····", "ab": "····", "abc": "····c", "abcdef": "····ef", "abcdefghijk": "····ijk", "6222020012347702": "····7702", "王小明的账号": "····账号",
	} {
		if got := masked(value); got != want {
			t.Errorf("%s: %s", value, got)
		}
	}
	plain := Method{Fields: []Field{{Name: "mail", Label: "邮箱"}}}
	if _, mark, err := plain.CheckDetails(map[string]string{"mail": "a@example.org"}); err != nil || mark != "····" {
		t.Errorf("%q %v", mark, err)
	}
}
