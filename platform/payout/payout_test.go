package payout_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/payout"
)

func TestAnAmountIsReadFromDecimalDigitsOnly(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "0.01": 10_000, "12": 12_000_000, "12.3": 12_300_000, "12.34": 12_340_000, "0.000001": 1,
		"999999999999.999999": 999_999_999_999_999_999,
	} {
		if got, err := payout.ParseDecimal(text); err != nil || got != want {
			t.Errorf("%s: %d %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", ".", "1.", ".5", "-1", "+1", "01", "1e2", "0x1", "1_000", "1,000", "NaN", "Infinity", " 1", "1 ", "1.0000000",
		"1000000000000", strings.Repeat("9", 10_000), "１", "1.2.3", "1\x00",
	} {
		if got, err := payout.ParseDecimal(text); err == nil || len(err.Error()) > 300 {
			t.Errorf("%.40q: %d %v", text, got, err)
		}
	}
}

func TestAnAmountIsWrittenWithTwoDecimalsOrMore(t *testing.T) {
	for amount, want := range map[int64]string{
		0: "0.00", 1: "0.000001", 10_000: "0.01", 12_300_000: "12.30", -12_345_678: "-12.345678", 7_000_000: "7.00",
		math.MinInt64: "-9223372036854.775808",
	} {
		if got := payout.Decimal(amount); got != want {
			t.Errorf("%d: %s, want %s", amount, got, want)
		}
	}
}

func TestAConversionIsRoundedDownAndNeverWraps(t *testing.T) {
	for _, c := range []struct {
		amount, rate int64
		digits       int
		want         int64
		fits         bool
	}{
		{10_000_000, 7_123_456, 2, 7123, true},
		{10_000_000, 151_990_000, 0, 1519, true},
		{1_000_000_000_000_000, math.MaxInt64, 4, 0, false},
	} {
		if got, fits := payout.Converted(c.amount, c.rate, c.digits); fits != c.fits || fits && got != c.want {
			t.Errorf("%+v: %d %v", c, got, fits)
		}
	}
	if got, whole := payout.Minor(71_230_000, 2); got != 7123 || !whole {
		t.Error(got, whole)
	}
	for _, digits := range []int{-1, 0, 1, 5} {
		if _, whole := payout.Minor(71_230_000, digits); whole {
			t.Errorf("71.23 has %d decimals", digits)
		}
	}
}

func TestAnIncompleteOrderCannotBeSent(t *testing.T) {
	whole := payout.Order{Key: "site-Ab_1", Amount: 10_000, Currency: "USD", Method: "bank"}
	if err := whole.Check(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*payout.Order){
		"no key":         func(o *payout.Order) { o.Key = "" },
		"a path":         func(o *payout.Order) { o.Key = "../books" },
		"a line":         func(o *payout.Order) { o.Key = "a\r\nX: y" },
		"a long key":     func(o *payout.Order) { o.Key = strings.Repeat("a", payout.MaxKey+1) },
		"nothing":        func(o *payout.Order) { o.Amount = 0 },
		"a debt":         func(o *payout.Order) { o.Amount = -10_000 },
		"part of a cent": func(o *payout.Order) { o.Amount = 10_001 },
		"no currency":    func(o *payout.Order) { o.Currency = "" },
		"no method":      func(o *payout.Order) { o.Method = "" },
	} {
		o := whole
		spoil(&o)
		if err := o.Check(); !errors.Is(err, payout.ErrOrder) || errors.Is(err, payout.ErrUnclear) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
