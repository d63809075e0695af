package download_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/download"
	projected "github.com/modyard/modyard/projections/download"
)

var fetched = download.Hit{
	At: time.Date(2026, 11, 27, 21, 5, 0, 0, time.UTC), Project: "AABBCCDD", Version: "EEFFGGHH", Client: download.Launcher, Reason: download.Modpack,
	Family: "prism", Loader: "fabric", Game: "1.20.1", Country: "DE", Referrer: "forum.example", SignedIn: true, Call: true,
}

func TestAConditionChoosesHits(t *testing.T) {
	for text, want := range map[string]bool{
		`true`:                                  true,
		`kind == "download"`:                    true,
		`kind == "view"`:                        false,
		`signed_in && announced`:                true,
		`!signed_in || country in ["FR", "DE"]`: true,
		`country != "DE"`:                       false,
		`client == "launcher"`:                  true,
		`client in ["site", "program"]`:         false,
		`family.startsWith("pri")`:              true,
		`loader.endsWith("ric")`:                true,
		`game.contains("1.20")`:                 true,
		`referrer == "forum.example"`:           true,
		`hour >= 8 && hour < 22`:                true,
		`hour > 21`:                             false,
		`reason == "modpack"`:                   true,
		`project == "AABBCCDD"`:                 true,
		`version == ""`:                         false,
		`(country == "DE" ? hour > 8 : false)`:  true,
		`country == "德国" || country == 'DE'`:    true,
		` country\n == "DE" `:                   true,
		`country == "DE" // 只算德国`:               true,
	} {
		where, err := projected.ParseWhere(strings.ReplaceAll(text, `\n`, "\n"))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := where.Match(download.Download, fetched); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
}

func TestAConditionThatCouldFailOrRepeatIsRefusedWithItsPlace(t *testing.T) {
	for text, place := range map[string]string{
		``:                              "1:",
		`country`:                       "1:1: gives string",
		`country = "DE"`:                "1:9",
		`nobody == "x"`:                 "1:1",
		`visitor == "x"`:                "1:1",
		`hour == "x"`:                   "1:6",
		`hour / 0 == 1`:                 "1:6",
		`hour % 2 == 1`:                 "1:6",
		`hour + 1 > 2`:                  "1:6",
		`-hour < 0`:                     "1:1",
		`["DE"][hour] == country`:       "1:7",
		`["DE"].all(c, c == country)`:   "1:",
		`["DE"].map(c, c) == [country]`: "1:",
		`int(game) == 1`:                "1:4",
		`country.matches("(a+)+$")`:     "1:16",
		`size(country) == 2`:            "1:5",
		`timestamp("2026-01-01T00:00:00Z") == timestamp(game)`: "1:10",
		`country == "DE`:               "1:12",
		"country == \"DE\"\n&& nobody": "2:4",
		strings.Repeat("(", 200) + "true" + strings.Repeat(")", 200): "",
		strings.Repeat("!", 999) + "true":                            "",
		`country in [` + strings.Repeat(`"DE",`, 300) + `"DE"]`:      "longer",
	} {
		_, err := projected.ParseWhere(text)
		if err == nil {
			t.Errorf("%.60s is a condition", text)
			continue
		}
		if !strings.HasPrefix(err.Error(), place) {
			t.Errorf("%.60s: %v, want %s", text, err, place)
		}
	}
}

func FuzzAConditionAnswersForEveryHitOrIsRefused(f *testing.F) {
	for _, text := range []string{`true`, `hour > 3`, `country in ["DE"]`, `!signed_in`, `a.b(c)`, `"`, "\xff", `game.contains(loader) ? hour in [1, 2] : announced`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		where, err := projected.ParseWhere(text)
		if err != nil {
			return
		}
		for _, h := range []download.Hit{{}, fetched, {Country: "\xff", Game: strings.Repeat("1", 64)}} {
			for _, kind := range []download.Kind{download.Download, download.View} {
				if _, err := where.Match(kind, h); err != nil {
					t.Fatalf("%q: %v", text, err)
				}
			}
		}
	})
}

func TestUnderAConditionTheSameHitsArePaidAsByTheReadModel(t *testing.T) {
	day := time.Date(2026, 11, 27, 0, 0, 0, 0, time.UTC)
	hit := func(after time.Duration, visitor byte, country string, change func(*download.Hit)) download.Hit {
		h := download.Hit{At: day.Add(after), Visitor: download.Visitor{visitor}, Project: "AABBCCDD", Version: "EEFFGGHH", Client: download.Site, Country: country}
		if change != nil {
			change(&h)
		}
		return h
	}
	signed := func(h *download.Hit) { h.SignedIn = true }
	hits := []download.Hit{
		hit(-5*time.Second, 1, "DE", nil), // of the day before
		hit(5*time.Second, 1, "DE", nil),
		hit(10*time.Second, 1, "DE", nil), // repeated too soon
		hit(time.Hour, 1, "DE", nil),
		hit(time.Hour, 2, "FR", nil),
		hit(2*time.Hour, 3, "DE", signed),
		hit(3*time.Hour, 4, "DE", func(h *download.Hit) { h.Unpaid = true }),
		hit(4*time.Hour, 5, "DE", func(h *download.Hit) { h.Client = download.Bot }),
		hit(24*time.Hour, 6, "DE", nil),
	}
	for text, want := range map[string][]projected.Paid{
		`true`:            {{Project: "AABBCCDD", Signed: 1, Anonymous: 3}},
		`country == "DE"`: {{Project: "AABBCCDD", Signed: 1, Anonymous: 2}},
		`signed_in`:       {{Project: "AABBCCDD", Signed: 1}},
		`false`:           {},
	} {
		where, err := projected.ParseWhere(text)
		if err != nil {
			t.Fatal(err)
		}
		payer := projected.NewPayer(download.DefaultRules(), day.Add(13*time.Hour), where)
		if from, to := payer.Span(); from.After(day) || to.Before(day.Add(25*time.Hour)) {
			t.Fatalf("from %s to %s", from, to)
		}
		for _, h := range hits {
			if err := payer.Add(download.Download, []download.Hit{h}); err != nil {
				t.Fatal(err)
			}
		}
		if got := payer.Paid(); !slices.Equal(got, want) {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}
