package contract

import "strconv"

// Money is an amount of the site's currency in millionths of its unit. In JSON it is a number with two decimals: whole
// cents, rounded down, so that a debt is rounded away from zero. Programs that add amounts use their cents.
type Money int64

const moneyCent = 10_000

// MarshalJSON writes the number, as 12.30.
func (m Money) MarshalJSON() ([]byte, error) { return []byte(m.String()), nil }

// String is the amount in whole cents, as -12.35.
func (m Money) String() string {
	cents := int64(m) / moneyCent
	if int64(m)%moneyCent < 0 {
		cents--
	}
	digits := strconv.FormatInt(cents, 10)
	sign := ""
	if cents < 0 {
		sign, digits = "-", digits[1:]
	}
	for len(digits) < 3 {
		digits = "0" + digits
	}
	return sign + digits[:len(digits)-2] + "." + digits[len(digits)-2:]
}
