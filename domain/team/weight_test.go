package team_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/fault"
	. "github.com/modyard/modyard/domain/team"
)

func TestAWeightIsParsedExactly(t *testing.T) {
	for number, want := range map[string]Weight{
		"0": 0, "-0": 0, "0.0": 0, "0e999999999999": 0, "0.01": 1, "0.1": 10, "1": 100, "1.50": 150, "1.500": 150,
		"0.29": 29, "1.15": 115, "4.35": 435, // each is wrong by one hundredth if a float is truncated
		"33.33": 3333, "5000": 500_000, "5000.00": 500_000, "5e3": 500_000, "5E+3": 500_000, "15e-1": 150, "12345e-2": 12_345,
		"4999.99": 499_999, "0.05e2": 500, "500000000e-5": 500_000,
	} {
		if got, err := ParseWeight(number); err != nil || got != want {
			t.Errorf("%s: %d %v, want %d", number, got, err, want)
		}
	}
}

func TestTheErrorForAnInvalidWeightNamesItsField(t *testing.T) {
	for _, number := range []string{
		"5000.01", "5001", "-1", "-0.01", "1e4", "1e999999999999999999999", "0.001", "1.234", "1e-3", "1e-99999999999",
		"", "-", "+1", "01", ".5", "1.", "1e", "1e+", "1.5.5", " 1", "1 ", "NaN", "Infinity", "0x10", "1_000", `"5"`, "null", "true", "[]", "１",
	} {
		_, err := ParseWeight(number)
		var f *fault.Error
		if !errors.As(err, &f) || f.Kind != fault.KindInvalid || f.Field != "payouts_split" {
			t.Errorf("%q: %v", number, err)
		}
	}
	if Weight(500_000).Check() != nil || Weight(0).Check() != nil || Weight(500_001).Check() == nil || Weight(-1).Check() == nil {
		t.Error("the limits of a weight")
	}
}

func FuzzParseWeight(f *testing.F) {
	for _, seed := range []string{"0", "1.15", "5000", "-3", "1e2", "0.001", "9e99", "x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, number string) {
		got, err := ParseWeight(number)
		var literal json.Number
		isNumber := !strings.ContainsAny(number, "\" \t\r\n") && number != "null" && json.Unmarshal([]byte(number), &literal) == nil
		if err == nil && !isNumber {
			t.Fatalf("%q is no JSON number and counts as %d", number, got)
		}
		if !isNumber || len(number) > 30 || strings.ContainsAny(number, "eE") && len(number) > 6 {
			return // a power that needs too much memory as a rational number
		}
		exact, ok := new(big.Rat).SetString(number)
		if !ok {
			t.Fatalf("%q is a JSON number and no rational", number)
		}
		exact.Mul(exact, big.NewRat(100, 1))
		fits := exact.IsInt() && exact.Sign() >= 0 && exact.Cmp(big.NewRat(500_000, 1)) <= 0
		if fits != (err == nil) || fits && exact.Cmp(big.NewRat(int64(got), 1)) != 0 {
			t.Fatalf("%q: %d %v, want %s", number, got, err, exact)
		}
	})
}
