package revenue

import (
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/modyard/modyard/domain/fault"
)

// Amount is an amount of the site's currency, in millionths of its unit. A share of a day is often less than a cent, never
// less than a millionth.
type Amount int64

// Cent and Unit are amounts, and MaxAmount is the largest amount that a request names.
const (
	Cent      Amount = 10_000
	Unit      Amount = 1_000_000
	MaxAmount Amount = 1_000_000_000*Unit - Cent
)

// CodeAmount is the code of an amount that cannot be read.
const CodeAmount = "amount_invalid"

// ParseAmount reads the text of a JSON number with at most two decimals, as field: 0, 12, 12.5 and 12.34, but no sign, no
// exponent and no leading zero. No float is involved.
func ParseAmount(field, number string) (Amount, error) {
	whole, fraction, point := strings.Cut(number, ".")
	if !digits(whole, 1, 9) || len(whole) > 1 && whole[0] == '0' || point && !digits(fraction, 1, 2) {
		return 0, rejection(CodeAmount, field, "金额须为最多两位小数的数字，不能有符号、指数或前导零。")
	}
	n, err := strconv.ParseInt(whole+(fraction + "00")[:2], 10, 64)
	if err != nil {
		return 0, rejection(CodeAmount, field, "金额无效。")
	}
	return Amount(n) * Cent, nil
}

func digits(s string, least, most int) bool {
	return len(s) >= least && len(s) <= most && strings.Trim(s, "0123456789") == ""
}

// Floor is the amount in whole cents, not above it: a debt is rounded away from zero.
func (a Amount) Floor() Amount {
	rest := a % Cent
	if rest < 0 {
		rest += Cent
	}
	return a - rest
}

// String is the amount in whole cents, as -12.35.
func (a Amount) String() string {
	cents := int64(a.Floor() / Cent)
	sign := ""
	if cents < 0 {
		sign, cents = "-", -cents
	}
	fraction := strconv.FormatInt(cents%100, 10)
	if len(fraction) < 2 {
		fraction = "0" + fraction
	}
	return sign + strconv.FormatInt(cents/100, 10) + "." + fraction
}

// WholeCents is true if nothing of the amount is below a cent.
func (a Amount) WholeCents() bool { return a%Cent == 0 }

// part is the amount times a fraction, rounded down. The amount is not negative, and over is above zero and not below of.
func (a Amount) part(of, over uint64) (whole Amount, rest uint64) {
	high, low := bits.Mul64(uint64(a), of) //nolint:gosec // not negative
	quotient, rest := bits.Div64(high, low, over)
	return Amount(min(quotient, math.MaxInt64)), rest //nolint:gosec // not above the amount
}

func rejection(code, field, text string) *fault.Error {
	return &fault.Error{Kind: fault.KindInvalid, Code: code, Field: field, Text: text}
}
