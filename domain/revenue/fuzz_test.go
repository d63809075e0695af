package revenue

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/text"
)

var amountForm = regexp.MustCompile(`^(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?$`)

func FuzzAmountsAreNumbersOfTwoDecimals(f *testing.F) {
	for _, s := range []string{"0", "12", "12.3", "12.34", "012", "-1", "1e2", `"12"`, "12.345", "", ".5", "5.", "999999999.99", "1000000000", "NaN", "1\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		a, err := ParseAmount("amount", in)
		if (err == nil) != (amountForm.MatchString(in) && !strings.HasSuffix(in, "\n")) {
			t.Fatalf("%q: %v", in, err)
		}
		if err != nil {
			return
		}
		again, err := ParseAmount("amount", a.String())
		if a < 0 || a > MaxAmount || !a.WholeCents() || err != nil || again != a {
			t.Fatalf("%q is %d, and %s is %d: %v", in, a, a, again, err)
		}
	})
}

func FuzzRulesThatAreReadCanDivide(f *testing.F) {
	for _, s := range []string{DefaultRule, "", "{}", DefaultRule + DefaultRule, `{"name":"a","version":1,"creators":10000,"weights":{"anonymous":1000}}`, "{\"name\":\"\xff\",\"name\":\"a\",\"version\":1,\"weights\":{\"view\":1}}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		r, err := ParseRule(in)
		if err != nil {
			if got := outcome(nil, err); !strings.HasPrefix(got, "invalid invalid_input rule: ") {
				t.Fatalf("%q: %s", in, got)
			}
			return
		}
		if !utf8.ValidString(in) {
			t.Fatalf("the log cannot give %q back", in)
		}
		project := Project{ID: "p", Hits: Hits{maxDayHits, maxDayHits, maxDayHits}, People: []Person{{alice, 1}, {bob, 0}}}
		out := r.Share(Inputs{Day: day, Income: []Income{{"e", ads, MaxAmount, ""}}, Projects: []Project{project}})
		if s := out.Sums[0]; s.Creators+s.Platform+s.Reserve != MaxAmount || s.Creators < 0 || s.Platform < 0 || s.Reserve != 0 {
			t.Fatalf("%q gives %+v", in, out.Sums)
		}
	})
}

func FuzzMethodsThatAreReadCanBeUsed(f *testing.F) {
	for _, s := range []string{bankFile, "", "[]", "null", "{}", bankFile + "[]", strings.Replace(bankFile, "[0-9]{8,20}", "a)|(b", 1), strings.Replace(bankFile, "0.02", "1", 1)} {
		f.Add([]byte(s), "abc", "12345678")
	}
	f.Fuzz(func(t *testing.T, in []byte, name, value string) {
		m, err := ParseMethods(in)
		if err != nil {
			return
		}
		for _, method := range m.List {
			for _, amount := range append(method.Fixed(), 0, method.Min(), method.Max(), MaxAmount) {
				fee := method.Fee.Of(amount)
				if !fee.WholeCents() || fee < 0 || method.Fits("amount", amount) == nil && (fee >= amount || amount < method.Min() || amount > method.Max()) {
					t.Fatalf("%s costs %s by %+v", amount, fee, method)
				}
			}
			details := map[string]string{name: value}
			for _, f := range method.Fields {
				details[f.Name] = value
			}
			checkValues(t, method, details)
		}
	})
}

// checkValues fails if members of a destination pass that must not.
func checkValues(t *testing.T, m Method, details map[string]string) {
	t.Helper()
	values, mark, err := m.CheckDetails(details)
	if err != nil {
		if got := outcome(nil, err); !strings.HasPrefix(got, "invalid invalid_input details") {
			t.Fatal(got)
		}
		return
	}
	if len(values) != len(m.Fields) || len(details) != len(m.Fields) || !strings.HasPrefix(mark, "····") || utf8.RuneCountInString(mark) > 8 {
		t.Fatalf("%q %q of %q", values, mark, details)
	}
	for name, v := range values {
		if v != strings.TrimSpace(details[name]) || v == "" || !utf8.ValidString(v) || utf8.RuneCountInString(v) > maxFieldValue || strings.ContainsFunc(v, text.Hostile) {
			t.Fatalf("%q passed", v)
		}
	}
}

func FuzzMembersOfDestinationsAreVisibleLines(f *testing.F) {
	for _, s := range []string{"", " ", "a", "12345678", "王小明", "a\x00b", "a\u202eb", "\u200b", "\xff", "=cmd|' /C calc'!A0", "a\r\nb", strings.Repeat("字", maxFieldValue+1)} {
		f.Add("name", s, "account", "12345678")
		f.Add("name", "王小明", "account", s)
		f.Add(s, "x", "account", "12345678")
	}
	m, err := ParseMethods([]byte(bankFile))
	if err != nil {
		f.Fatal(err)
	}
	digits := regexp.MustCompile(`^[0-9]{8,20}$`)
	f.Fuzz(func(t *testing.T, first, one, second, two string) {
		details := map[string]string{first: one, second: two}
		checkValues(t, m.List[0], details)
		if values, _, err := m.List[0].CheckDetails(details); err == nil && !digits.MatchString(values["account"]) {
			t.Fatalf("%q is no number of an account", values["account"])
		}
	})
}

func FuzzReferencesCanBeStoredAndShown(f *testing.F) {
	for _, s := range []string{"", "r-1", "a\x00b", "\xff", "\u202e", strings.Repeat("付", 200), " \n "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		out := referred(in)
		if !utf8.ValidString(out) || utf8.RuneCountInString(out) > maxReferred || strings.ContainsFunc(out, text.Hostile) || referred(out) != out {
			t.Fatalf("%q gives %q", in, out)
		}
	})
}
