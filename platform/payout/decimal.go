package payout

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

const (
	unit        = 1_000_000 // millionths
	maxWhole    = 12        // digits before the point: with six decimals an amount fits in 63 bits
	maxDecimals = 6
	zeros       = "000000"
)

// Decimal is an amount in millionths as a decimal number with at least two decimals, such as 12.30 and 0.000001.
func Decimal(millionths int64) string {
	whole, rest := millionths/unit, millionths%unit
	sign := ""
	if millionths < 0 {
		sign, whole, rest = "-", -whole, -rest
	}
	decimals := strings.TrimRight(fmt.Sprintf("%06d", rest), "0")
	return sign + strconv.FormatInt(whole, 10) + "." + decimals + zeros[:max(0, 2-len(decimals))]
}

// ParseDecimal reads a decimal number into millionths: at most twelve digits before the point and six behind it, without a
// sign, an exponent or a leading zero. No float is involved.
func ParseDecimal(number string) (int64, error) {
	whole, decimals, point := strings.Cut(number, ".")
	if !digits(whole, maxWhole) || len(whole) > 1 && whole[0] == '0' || point && !digits(decimals, maxDecimals) {
		return 0, fmt.Errorf("%.40q is not a decimal number of at most %d digits and %d decimals", number, maxWhole, maxDecimals)
	}
	n, err := strconv.ParseInt(whole+(decimals + zeros)[:maxDecimals], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("read a decimal number: %w", err)
	}
	return n, nil
}

func digits(s string, most int) bool {
	return s != "" && len(s) <= most && strings.Trim(s, "0123456789") == ""
}

// MaxDigits is the number of decimals that a currency has at most.
const MaxDigits = 4

// Minor is an amount in the smallest unit of a currency with a number of decimals. It is false if a part is left.
func Minor(millionths int64, decimals int) (int64, bool) {
	if decimals < 0 || decimals > MaxDigits {
		return 0, false
	}
	one := int64(unit)
	for range decimals {
		one /= 10
	}
	return millionths / one, millionths%one == 0
}

// Converted is an amount times a rate in millionths, in the smallest unit of a currency with a number of decimals, rounded
// down. It is false if it does not fit in 63 bits.
func Converted(millionths, rate int64, decimals int) (int64, bool) {
	exact := new(big.Int).Mul(big.NewInt(millionths), big.NewInt(rate))
	for range decimals {
		exact.Mul(exact, big.NewInt(10))
	}
	exact.Quo(exact, big.NewInt(unit*unit))
	return exact.Int64(), exact.IsInt64()
}
