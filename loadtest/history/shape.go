package main

import (
	"math"
	"math/rand/v2"
	"time"
)

// shape is what is asked for.
type shape struct {
	hits  int
	days  int
	seed  uint64
	until time.Time // midnight UTC after the last day
}

// The figures below were fitted to public data: downloads by day of 3 406 add-ons over 31 months, totals of 13 745 server
// plugins. No data by the hour was found: hourly is invented.
const (
	dayNoise     = 0.15 // standard deviation of the logarithm of a day's total
	projectNoise = 0.39 // of a project's day: a coefficient of variation of 0.41
	totalSpread  = 2.22 // of a project's total
	viralShare   = 0.08 // of the hits of its day
)

// weekday is the index of a day of the week, from Sunday, in UTC.
func weekday(d time.Weekday) float64 {
	return [...]float64{1.20, 0.98, 0.92, 0.92, 0.92, 1.00, 1.22}[d]
}

// hourly is an invented curve of the hours of a day in UTC, of a site whose visitors are at UTC+8: most in their evening,
// fewest before dawn.
func hourly(hour int) float64 {
	return [...]float64{
		0.70, 0.85, 1.00, 1.15, 1.40, 1.35, 1.20, 1.20, 1.20, 1.25, 1.45, 1.75,
		1.95, 2.00, 1.80, 1.35, 0.85, 0.50, 0.30, 0.20, 0.18, 0.22, 0.35, 0.55,
	}[hour]
}

// lift is how much more often a project is downloaded some days after a new version. The day of the release itself, of
// which a part is over, is invented.
func lift(days int) float64 {
	curve := [...]struct{ day, lift float64 }{{0, 1.4}, {1, 1.9}, {2, 2.1}, {3, 1.8}, {5, 1.5}, {7, 1.4}, {14, 1.2}, {28, 1.1}, {35, 1}}
	at := float64(days)
	if at < 0 {
		return 1
	}
	for i := 1; i < len(curve); i++ {
		if from, to := curve[i-1], curve[i]; at <= to.day {
			return from.lift + (to.lift-from.lift)*(at-from.day)/(to.day-from.day)
		}
	}
	return 1
}

// liftDays is how long a release is felt.
const liftDays = 35

// popularity is the weight of each of n ranks: halfway between a power law that gets steeper and a lognormal
// distribution, as the totals of projects are. One percent of the projects has about three quarters of the downloads.
func popularity(n int) []float64 {
	weights := make([]float64, n)
	for i := range weights {
		rank, quantile := float64(i+1), 1-(float64(i)+0.5)/float64(n)
		normal := math.Exp(totalSpread * math.Sqrt2 * math.Erfinv(2*quantile-1))
		weights[i] = math.Sqrt(power(rank) * normal)
	}
	return weights
}

func power(rank float64) float64 {
	switch {
	case rank <= 100:
		return math.Pow(rank, -0.87)
	case rank <= 1000:
		return power(100) * math.Pow(rank/100, -1.6)
	}
	return power(1000) * math.Pow(rank/1000, -2.45)
}

// random is a source of its own for each purpose and number, so that hours can be made in any order.
func random(seed uint64, purpose byte, number int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(purpose)<<56|uint64(uint32(number))))
}

// share divides a total by weights: whole parts that make the total together.
func share(total int, weights []float64) []int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	parts, done, passed := make([]int, len(weights)), 0, 0.0
	for i, w := range weights {
		passed += w
		upTo := int(math.Round(float64(total) * passed / sum))
		if i == len(weights)-1 {
			upTo = total
		}
		parts[i], done = upTo-done, upTo
	}
	return parts
}
