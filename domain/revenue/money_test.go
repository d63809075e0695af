package revenue

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/fault"
)

func TestAnAmountIsReadFromTheDigitsOfANumber(t *testing.T) {
	for number, want := range map[string]Amount{
		"0": 0, "0.0": 0, "0.01": Cent, "1": Unit, "12": 12 * Unit, "12.3": 12_300_000, "12.34": 12_340_000, "999999999.99": MaxAmount,
	} {
		if got, err := ParseAmount("amount", number); err != nil || got != want {
			t.Errorf("%s: %d %v", number, got, err)
		}
	}
}

func TestWhatIsNoAmountIsRefused(t *testing.T) {
	for _, number := range []string{
		`"12"`, "1e2", "1E2", "012", "00", "-1", "-0", "+1", "12.345", "NaN", "Infinity", "1e400", strings.Repeat("9", 10_000), "0." + strings.Repeat("0", 10_000),
		"", " ", ".5", "5.", ".", "1.2.3", "1,5", "1,000", " 1", "1 ", "1\n", "0x10", "1_000", "１２", "٣", "null", "true", "[1]", "{}", "1000000000", "1\x00", "1.\x00", "\xff",
	} {
		got, err := ParseAmount("amount", number)
		var f *fault.Error
		if got != 0 || !errors.As(err, &f) || f.Kind != fault.KindInvalid || f.Code != CodeAmount || f.Field != "amount" {
			t.Errorf("%.20q: %d %v", number, got, err)
		}
	}
}

func TestAnAmountIsShownInWholeCentsNotAboveIt(t *testing.T) {
	for amount, want := range map[Amount]string{
		0: "0.00", 1: "0.00", Cent - 1: "0.00", Cent: "0.01", 12_345_678: "12.34", -1: "-0.01", -Cent: "-0.01", -Cent - 1: "-0.02", -12_345_678: "-12.35", Unit: "1.00",
		MaxAmount: "999999999.99", math.MaxInt64: "9223372036854.77",
	} {
		if got := amount.String(); got != want {
			t.Errorf("%d: %s, want %s", amount, got, want)
		}
		if floor := amount.Floor(); !floor.WholeCents() || floor > amount || amount-floor >= Cent {
			t.Errorf("%d: %d", amount, floor)
		}
	}
}

func TestAPartOfAnAmountIsExactUpToTheLargestNumbers(t *testing.T) {
	for _, c := range []struct {
		amount   Amount
		of, over uint64
		whole    Amount
		rest     uint64
	}{
		{10, 1, 3, 3, 1}, {0, 1, 3, 0, 0}, {math.MaxInt64, math.MaxUint64, math.MaxUint64, math.MaxInt64, 0}, {math.MaxInt64, 0, math.MaxUint64, 0, 0},
		{math.MaxInt64, math.MaxUint64 - 1, math.MaxUint64, math.MaxInt64 - 1, math.MaxUint64 - math.MaxInt64}, {MaxAmount, 7500, 10_000, 749_999_999_992_500, 0},
	} {
		if whole, rest := c.amount.part(c.of, c.over); whole != c.whole || rest != c.rest {
			t.Errorf("%+v: %d %d", c, whole, rest)
		}
	}
}

func TestAFeeIsRoundedHalfUpAndThenBounded(t *testing.T) {
	two := Fee{Fraction: 20_000}
	bounded := Fee{Fraction: 20_000, Least: decimal(Unit), Most: decimal(20 * Unit)}
	for name, c := range map[string]struct {
		fee    Fee
		amount Amount
		want   Amount
	}{
		"two per cent":              {two, 100 * Unit, 2 * Unit},
		"less than half a cent":     {two, 24 * Cent, 0},
		"half a cent":               {two, 25 * Cent, Cent},
		"more than half a cent":     {two, 26 * Cent, Cent},
		"below the minimum":         {bounded, 10 * Unit, Unit},
		"at the minimum":            {bounded, 50 * Unit, Unit},
		"at the maximum":            {bounded, 1000 * Unit, 20 * Unit},
		"above the maximum":         {bounded, 5000 * Unit, 20 * Unit},
		"no fee":                    {Fee{}, MaxAmount, 0},
		"everything":                {Fee{Fraction: million}, MaxAmount, MaxAmount},
		"a fixed fee":               {Fee{Least: decimal(Unit), Most: decimal(Unit)}, MaxAmount, Unit},
		"of the smallest fraction":  {Fee{Fraction: 1}, MaxAmount, 1000 * Unit},
		"of nothing but a fraction": {Fee{Fraction: 1}, Cent, 0},
	} {
		if got := c.fee.Of(c.amount); got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
