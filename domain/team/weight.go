package team

import (
	"fmt"
	"strings"

	"github.com/modyard/modyard/domain/fault"
)

// Weight is a member's payout weight, in hundredths. It is not a percentage: weights may have any sum, and if all are
// zero the members have equal shares.
type Weight int64

// maxWeight is 5000, the maximum of the API.
const maxWeight Weight = 500_000

// weightField is the API's name of a weight.
const weightField = "payouts_split"

// ParseWeight parses the text of a JSON number from 0 to 5000 with at most two decimals. It counts digits and never
// uses a float, so that the stored value is exact; 1.50 and 15e-1 are the same number.
func ParseWeight(number string) (Weight, error) {
	digits, exponent, negative, ok := decimal(number)
	if !ok {
		return 0, fault.Invalid(weightField, "收益分成须为数字。")
	}
	digits, exponent = trimmed(digits, exponent)
	if digits == "" {
		return 0, nil
	}
	switch {
	case negative, len(digits)+exponent > 4: // 5000 has four digits before the point
		return 0, outOfRange()
	case exponent < -2:
		return 0, fault.Invalid(weightField, "收益分成最多保留两位小数。")
	}
	var w Weight
	for _, d := range digits + strings.Repeat("0", exponent+2) {
		w = w*10 + Weight(d-'0')
	}
	return w, w.Check()
}

// Check returns an error if a member cannot have the weight.
func (w Weight) Check() error {
	if w < 0 || w > maxWeight {
		return outOfRange()
	}
	return nil
}

// Float is the weight for the API's answers. It is not used in decisions or stored.
func (w Weight) Float() float64 { return float64(w) / 100 }

func outOfRange() error {
	return fault.Invalid(weightField, fmt.Sprintf("收益分成须在 0 到 %d 之间。", maxWeight/100))
}

// trimmed is the same number without zeros at the ends of its digits.
func trimmed(digits string, exponent int) (string, int) {
	digits = strings.TrimLeft(digits, "0")
	short := strings.TrimRight(digits, "0")
	return short, exponent + len(digits) - len(short)
}

// decimal splits a JSON number into its digits without the point, and the power of ten by which they are multiplied.
func decimal(number string) (digits string, exponent int, negative, ok bool) {
	number, negative = strings.CutPrefix(number, "-")
	whole, number := leadingDigits(number)
	if whole == "" || len(whole) > 1 && whole[0] == '0' {
		return "", 0, false, false
	}
	digits = whole
	if rest, point := strings.CutPrefix(number, "."); point {
		var fraction string
		if fraction, number = leadingDigits(rest); fraction == "" {
			return "", 0, false, false
		}
		digits, exponent = digits+fraction, -len(fraction)
	}
	if number != "" && (number[0] == 'e' || number[0] == 'E') {
		power, rest, valid := powerOfTen(number[1:])
		if !valid {
			return "", 0, false, false
		}
		exponent, number = exponent+power, rest
	}
	return digits, exponent, negative, number == ""
}

// powerOfTen parses the exponent of a number. It stops counting at a million, because no text of acceptable length has
// enough digits to compensate for more.
func powerOfTen(s string) (power int, rest string, ok bool) {
	s, minus := strings.CutPrefix(s, "-")
	if !minus {
		s = strings.TrimPrefix(s, "+")
	}
	digits, rest := leadingDigits(s)
	for _, d := range digits {
		power = min(power*10+int(d-'0'), 1_000_000)
	}
	if minus {
		power = -power
	}
	return power, rest, digits != ""
}

func leadingDigits(s string) (digits, rest string) {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return s[:n], s[n:]
}
